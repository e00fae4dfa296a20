// Sounds of pencil and city, made of noise and tones: off until the switch in the list of keys is on. Nothing is loaded for them.
import { closestTo, find, settings } from "./dom.js";

const VOLUME = 0.12;
/** @type {AudioContext | null} */
let context = null;
const isOn = () => settings.get("sound") === "on";

function audio() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => {});
  return context;
}

/**
 * A gain that falls from the volume to nothing.
 * @param {number} start seconds from now
 * @param {number} length seconds
 * @param {number} loudness times the volume
 */
function fading(start, length, loudness) {
  const gain = audio().createGain();
  const begin = audio().currentTime + start;
  gain.gain.setValueAtTime(VOLUME * loudness, begin);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  gain.connect(audio().destination);
  return gain;
}

/**
 * Filtered noise: a stroke of the pencil, or a stamp.
 * @param {number} start
 * @param {number} length
 * @param {BiquadFilterType} kind
 * @param {number} frequency
 */
function noise(start, length, kind, frequency) {
  const buffer = audio().createBuffer(1, Math.ceil(length * audio().sampleRate), audio().sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < samples.length; place += 1) samples[place] = Math.random() * 2 - 1;
  const source = audio().createBufferSource();
  const filter = audio().createBiquadFilter();
  source.buffer = buffer;
  filter.type = kind;
  filter.frequency.value = frequency;
  source.connect(filter).connect(fading(start, length, 1));
  source.start(audio().currentTime + start);
}

/**
 * @param {number} start
 * @param {number} length
 * @param {number} frequency
 */
function tone(start, length, frequency) {
  const source = audio().createOscillator();
  source.frequency.value = frequency;
  source.connect(fading(start, length, 0.6));
  source.start(audio().currentTime + start);
  source.stop(audio().currentTime + start + length);
}

function pencil() {
  noise(0, 0.09, "bandpass", 3200);
  noise(0.11, 0.07, "bandpass", 2600);
}

function stamp() {
  noise(0, 0.07, "lowpass", 420);
  tone(0, 0.09, 96);
}

function bell() {
  tone(0, 0.5, 784);
  tone(0.06, 0.45, 1175);
}

const state = () => ({
  version: find("#table")?.dataset.version ?? "",
  draft: find("#table")?.dataset.draft ?? "",
  isYours: Boolean(find(".head-turn.is-yours")),
});
let before = state();

document.addEventListener("groundfloor:swapped", () => {
  const now = state();
  if (isOn()) {
    if (now.version !== before.version) stamp();
    else if (now.draft !== before.draft) pencil();
    if (now.isYours && !before.isYours) bell();
  }
  before = now;
});

// Whoever switches sounds on hears one.
document.addEventListener("click", (event) => {
  if (closestTo(event, "[data-switch=sound]") && isOn()) pencil();
});
