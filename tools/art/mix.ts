/** linear mix of two #rrggbb colours */
export function mix(a: string, b: string, t: number): string {
  const p = (s: string, i: number) => parseInt(s.slice(i, i + 2), 16);
  return (
    "#" +
    [1, 3, 5]
      .map((i) =>
        Math.round(p(a, i) * (1 - t) + p(b, i) * t)
          .toString(16)
          .padStart(2, "0"),
      )
      .join("")
  );
}
