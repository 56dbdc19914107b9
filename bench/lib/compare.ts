/** Measures two or more sides in turn, so that other load on the machine affects all of them alike. */

export interface Side {
  name: string;
  /** Measures one round and resolves with the number of operations per second. */
  measure(): Promise<number>;
}

/** Returns the middle value, or the mean of the two middle values when their number is even. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

export interface Comparison {
  /** Median of the rounds, per side. */
  perSecond: Record<string, number>;
  /** Every round, per side. */
  rounds: Record<string, number[]>;
  /** Median over the rounds of `subject` divided by `reference` of the same round. */
  ratio(subject: string, reference: string): number;
}

/** Measures every side once per round. Each round begins with another side than the one before. */
export async function alternate(sides: Side[], rounds: number): Promise<Comparison> {
  const ratesBySide: Record<string, number[]> = Object.fromEntries(sides.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let offset = 0; offset < sides.length; offset++) {
      const side = sides[(round + offset) % sides.length];
      if (side) ratesBySide[side.name]?.push(await side.measure());
    }
  }
  return {
    perSecond: Object.fromEntries(Object.entries(ratesBySide).map(([name, values]) => [name, median(values)])),
    rounds: ratesBySide,
    ratio: (subject, reference) =>
      median(
        (ratesBySide[subject] ?? []).map((value, round) => value / (ratesBySide[reference]?.[round] ?? Number.NaN)),
      ),
  };
}
