import type { Box } from "./box.ts";
import { ApiError } from "./errors.ts";
import { isFaultRule, type FaultRule } from "./faults.ts";
import { findPayment, isAuthResult, settle, type AuthResult } from "./ledger.ts";
import type { Payment } from "./payment.ts";
import { defaultSettings, type Settings } from "./settings.ts";
import type { Attempt, DeliveryTwist, SentEvent } from "./webhooks.ts";

/** What a test can do with the fake provider. Every change takes effect with the next request. */
export interface Control {
  readonly settings: Readonly<Settings>;
  set(changes: Partial<Settings>): void;
  fault(rule: FaultRule): void;
  clearFaults(): void;
  /** Payments, oldest first. These are the live objects, so do not change them. */
  payments(): Payment[];
  /** Throws ApiError 404 for an unknown id. */
  payment(id: string): Payment;
  /** Ends the 3-D Secure step of an `initiated` payment without a browser. */
  finish(id: string, result?: AuthResult): Payment;
  /** Changes a payment without the API (another amount, another currency, `expired`) and without a webhook. */
  patch(
    id: string,
    changes: Partial<Pick<Payment, "status" | "amount" | "currency" | "refunded" | "metadata">>,
  ): Payment;
  events(): readonly SentEvent[];
  attempts(): readonly Attempt[];
  /** Sends an event again, `times` times. Returns false when the event is unknown. */
  resend(eventId: string, options?: DeliveryTwist & { times?: number }): boolean;
  /** Sends the events that the fault `hold` keeps, in their original order or reversed. */
  releaseWebhooks(order?: "as_sent" | "reversed"): void;
  /** Resolves once no webhook is on its way or waits for a retry. */
  webhooksSettled(): Promise<void>;
  /** Number of open requests that `hang` or `hang_after_commit` leaves unanswered. */
  hanging(): number;
  /** Executes the pending `commit_late` requests now and closes the connections of hanging ones. */
  release(): void;
  /** Puts the fake provider's clock forward, for the void window; timers do not move. */
  advance(ms: number): void;
  /** Removes all payments, faults and events, and restores the initial settings and the real clock. */
  reset(): void;
}

/** The controls that only the server can provide. */
export interface TestControls {
  hanging(): number;
  release(): void;
  advance(ms: number): void;
  resetClock(): void;
  initial: Settings;
}

export function openControl(box: Box, controls: TestControls): Control {
  return {
    settings: box.settings,
    set(changes) {
      for (const key of Object.keys(changes))
        if (!Object.hasOwn(defaultSettings, key)) throw new TypeError(`No such setting: ${key}`);
      Object.assign(box.settings, changes);
    },
    fault: (rule) => box.faults.add(rule),
    clearFaults: () => box.faults.clear(),
    payments: () => box.store.all().map(({ payment }) => payment),
    payment: (id) => findPayment(box, id).payment,
    finish(id, result = "AUTHENTICATED") {
      const entry = findPayment(box, id);
      settle(box, entry, result);
      return entry.payment;
    },
    patch(id, changes) {
      const entry = findPayment(box, id);
      Object.assign(entry.payment, changes);
      box.store.save(entry);
      return entry.payment;
    },
    events: () => box.webhooks.events,
    attempts: () => box.webhooks.attempts,
    resend(eventId, { times = 1, ...twist } = {}) {
      let isKnown = true;
      for (let i = 0; i < times; i++) isKnown = box.webhooks.resend(eventId, twist) && isKnown;
      return isKnown;
    },
    releaseWebhooks: (order = "as_sent") => box.webhooks.release(order),
    webhooksSettled: () => box.webhooks.settled(),
    hanging: controls.hanging,
    release: controls.release,
    advance: controls.advance,
    reset() {
      controls.release();
      box.store.clear();
      box.faults.clear();
      box.webhooks.clear();
      Object.assign(box.settings, controls.initial);
      controls.resetClock();
    },
  };
}

type Body = { [key: string]: unknown };

/**
 * The same controls over HTTP, for a fake provider in another process: `{"action": "fault", …}`. Throws ApiError 400 on
 * an unknown action or value.
 */
export function controlByHttp(control: Control, body: Body): unknown {
  const { action, id, ...rest } = body;
  const payment = typeof id === "string" ? id : "";
  switch (action) {
    case "set":
      return ok(() => control.set(rest));
    case "fault":
      return isFaultRule(rest) ? ok(() => control.fault(rest)) : unknownAction();
    case "clear_faults":
      return ok(() => control.clearFaults());
    case "finish":
      return rest["result"] === undefined || isAuthResult(rest["result"])
        ? control.finish(payment, rest["result"])
        : unknownAction();
    case "resend":
      return { ok: control.resend(payment, rest) };
    case "release_webhooks":
      return ok(() => control.releaseWebhooks(rest["order"] === "reversed" ? "reversed" : "as_sent"));
    case "release":
      return ok(() => control.release());
    case "advance":
      return ok(() => control.advance(Number(rest["ms"]) || 0));
    case "reset":
      return ok(() => control.reset());
    case "state":
      return {
        settings: control.settings,
        payments: control.payments(),
        events: control.events(),
        attempts: control.attempts(),
        hanging: control.hanging(),
      };
    default:
      return unknownAction();
  }
}

function unknownAction(): never {
  throw new ApiError(400, "invalid_request_error", "No such control action.");
}

function ok(work: () => void): { ok: true } {
  try {
    work();
  } catch (error) {
    if (error instanceof TypeError) throw new ApiError(400, "invalid_request_error", error.message);
    throw error;
  }
  return { ok: true };
}
