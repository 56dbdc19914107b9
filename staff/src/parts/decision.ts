import { riyadhInstant } from "../../../src/i18n/dates.ts";

/** Whether the deadline of a decision has passed. `decideBy` is in Riyadh's time, such as `2026-12-01T16:00`. */
export function isDecisionOver({ decideBy: by }: { decideBy: string | null }, now = new Date()): boolean {
  const [day = "", time = ""] = by?.split("T") ?? [];
  return by === null || riyadhInstant(day, time) <= now;
}
