import { setTimeout as pause } from "node:timers/promises";
import pLimit from "p-limit";
import { QueueFull } from "#platform/bounded-limit.ts";

/** Drawings that may wait for their turn, some tenths of a second each, before a person is refused one more. */
const mostQueued = 32;
/** Drawing occupies the process's only thread. */
const inTurn = pLimit(1);
const underWay = new Map<string, Promise<unknown>>();

/** So long is drawn without a pause, and at most one part longer. */
const pieceMs = 8;
const longestPauseMs = 50;
let drawingSince = 0;

/**
 * Awaited between the parts of a drawing: after some milliseconds of it, visitors have the process for as long. One
 * turn of the event loop would not do, which takes in a single new connection.
 */
export async function letVisitorsIn(): Promise<void> {
  const drawnMs = performance.now() - drawingSince;
  if (drawnMs < pieceMs) return;
  await pause(Math.min(drawnMs, longestPauseMs));
  drawingSince = performance.now();
}

/**
 * Draws one PDF at a time in this process; who asks for a `key` that waits or is being drawn gets the same one. Rejects
 * with QueueFull when too many wait, but not work in the background, which waits.
 */
export function drawInTurn<T>(
  key: string,
  draw: () => Promise<T>,
  { isBackground = false }: { isBackground?: boolean } = {},
): Promise<T> {
  const same = underWay.get(key) as Promise<T> | undefined;
  if (same) return same;
  if (!isBackground && inTurn.pendingCount >= mostQueued) return Promise.reject(new QueueFull());
  const drawing = inTurn(async () => {
    drawingSince = performance.now();
    const made = await draw();
    await letVisitorsIn();
    return made;
  }).finally(() => underWay.delete(key));
  underWay.set(key, drawing);
  return drawing;
}
