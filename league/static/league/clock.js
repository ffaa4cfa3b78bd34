/* The clock of a round (components/round_clock.html, the projector) ticks without asking: data-ends says when time is up,
   data-left what is left while it stands still, data-now what the server's clock said. What is [data-called] beside it
   shows once time is up. Without this file the page says until when. */

const now = document.querySelector("[data-now]");
const ahead = now ? Number(now.dataset.now) - Date.now() : 0; /* how far the server's clock is ahead of this computer's */

function two(number) { return (number < 10 ? "0" : "") + number; }

export function written(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
  return `${hours ? `${hours}:${two(minutes)}` : String(minutes)}:${two(seconds % 60)}`;
}

function tick() {
  document.querySelectorAll("[data-clock]").forEach((clock) => {
    const running = clock.dataset.ends !== undefined;
    const left = running ? Number(clock.dataset.ends) - Date.now() - ahead : Number(clock.dataset.left);
    const over = left < 0, called = clock.parentNode.querySelector("[data-called]");
    clock.classList.toggle("is-over", over);
    clock.querySelector("[data-time]").textContent = over ? `+${written(-left)}` : written(left);
    if (running) { clock.querySelector("[data-word]").textContent = over ? clock.dataset.overTime : clock.dataset.inTime; }
    if (called) { called.hidden = !over; }
  });
}

tick();
window.setInterval(tick, 250);
document.addEventListener("htmx:afterSwap", tick);
