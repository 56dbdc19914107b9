/** Limits of what one account holds unpaid (docs/pricing.md, decision 019): rules without I/O. */
import type { HoldSettings } from "#features/settings/settings.ts";
import { maxQty } from "#features/orders/pricing.ts";

/**
 * One hold of a run by an account. A hold that replaces another keeps its end, so all orders of a chain of replacements are the
 * same hold: it is known by its end.
 */
export interface Hold {
  ends: Date;
  /** One of its orders was paid: it did not run out, and a new one owes it nothing. */
  paid: boolean;
}

/** For how long expired holds are remembered. */
export const rememberedHours = 24;

/** Until when an account waits for a run, whose holds that ran out ended then (oldest first); null when it need not. After a pause the count begins anew. */
function pauseAfter(ends: readonly Date[], limits: HoldSettings): Date | null {
  const last = ends.at(-1);
  if (!last || ends.length % limits.expiredBeforePause !== 0) return null;
  return new Date(last.getTime() + limits.pauseMinutes * 60_000);
}

export type HoldStatus =
  /** Until then the seats can be held. */
  | { kind: "open"; until: Date }
  /** What is left of a hold is too short to pay; a new one can begin at `again`. */
  | { kind: "ending"; until: Date; again: Date }
  /** Too many holds ran out. */
  | { kind: "paused"; until: Date };

/** What an account may hold of a run now, given its holds of that run. A live hold keeps its end; none begins during a pause. */
export function holdStatus(holds: readonly Hold[], now: Date, limits: HoldSettings): HoldStatus {
  const unpaid = holds
    .filter(({ paid }) => !paid)
    .map(({ ends }) => ends)
    .sort((a, b) => a.getTime() - b.getTime());
  const remembered = unpaid.filter((ends) => ends.getTime() > now.getTime() - rememberedHours * 3_600_000);
  const live = remembered.at(-1);
  if (live && live > now) {
    if (live.getTime() - now.getTime() >= limits.minutesToPay * 60_000) return { kind: "open", until: live };
    return { kind: "ending", until: live, again: pauseAfter(remembered, limits) ?? live };
  }
  const pause = pauseAfter(remembered, limits);
  if (pause && pause > now) return { kind: "paused", until: pause };
  return { kind: "open", until: new Date(now.getTime() + limits.minutes * 60_000) };
}

export type GroupProblem = "company-needed" | "too-many";

/** Seats of one run that an order may have. */
export const seatsOfRun = (limits: HoldSettings, hasCompany: boolean): number =>
  Math.min(maxQty, limits.seatsPerAccount, hasCompany ? maxQty : limits.seatsPerRun);

/** What is too much, by index of the line; `heldElsewhere`: unpaid seats that the account holds with other orders. */
export function groupProblems(
  quantities: readonly number[],
  heldElsewhere: number,
  limits: HoldSettings,
  hasCompany: boolean,
): Map<number, GroupProblem> {
  const problems = new Map<number, GroupProblem>();
  let seats = heldElsewhere;
  for (const [index, qty] of quantities.entries()) {
    seats += qty;
    if (seats > limits.seatsPerAccount || qty > seatsOfRun(limits, true)) problems.set(index, "too-many");
    else if (qty > seatsOfRun(limits, hasCompany)) problems.set(index, "company-needed");
  }
  return problems;
}

/** Whom to ask, for a sentence in either language: each keeps its own direction, and the telephone stays on one line. */
export const contactParts = ({ email, phone }: { email: string; phone: string }) => ({
  email: `\u2066${email}\u2069`,
  phone: `\u2066${phone.replaceAll(" ", "\u00a0")}\u2069`,
});
