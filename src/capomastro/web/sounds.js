// A few quiet notes, made on the spot; off unless the reader turns them on.

import { settings } from './settings.js';

/**
 * The frame's own; each note is a pitch and when it begins, in seconds. A game brings its own for its events.
 * @type {Record<'turn' | 'step' | 'chat' | 'end', Tune>}
 */
export const TUNES = {
  turn: [
    [523, 0],
    [784, 0.12],
  ],
  step: [[330, 0]],
  chat: [[880, 0]],
  end: [
    [392, 0],
    [523, 0.16],
    [659, 0.32],
    [784, 0.48],
  ],
};
/** @type {AudioContext | null} */
let audio = null;

/** @param {Tune} notes */
export function play(notes) {
  if (settings.sound !== 'on') return;
  audio ??= new AudioContext();
  const start = audio.currentTime + 0.01;
  for (const [pitch, after] of notes) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.type = 'triangle';
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0, start + after);
    gain.gain.linearRampToValueAtTime(0.07, start + after + 0.015);
    gain.gain.exponentialRampToValueAtTime(0.0005, start + after + 0.28);
    tone.connect(gain).connect(audio.destination);
    tone.start(start + after);
    tone.stop(start + after + 0.3);
  }
}
