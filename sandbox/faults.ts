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

/** What can go wrong with a request. `*_after_commit`: the work is done, the answer is not given. */
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
/** What can go wrong with the payer's way back. */
export const callbackFaults = ["never", "double", "tampered"] as const;
/** What can go wrong with an event. `hold` keeps it until the control releases it, in any order. */
export const webhookFaults = ["missing", "double", "late", "wrong_token", "misspelled", "hold"] as const;

export type RequestFault = (typeof requestFaults)[number];
export type CallbackFault = (typeof callbackFaults)[number];
export type WebhookFault = (typeof webhookFaults)[number];

interface Common {
  /** How many requests or events in a row it befalls; 1 without it. */
  times?: number;
  /** For `slow`, `commit_late`, `late`: milliseconds. `commit_late` without it waits for `control.release()`. */
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
  | (Common & { route: RouteName | "*"; kind: RequestFault })
  | (Common & { route: "callback"; kind: CallbackFault; values?: Tampering })
  | (Common & { route: "webhook"; kind: WebhookFault });

type RuleOf<Route extends "callback" | "webhook"> = Extract<FaultRule, { route: Route }>;
export type RequestRule = Exclude<FaultRule, { route: "callback" | "webhook" }>;

export interface FaultQueue {
  add(rule: FaultRule): void;
  clear(): void;
  /** The next fault of an API route, used up by asking; null almost always. */
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
  const number = (n: unknown, min: number): boolean => n === undefined || (typeof n === "number" && n >= min);
  return (
    typeof route === "string" &&
    typeof kind === "string" &&
    allowedKinds(route).includes(kind) &&
    number(times, 1) &&
    number(delayMs, 0)
  );
}

/** Faults in the order they were set; each counts down by itself. */
export function openFaults(): FaultQueue {
  let waiting: { rule: FaultRule; left: number }[] = [];
  function take<Rule extends FaultRule>(fits: (rule: FaultRule) => rule is Rule): Rule | null {
    if (waiting.length === 0) return null;
    for (const item of waiting) {
      if (!fits(item.rule)) continue;
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
