/* [data-camera] opens the camera as a frame in the page, which takes the photo by itself once it is still and sharp for
   a second, and puts it into the field for the file. Without a camera that field is all there is. */

import { byId } from "../lib.js";

const STILL = 5, SHARP = 0.15, HELD = 1000, EVERY = 150;  /* of 255 levels; of the contrast; milliseconds */
const WHOLE = 64, PART = 256;  /* pixels of the pictures that are compared and that are looked at closely */

/* How much two grey pictures differ, by the mean of their pixels. */
export function difference(before, now) {
  return now.reduce((sum, level, at) => sum + Math.abs(level - before[at]), 0) / now.length;
}

/* How steep the steepest hundredth of the edges is, as part of the contrast. */
export function sharpness(grey) {
  const steps = grey.slice(1).map((level, at) => Math.abs(level - grey[at])).sort((one, other) => other - one);
  const levels = grey.slice().sort((one, other) => one - other);
  const contrast = levels[levels.length - 1] - levels[0];
  return contrast ? steps[Math.floor(steps.length / 100)] / contrast : 0;
}

/* Since when the picture is still and sharp, null while it is not. */
export function heldSince(since, moved, sharp, now) {
  return moved > STILL || sharp < SHARP ? null : since ?? now;
}

export function isHeld(since, now) { return since !== null && now - since >= HELD; }

function greys(video, width, height, from) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const drawn = canvas.getContext("2d", { willReadFrequently: true });
  drawn.drawImage(video, ...from, 0, 0, width, height);
  const { data } = drawn.getImageData(0, 0, width, height);
  return Array.from({ length: width * height }, (_none, at) => (data[4 * at] + data[4 * at + 1] + data[4 * at + 2]) / 3);
}

function take(video, dialog) {
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext("2d").drawImage(video, 0, 0);
  dialog.close();
  canvas.toBlob((content) => {
    const input = byId("photo"), files = new DataTransfer();
    files.items.add(new File([content], "sheet.jpg", { type: "image/jpeg" }));
    input.files = files.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }, "image/jpeg", 0.92);
}

function watch(video, dialog) {
  const { videoWidth: width, videoHeight: height } = video;
  const part = [Math.max(0, (width - PART) / 2), Math.max(0, (height - PART) / 2), PART, PART];
  let before = null, since = null;
  const timer = setInterval(() => {
    const now = performance.now(), whole = greys(video, WHOLE, WHOLE, [0, 0, width, height]);
    const moved = before ? difference(before, whole) : Infinity;
    before = whole;
    since = heldSince(since, moved, sharpness(greys(video, PART, PART, part)), now);
    dialog.classList.toggle("is-held", since !== null);
    if (isHeld(since, now)) { clearInterval(timer); take(video, dialog); }
  }, EVERY);
  return timer;
}

async function open(dialog) {
  const video = dialog.querySelector("video");
  let stream = null, timer = null, closed = false;
  dialog.addEventListener("close", () => {
    closed = true;
    clearInterval(timer);
    stream?.getTracks().forEach((track) => { track.stop(); });
    video.srcObject = null;
  }, { once: true });
  dialog.showModal();
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: "environment", width: { ideal: 2560 }, height: { ideal: 1920 } },
    });
    if (closed) { stream.getTracks().forEach((track) => { track.stop(); }); return; }
    video.srcObject = stream;
    await video.play();
  } catch {
    if (!closed) { dialog.close(); byId("photo").click(); }
    return;
  }
  if (!closed) { timer = watch(video, dialog); }
}

document.documentElement.classList.toggle("has-camera", Boolean(navigator.mediaDevices?.getUserMedia));
document.addEventListener("click", (event) => {
  const dialog = byId("camera"), video = dialog?.querySelector("video");
  if (event.target.closest("[data-camera]")) { open(dialog); }
  if (event.target.closest("[data-take]") && video.videoWidth) { take(video, dialog); }
});
