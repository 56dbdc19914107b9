/** Sound and vibration for a check-in: one short signal for "in", two for "already in", a long one for any refusal. */
import type { DoorAnswer } from "../../../src/features/learning/attendance/attendance.ts";

let audio: AudioContext | undefined;

function playTone(delaySeconds: number, seconds: number, hertz: number): void {
  if (!audio) return;
  const source = new OscillatorNode(audio, { frequency: hertz });
  const volume = new GainNode(audio, { gain: 0.2 });
  source.connect(volume).connect(audio.destination);
  source.start(audio.currentTime + delaySeconds);
  source.stop(audio.currentTime + delaySeconds + seconds);
}

/** Call this on a touch, because browsers allow sound only after one. */
export function allowSound(): void {
  audio ??= new AudioContext();
  void audio.resume();
}

export function signal(answer: DoorAnswer): void {
  if (answer === "in") {
    playTone(0, 0.12, 880);
    navigator.vibrate?.(80);
  } else if (answer === "already-in") {
    playTone(0, 0.1, 660);
    playTone(0.18, 0.1, 660);
    navigator.vibrate?.([80, 80, 80]);
  } else {
    playTone(0, 0.6, 220);
    navigator.vibrate?.(500);
  }
}
