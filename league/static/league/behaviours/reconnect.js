/* The page that says that there is no network looks for it, and makes room for what was asked for. */

let wait = 2000;

function look() {
  fetch("/manifest.webmanifest", { cache: "no-store" }).then(() => { window.location.reload(); }, () => {
    wait = Math.min(wait * 2, 30000);
    setTimeout(look, wait);
  });
}

setTimeout(look, wait);
window.addEventListener("online", look);
