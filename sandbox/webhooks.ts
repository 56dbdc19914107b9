import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { request as secureRequest } from "node:https";
import type { FaultQueue } from "./faults.ts";
import type { Payment } from "./payment.ts";
import type { ResolvedOptions, Settings } from "./settings.ts";

export const webhookEvents = [
  "payment_paid",
  "payment_failed",
  "payment_authorized",
  "payment_captured",
  "payment_refunded",
  "payment_voided",
] as const;

export interface Endpoint {
  id: string;
  url: string;
  secret: string;
  /** Event types that the endpoint receives; empty means all. */
  events: readonly string[];
  created_at: string;
}

export interface SentEvent {
  id: string;
  type: string;
  paymentId: string;
  created_at: string;
  /** The payment at the time of the event, as JSON text. */
  data: string;
}

export interface Attempt {
  id: string;
  event_id: string;
  event_type: string;
  webhook_id: string;
  /** 1 for the first attempt. */
  try: number;
  /** HTTP status of the answer; null without an answer. */
  status: number | null;
  created_at: string;
}

/** How one delivery differs from a normal one. */
export interface DeliveryTwist {
  wrongToken?: boolean;
  /** Sends the type `payment_faild`, as the provider's reference page spells it. */
  misspelled?: boolean;
}

export interface Webhooks {
  readonly endpoints: readonly Endpoint[];
  readonly events: readonly SentEvent[];
  readonly attempts: readonly Attempt[];
  register(url: string, secret: string, events: readonly string[], now: number): Endpoint;
  emit(type: string, payment: Payment): void;
  /** Sends a past event again, with its own id. */
  resend(eventId: string, twist?: DeliveryTwist): boolean;
  /** Sends the events that the fault `hold` keeps. */
  release(order: "as_sent" | "reversed"): void;
  /** Resolves once nothing is being delivered or waiting for a retry. */
  settled(): Promise<void>;
  clear(): void;
  close(): void;
}

/**
 * The provider's schedule after a first attempt without a 2xx answer: it tries again after 1 min, 10 min, 30 min, 1 h
 * and 2 h, then drops the event.
 */
const retrySeconds = [60, 600, 1800, 3600, 7200] as const;
/** Enough for every test, and a limit on memory for a day under load. */
const maxEvents = 2000;

/** Opens the delivery of events, on a clock `options.webhookClock` times as fast as the provider's. */
export function openWebhooks(
  options: ResolvedOptions,
  settings: Settings,
  faults: FaultQueue,
  now: () => number,
): Webhooks {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const endpoints: Endpoint[] = [];
  let events: SentEvent[] = [];
  let attempts: Attempt[] = [];
  let held: SentEvent[] = [];
  const timers = new Set<NodeJS.Timeout>();
  let pendingCount = 0;
  let epoch = 0;
  let waiters: (() => void)[] = [];

  const endWork = (): void => {
    if (--pendingCount > 0) return;
    for (const wake of waiters.splice(0)) wake();
  };
  function schedule(ms: number, work: () => void): void {
    pendingCount++;
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
      endWork();
    }, ms).unref();
    timers.add(timer);
  }

  /** Makes one attempt and calls `onEnd` when it is answered or has failed. */
  function send(
    endpoint: Endpoint,
    event: SentEvent,
    tryNumber: number,
    twist: DeliveryTwist,
    onEnd: () => unknown = () => {},
  ): void {
    pendingCount++;
    const sentEpoch = epoch;
    const type = twist.misspelled ? event.type.replace("failed", "faild") : event.type;
    const token = twist.wrongToken ? `not-${endpoint.secret}` : endpoint.secret;
    const head = {
      id: event.id,
      type,
      created_at: event.created_at,
      secret_token: token,
      account_name: null,
      live: false,
    };
    const body = Buffer.from(`${JSON.stringify(head).slice(0, -1)},"data":${event.data}}`);
    const isSecure = endpoint.url.startsWith("https:");
    let isFinished = false;
    const finish = (status: number | null): void => {
      if (isFinished) return;
      isFinished = true;
      if (sentEpoch === epoch) {
        attempts = push(attempts, {
          id: randomUUID(),
          event_id: event.id,
          event_type: type,
          webhook_id: endpoint.id,
          try: tryNumber,
          status,
          created_at: new Date(now()).toISOString(),
        });
        const wait = retrySeconds[tryNumber - 1];
        const accepted = status !== null && status >= 200 && status < 300;
        if (!accepted && wait !== undefined)
          schedule((wait * 1000) / options.webhookClock, () => send(endpoint, event, tryNumber + 1, twist));
        if (!accepted && wait === undefined)
          options.log({ level: "warn", event: "webhook_dropped", type, event_id: event.id, status });
      }
      onEnd();
      endWork();
    };
    const call = (isSecure ? secureRequest : request)(
      endpoint.url,
      {
        method: "POST",
        ...(isSecure ? {} : { agent }),
        headers: {
          "content-type": "application/json",
          "content-length": body.length,
          "user-agent": "nama-payments-sandbox/1",
        },
        timeout: settings.webhookTimeoutMs,
      },
      (answer) => {
        const { statusCode } = answer;
        answer
          .resume()
          .on("end", () => finish(statusCode ?? null))
          .on("error", () => finish(null));
      },
    );
    call.on("timeout", () => call.destroy(new Error("timeout"))).on("error", () => finish(null));
    call.end(body);
  }

  const findListeners = (event: SentEvent): Endpoint[] =>
    endpoints.filter(({ events: types }) => types.length === 0 || types.includes(event.type));

  function deliver(event: SentEvent, twist: DeliveryTwist = {}): void {
    for (const endpoint of findListeners(event)) send(endpoint, event, 1, twist);
  }
  /** Delivers one event after the other, so that they arrive in this order. */
  function deliverInOrder([event, ...rest]: SentEvent[]): void {
    if (!event) return;
    const targets = findListeners(event);
    let remaining = targets.length;
    if (remaining === 0) return deliverInOrder(rest);
    for (const endpoint of targets) send(endpoint, event, 1, {}, () => --remaining === 0 && deliverInOrder(rest));
  }

  const api: Webhooks = {
    endpoints,
    get events() {
      return events;
    },
    get attempts() {
      return attempts;
    },
    register(url, secret, types, createdAt) {
      const endpoint = { id: randomUUID(), url, secret, events: types, created_at: new Date(createdAt).toISOString() };
      endpoints.push(endpoint);
      return endpoint;
    },
    emit(type, payment) {
      const fault = faults.webhook();
      if (endpoints.length === 0 || fault?.kind === "missing") return;
      const createdAt = new Date(now()).toISOString().replace(/\.\d+Z$/, "+00:00");
      const event: SentEvent = {
        id: randomUUID(),
        type,
        paymentId: payment.id,
        created_at: createdAt,
        data: JSON.stringify(payment),
      };
      events = push(events, event);
      const delay = fault?.kind === "late" ? (fault.delayMs ?? 1000) : settings.webhookDelayMs;
      if (fault?.kind === "hold") held.push(event);
      else
        schedule(delay, () =>
          deliver(event, { wrongToken: fault?.kind === "wrong_token", misspelled: fault?.kind === "misspelled" }),
        );
      if (fault?.kind === "double") schedule(delay, () => deliver(event));
    },
    resend(eventId, twist) {
      const event = events.find(({ id }) => id === eventId);
      if (event) deliver(event, twist);
      return event !== undefined;
    },
    release(order) {
      const waiting = held.splice(0);
      deliverInOrder(order === "reversed" ? waiting.reverse() : waiting);
    },
    settled: () => (pendingCount === 0 ? Promise.resolve() : new Promise((resolve) => waiters.push(resolve))),
    clear() {
      epoch++;
      for (const timer of timers) {
        clearTimeout(timer);
        endWork();
      }
      timers.clear();
      events = [];
      attempts = [];
      held = [];
    },
    close() {
      api.clear();
      agent.destroy();
    },
  };
  for (const url of options.webhookUrls) api.register(url, options.webhookSecret, [], now());
  return api;
}

function push<T>(list: T[], item: T): T[] {
  list.push(item);
  return list.length > maxEvents * 2 ? list.slice(-maxEvents) : list;
}
