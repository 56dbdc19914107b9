import { isObject } from "./validate.ts";

export const apiRoutes = [
  "create",
  "initiate",
  "fetch",
  "list",
  "update",
  "refund",
  "capture",
  "void",
  "webhooks",
  "prepare",
  "set_auth_result",
  "acs_return",
] as const;
export type RouteName = (typeof apiRoutes)[number];

/** What can go wrong with a request. With `*_after_commit` the provider does the work but sends no answer. */
export const requestFaults = [
  "error_500",
  "error_503",
  "rate_limit_429",
  "html_403",
  "malformed_json",
  "slow",
  "hang",
  "hang_after_commit",
  "drop_before_commit",
  "drop_after_commit",
  "commit_late",
] as const;
/** What can go wrong when the payer returns to the shop. */
export const callbackFaults = ["never", "double", "tampered"] as const;
/** What can go wrong with an event. `hold` keeps it until the control releases it, in any order. */
export const webhookFaults = ["missing", "double", "late", "wrong_token", "misspelled", "hold"] as const;

export type RequestFault = (typeof requestFaults)[number];
export type CallbackFault = (typeof callbackFaults)[number];
export type WebhookFault = (typeof webhookFaults)[number];

interface CommonRule {
  /** How many requests or events in a row the fault affects; 1 by default. */
  times?: number;
  /** Milliseconds, for `slow`, `commit_late` and `late`. Without it, `commit_late` waits for `control.release()`. */
  delayMs?: number;
}
/** Query values of the return address that `tampered` replaces. */
export interface Tampering {
  id?: string;
  status?: string;
  amount?: string;
  message?: string;
}
export type FaultRule =
  | (CommonRule & { route: RouteName | "*"; kind: RequestFault })
  | (CommonRule & { route: "callback"; kind: CallbackFault; values?: Tampering })
  | (CommonRule & { route: "webhook"; kind: WebhookFault });

type RuleOf<Route extends "callback" | "webhook"> = Extract<FaultRule, { route: Route }>;
export type RequestRule = Exclude<FaultRule, { route: "callback" | "webhook" }>;

export interface FaultQueue {
  add(rule: FaultRule): void;
  clear(): void;
  /** Returns the next fault of an API route and counts it down; null when there is none. */
  request(route: RouteName): RequestRule | null;
  callback(): RuleOf<"callback"> | null;
  webhook(): RuleOf<"webhook"> | null;
}

const allowedKinds = (route: string): readonly string[] =>
  route === "callback"
    ? callbackFaults
    : route === "webhook"
      ? webhookFaults
      : (apiRoutes as readonly string[]).includes(route) || route === "*"
        ? requestFaults
        : [];

/** Whether a value from outside is a fault rule. */
export function isFaultRule(value: unknown): value is FaultRule {
  if (!isObject(value)) return false;
  const { route, kind, times, delayMs } = value;
  const isOptionalNumber = (input: unknown, min: number): boolean =>
    input === undefined || (typeof input === "number" && input >= min);
  return (
    typeof route === "string" &&
    typeof kind === "string" &&
    allowedKinds(route).includes(kind) &&
    isOptionalNumber(times, 1) &&
    isOptionalNumber(delayMs, 0)
  );
}

/** Opens an empty queue. It gives out faults in the order in which they were added; each has its own count. */
export function openFaults(): FaultQueue {
  let waiting: { rule: FaultRule; left: number }[] = [];
  function take<Rule extends FaultRule>(matches: (rule: FaultRule) => rule is Rule): Rule | null {
    if (waiting.length === 0) return null;
    for (const item of waiting) {
      if (!matches(item.rule)) continue;
      if (--item.left === 0) waiting = waiting.filter((other) => other !== item);
      return item.rule;
    }
    return null;
  }
  return {
    add(rule) {
      if (!isFaultRule(rule)) throw new TypeError("No such fault.");
      waiting.push({ rule, left: rule.times ?? 1 });
    },
    clear() {
      waiting = [];
    },
    request: (route) => take((rule): rule is RequestRule => rule.route === route || rule.route === "*"),
    callback: () => take((rule): rule is RuleOf<"callback"> => rule.route === "callback"),
    webhook: () => take((rule): rule is RuleOf<"webhook"> => rule.route === "webhook"),
  };
}
