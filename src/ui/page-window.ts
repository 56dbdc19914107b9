export type PageStep =
  | { kind: "page"; page: number; isFar: boolean }
  | { kind: "gap"; after: number; isMobileOnly: boolean };

/**
 * First, last and `reach` pages either side of the current one, with gaps. `isFar` pages are hidden on mobile; a gap
 * that stands only for those is mobile-only.
 */
export function pageWindow(page: number, pageCount: number, reach = 4, mobileReach = 1): PageStep[] {
  const steps: PageStep[] = [];
  let last = 0;
  let lastNear = 0;
  for (let n = 1; n <= pageCount; n++) {
    const edge = n === 1 || n === pageCount;
    const distance = Math.abs(n - page);
    if (!edge && distance > reach) continue;
    const isFar = !edge && distance > mobileReach;
    if (last && n - last > 1) steps.push({ kind: "gap", after: last, isMobileOnly: false });
    else if (
      !isFar &&
      lastNear &&
      n - lastNear > 1 &&
      !steps.some((step) => step.kind === "gap" && step.after >= lastNear)
    )
      steps.push({ kind: "gap", after: last, isMobileOnly: true });
    steps.push({ kind: "page", page: n, isFar });
    last = n;
    if (!isFar) lastNear = n;
  }
  return steps;
}
