/** Damerau-Levenshtein distance (a letter too many, missing, wrong, or two exchanged), capped at `most + 1`. */
export function editDistance(one: string, other: string, most: number): number {
  const [a, b] = [[...one], [...other]];
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = b.map((_, index) => index).concat(b.length);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let typos = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        typos = Math.min(typos, at(beforeLast, j - 2) + 1);
      row.push(typos);
    }
    if (Math.min(...row) > most) return most + 1;
    [beforeLast, last] = [last, row];
  }
  return Math.min(at(last, b.length), most + 1);
}

const at = (row: number[], index: number) => row[index] ?? Infinity;

/** None in short words, where every typo makes another word. */
export function allowedTypos(word: string): number {
  const { length } = [...word];
  return length < 4 ? 0 : length < 8 ? 1 : 2;
}
