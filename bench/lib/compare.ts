/** Two or more sides measured in turn, round after round, so that whatever else the machine does meets all of them. */

export interface Side {
  name: string;
  /** One round: how much per second. */
  measure(): Promise<number>;
}

/** The middle value; the mean of the two middle ones of an even number. */
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

/** Measures every side once a round, each round beginning with another side. */
export async function alternate(sides: Side[], rounds: number): Promise<Comparison> {
  const measured: Record<string, number[]> = Object.fromEntries(sides.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let place = 0; place < sides.length; place++) {
      const side = sides[(round + place) % sides.length];
      if (side) measured[side.name]?.push(await side.measure());
    }
  }
  return {
    perSecond: Object.fromEntries(Object.entries(measured).map(([name, values]) => [name, median(values)])),
    rounds: measured,
    ratio: (subject, reference) =>
      median((measured[subject] ?? []).map((value, round) => value / (measured[reference]?.[round] ?? Number.NaN))),
  };
}
