/* Tap to count: a button with data-step beside a number counts it up or down, within its bounds. */

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  const input = button?.parentNode.querySelector("input[type=number]");
  if (!input) { return; }
  const count = (parseInt(input.value, 10) || 0) + Number(button.dataset.step);
  const most = input.max === "" ? Infinity : Number(input.max);
  input.value = Math.min(Math.max(count, 0), most) || "";
  input.dispatchEvent(new Event("input", { bubbles: true }));
});

document.addEventListener("input", (event) => {
  const stepper = event.target.closest(".stepper");
  if (stepper) { stepper.classList.toggle("is-counted", Number(event.target.value) > 0); }
});
