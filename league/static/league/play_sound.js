/* Six short sounds of the table, made here, and a vibration at one's turn: off until somebody turns them on. */

import { store, stored } from "./lib.js";

/* [wave, from Hz, to Hz, seconds]; a piece has one for every walk. */
const SOUNDS = {
  dice: ["square", 320, 90, .12],
  walks: ["triangle", 440, 520, .08],
  lays: ["sine", 700, 500, .06],
  takes: ["sine", 400, 800, .16],
  says: ["sine", 520, 620, .1],
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

function vibrate(kind) {
  if (kind === "turn" && stored("vibration")) { navigator.vibrate?.(80); }
}

function showSwitches() {
  [["sound", true], ["vibration", Boolean(navigator.vibrate)]].forEach(([name, possible]) => {
    document.querySelectorAll(`[data-${name}]`).forEach((box) => {
      box.closest("p").hidden = !possible;
      box.checked = Boolean(stored(name));
    });
  });
}

document.addEventListener("change", (event) => {
  const name = ["sound", "vibration"].find((one) => event.target.matches(`[data-${one}]`));
  if (!name) { return; }
  store(name, event.target.checked || null);
  (name === "sound" ? play : vibrate)("turn");
});
document.addEventListener("film:step", (event) => { play(event.detail); vibrate(event.detail); });
showSwitches();
