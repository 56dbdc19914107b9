/** Rules of where and when a discount code applies (docs/pricing.md), without I/O. */
import { normaliseInput } from "#i18n/input-text.ts";
import { riyadhDate } from "#i18n/dates.ts";

export const codeScopes = ["all", "except", "only"] as const;
export type CodeScope = (typeof codeScopes)[number];

export const codeStates = ["in-force", "planned", "ended", "used-up", "paused"] as const;
export type CodeState = (typeof codeStates)[number];

export interface CodeTerms {
  validFrom: string;
  validTo: string | null;
  scope: CodeScope;
  courseIds: readonly number[];
  runIds: readonly number[];
  minSeats: number;
  maxUses: number | null;
  maxUsesPerAccount: number | null;
  firstOrderOnly: boolean;
  pausedAt: Date | null;
  endedAt: Date | null;
}

/** Normalises a code for storage and look-up: upper case, without spaces. */
export const normaliseCode = (typed: string): string =>
  normaliseInput(typed)
    .replaceAll(/\s/g, "")
    .replaceAll(/\p{Pd}/gu, "-")
    .toUpperCase();

/**
 * Returns the state of a code. It checks first whether staff ended or paused the code, then its dates, then its uses.
 */
export function getCodeState(code: CodeTerms, uses: number, now: Date): CodeState {
  const today = riyadhDate(now);
  if (code.endedAt !== null) return "ended";
  if (code.pausedAt !== null) return "paused";
  if (code.validTo !== null && code.validTo < today) return "ended";
  if (code.maxUses !== null && uses >= code.maxUses) return "used-up";
  return code.validFrom > today ? "planned" : "in-force";
}

/** Whether the scope of a code includes a run, whatever the number of seats. */
export function isForRun({ scope, courseIds, runIds }: CodeTerms, run: { runId: number; courseId: number }): boolean {
  if (scope === "all") return true;
  const isNamed = courseIds.includes(run.courseId) || runIds.includes(run.runId);
  return (scope === "only") === isNamed;
}

/** `wrong`: the code is unknown, not begun, paused, over or used up. Only staff see which of these. */
export type CodeRefusal =
  | { kind: "wrong" | "used-by-you" | "not-first" | "other-course" | "no-better" }
  | { kind: "too-few"; minSeats: number; seats: number };

/**
 * Returns why a code does not apply to these lines; null when it does. `uses` counts uses by other orders;
 * `hasOrdered`: the account has other orders.
 */
export function getCodeRefusal(
  code: CodeTerms,
  uses: { totalUses: number; accountUses: number; hasOrdered: boolean },
  lines: readonly { runId: number; courseId: number; qty: number }[],
  now: Date,
): CodeRefusal | null {
  if (getCodeState(code, uses.totalUses, now) !== "in-force") return { kind: "wrong" };
  if (code.maxUsesPerAccount !== null && uses.accountUses >= code.maxUsesPerAccount) return { kind: "used-by-you" };
  if (code.firstOrderOnly && uses.hasOrdered) return { kind: "not-first" };
  const quantities = lines.filter((line) => isForRun(code, line)).map(({ qty }) => qty);
  if (quantities.length === 0) return { kind: "other-course" };
  const seats = Math.max(...quantities);
  return seats < code.minSeats ? { kind: "too-few", minSeats: code.minSeats, seats } : null;
}
