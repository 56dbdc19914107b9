/** Rules for how many unpaid seats one account may hold (docs/pricing.md, decision 019), without I/O. */
import type { HoldSettings } from "#features/settings/settings.ts";
import { maxQty } from "#features/orders/pricing.ts";
import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";

/** One hold of a run by an account. An order that replaces another keeps its end, so the end identifies the hold. */
export interface Hold {
  ends: Date;
  isPaid: boolean;
}

/** Hours for which ended holds still count towards a pause. */
export const rememberedHours = 24;

/** The hold of one order on one run. */
export interface OwnHold extends Hold {
  orderId: number;
  runId: number;
  /** Unpaid seats that are still held. */
  seats: number;
}

/** Lists the holds of a run. Holds of several orders with the same end are one hold. */
export const getRunHolds = (holds: readonly OwnHold[], run: number): Hold[] =>
  [
    ...Map.groupBy(
      holds.filter(({ runId }) => runId === run),
      ({ ends }) => ends.getTime(),
    ),
  ].map(([ends, orderHolds]) => ({ ends: new Date(ends), isPaid: orderHolds.some(({ isPaid }) => isPaid) }));

/** Counts the unpaid seats that are held by orders with none of these runs. */
export function seatsHeldElsewhere(holds: readonly OwnHold[], runIds: readonly number[], now: Date): number {
  const hasGivenRun = ({ seats, runId }: OwnHold) => seats > 0 && runIds.includes(runId);
  const ordersWithRuns = new Set(holds.filter(hasGivenRun).map(({ orderId }) => orderId));
  const elsewhere = holds.filter(({ orderId, ends }) => ends > now && !ordersWithRuns.has(orderId));
  return elsewhere.reduce((sum, { seats }) => sum + seats, 0);
}

/**
 * Calculates when the pause after expired holds ends; null without a pause. `ends` are their ends, oldest first. Every
 * `expiredBeforePause` of them cause a pause.
 */
function getPauseEnd(ends: readonly Date[], limits: HoldSettings): Date | null {
  const lastEnd = ends.at(-1);
  if (!lastEnd || ends.length % limits.expiredBeforePause !== 0) return null;
  return new Date(lastEnd.getTime() + limits.pauseMinutes * 60_000);
}

export type HoldStatus =
  | { kind: "open"; until: Date }
  /** The live hold leaves too little time to pay. A new hold can begin at `again`. */
  | { kind: "ending"; until: Date; again: Date }
  | { kind: "paused"; until: Date };

/**
 * Calculates until when an account may hold seats of a run, from its earlier holds of that run. A live hold keeps its
 * end, and no hold begins during a pause.
 */
export function holdStatus(holds: readonly Hold[], now: Date, limits: HoldSettings): HoldStatus {
  const unpaid = holds
    .filter(({ isPaid }) => !isPaid)
    .map(({ ends }) => ends)
    .sort((a, b) => a.getTime() - b.getTime());
  const remembered = unpaid.filter((ends) => ends.getTime() > now.getTime() - rememberedHours * 3_600_000);
  const live = remembered.at(-1);
  if (live && live > now) {
    if (live.getTime() - now.getTime() >= limits.minutesToPay * 60_000) return { kind: "open", until: live };
    return { kind: "ending", until: live, again: getPauseEnd(remembered, limits) ?? live };
  }
  const pause = getPauseEnd(remembered, limits);
  if (pause && pause > now) return { kind: "paused", until: pause };
  return { kind: "open", until: new Date(now.getTime() + limits.minutes * 60_000) };
}

/** Kinds of problems, the worst first, because the cart shows one. */
export const groupProblemKinds = ["too-many", "company-needed"] as const;
export type GroupProblem = (typeof groupProblemKinds)[number];

export const getMaxSeatsPerRun = (limits: HoldSettings, { hasCompany }: { hasCompany: boolean }): number =>
  Math.min(maxQty, limits.seatsPerAccount, hasCompany ? maxQty : limits.seatsPerRun);

/**
 * Finds quantities that are too large, by index of the line. `heldElsewhere` is the number of unpaid seats in other
 * orders.
 */
export function groupProblems(
  quantities: readonly number[],
  heldElsewhere: number,
  limits: HoldSettings,
  { hasCompany }: { hasCompany: boolean },
): Map<number, GroupProblem> {
  const problems = new Map<number, GroupProblem>();
  let seats = heldElsewhere;
  for (const [index, qty] of quantities.entries()) {
    seats += qty;
    if (seats > limits.seatsPerAccount || qty > getMaxSeatsPerRun(limits, { hasCompany: true }))
      problems.set(index, "too-many");
    else if (qty > getMaxSeatsPerRun(limits, { hasCompany })) problems.set(index, "company-needed");
  }
  return problems;
}

/**
 * Formats contact details for a sentence in either language: each keeps its own direction, and the phone number stays
 * on one line.
 */
export const contactParts = ({ email, phone }: { email: string; phone: string }) => ({
  email: `\u2066${email}\u2069`,
  phone: `\u2066${phone.replaceAll(" ", "\u00a0")}\u2069`,
});

/** Explains to the buyer which quantity is too large, and whom to contact. */
export function groupProblemText(
  problem: GroupProblem,
  limits: HoldSettings,
  contact: { email: string; phone: string },
  language: { locale?: Locale } = {},
): string {
  const contactTexts = contactParts(contact);
  const texts: Record<GroupProblem, () => string> = {
    "too-many": () => m.enrolments_group_too_many({ ...contactTexts, count: limits.seatsPerAccount }, language),
    "company-needed": () =>
      m.enrolments_group_company(
        { ...contactTexts, count: getMaxSeatsPerRun(limits, { hasCompany: false }) },
        language,
      ),
  };
  return texts[problem]();
}
