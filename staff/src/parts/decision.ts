import { riyadhInstant } from "../../../src/i18n/dates.ts";

/** Whether the hour by which a run was to be decided about is over. `decide_by` is of Riyadh, such as `2026-12-01T16:00`. */
export function isDecisionOver({ decide_by: by }: { decide_by: string | null }, now = new Date()): boolean {
  const [day = "", time = ""] = by?.split("T") ?? [];
  return by === null || riyadhInstant(day, time) <= now;
}
