/* Who reads: where, and whether still signed in. */

/* Pages say a league's time, and the reader's own beside it where it differs. */
try {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser
  if (zone) { document.cookie = `zone=${encodeURIComponent(zone)};path=/;max-age=31536000;samesite=lax`; }
} catch { /* The league's time alone, then. */ }

/* Browsers keep whole pages for Back, and show them without asking the site. What somebody saw who has signed out since
   is for nobody else at this screen. */
window.addEventListener("pageshow", (event) => {
  let since = 0;
  try {
    if (document.body.dataset.reader === undefined) { localStorage.setItem("signed-out-at", Date.now()); return; }
    since = Number(localStorage.getItem("signed-out-at"));
  } catch { since = Infinity; /* Nobody knows, so it is asked again. */ }
  if (event.persisted && since > performance.timeOrigin) {
    document.body.hidden = true;
    location.reload();
  }
});
