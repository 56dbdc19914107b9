import { boundedLimit, type BoundedLimit } from "../bounded-limit.ts";

/** Of one person: files that arrive at a time, and others that wait for that. */
const atOnce = 2;
const mostWaiting = 30;

const personal = new Map<string, { limit: BoundedLimit; calls: number }>();

/**
 * Runs an upload when this person has fewer than two under way, so that who sends slowly keeps only themselves waiting.
 * Rejects with its error, or with QueueFull.
 */
export async function onUploadPlaceOf<T>(personId: string, work: () => Promise<T>): Promise<T> {
  const own = personal.get(personId) ?? { limit: boundedLimit(atOnce, mostWaiting), calls: 0 };
  personal.set(personId, own);
  own.calls += 1;
  try {
    return await own.limit(work);
  } finally {
    own.calls -= 1;
    if (own.calls === 0) personal.delete(personId);
  }
}
