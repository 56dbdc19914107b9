/** Sounds and vibration at the door: one short signal for in, two for already in, one long for refused. */
import type { DoorAnswer } from "../../../src/features/learning/attendance/attendance.ts";

let audio: AudioContext | undefined;

function tone(at: number, seconds: number, hertz: number): void {
  if (!audio) return;
  const source = new OscillatorNode(audio, { frequency: hertz });
  const volume = new GainNode(audio, { gain: 0.2 });
  source.connect(volume).connect(audio.destination);
  source.start(audio.currentTime + at);
  source.stop(audio.currentTime + at + seconds);
}

/** Browsers allow sound only after a touch. */
export function allowSound(): void {
  audio ??= new AudioContext();
  void audio.resume();
}

export function signal(answer: DoorAnswer): void {
  if (answer === "in") {
    tone(0, 0.12, 880);
    navigator.vibrate?.(80);
  } else if (answer === "already-in") {
    tone(0, 0.1, 660);
    tone(0.18, 0.1, 660);
    navigator.vibrate?.([80, 80, 80]);
  } else {
    tone(0, 0.6, 220);
    navigator.vibrate?.(500);
  }
}
