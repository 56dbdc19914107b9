import { textNamed } from "../messages.ts";

/** What lacks its Arabic, by kind: all of them, the most first, so that they add up to the number above them. */
export const arabicCounts = (byEntity: Record<string, number>): (string | undefined)[] =>
  Object.entries(byEntity)
    .toSorted(([, one], [, other]) => other - one)
    .map(([kind, count]) => textNamed(`staff_today_arabic_counts_${kind}`, { count }));
