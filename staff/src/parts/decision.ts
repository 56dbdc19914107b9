import { riyadhInstant } from "../../../src/i18n/dates.ts";

/**
 * Whether the deadline of a decision has passed, or whether it has none. `decideBy` is in Riyadh's time, such as
 * `2026-12-01T16:00`.
 */
export function isDecisionOver({ decideBy }: { decideBy: string | null }, now = new Date()): boolean {
  const [day = "", time = ""] = decideBy?.split("T") ?? [];
  return decideBy === null || riyadhInstant(day, time) <= now;
}
