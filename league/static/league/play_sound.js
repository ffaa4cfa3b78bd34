/* Five short sounds of the table, made here, for who wants them: they are off until somebody turns them on. */

import { store, stored } from "./lib.js";

/* [wave, from Hz, to Hz, seconds]; a piece has one for every walk. */
const SOUNDS = {
  dice: ["square", 320, 90, .12],
  walks: ["triangle", 440, 520, .08],
  lays: ["sine", 700, 500, .06],
  takes: ["sine", 400, 800, .16],
  turn: ["triangle", 660, 880, .22]
};
const SAME = { throws: "dice", reads: "lays" };
let context = null;

function play(kind) {
  const sound = SOUNDS[SAME[kind] || kind];
  if (!stored("sound") || !sound) { return; }
  context ||= new AudioContext();
  const [wave, from, to, seconds] = sound, now = context.currentTime;
  const tone = context.createOscillator(), volume = context.createGain();
  tone.type = wave;
  tone.frequency.setValueAtTime(from, now);
  tone.frequency.exponentialRampToValueAtTime(to, now + seconds);
  volume.gain.setValueAtTime(.08, now);
  volume.gain.exponentialRampToValueAtTime(.001, now + seconds);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + seconds);
}

function showSwitch() {
  document.querySelectorAll("[data-sound]").forEach((box) => {
    box.closest("p").hidden = false;
    box.checked = Boolean(stored("sound"));
  });
}

document.addEventListener("change", (event) => {
  if (!event.target.matches("[data-sound]")) { return; }
  store("sound", event.target.checked || null);
  play("turn");
});
document.addEventListener("film:step", (event) => { play(event.detail); });
showSwitch();
