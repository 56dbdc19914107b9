/** A tool that fails now and then through no fault of what it measures is run again. */

/** Failures in a row after which a measurement is given up: the first and two more attempts. */
const enough = 3;

/**
 * Makes `count` measurements one after another. `failure` is what the last try said when one of them failed three times
 * in a row, in one line, and null when all were made. Never rejects.
 */
export async function repeated<T>(
  count: number,
  measure: () => Promise<T>,
): Promise<{ made: T[]; failure: string | null }> {
  const made: T[] = [];
  let failed = 0;
  while (made.length < count) {
    try {
      made.push(await measure());
      failed = 0;
    } catch (error) {
      failed++;
      if (failed === enough)
        return {
          made,
          failure: (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ").trim().slice(-400),
        };
    }
  }
  return { made, failure: null };
}
