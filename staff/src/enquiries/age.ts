const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export interface Age {
  unit: "minutes" | "hours" | "days";
  count: number;
  /** Longer than the site promises. */
  isLong: boolean;
}

/** How long ago an instant was, in the largest unit that says at least two of it. */
export function ageOf(since: string, now: number): Age {
  const passed = Math.max(0, now - new Date(since).getTime());
  const isLong = passed >= 2 * day;
  if (passed >= 2 * day) return { unit: "days", count: Math.floor(passed / day), isLong };
  if (passed >= 2 * hour) return { unit: "hours", count: Math.floor(passed / hour), isLong };
  return { unit: "minutes", count: Math.max(1, Math.floor(passed / minute)), isLong };
}
