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
  /** Event types it hears; empty means all. */
  events: readonly string[];
  created_at: string;
}

export interface SentEvent {
  id: string;
  type: string;
  paymentId: string;
  created_at: string;
  /** The payment as it was then, already JSON. */
  data: string;
}

export interface Attempt {
  id: string;
  event_id: string;
  event_type: string;
  webhook_id: string;
  /** 1 for the first try. */
  try: number;
  /** HTTP status of the answer, null when there was none. */
  status: number | null;
  created_at: string;
}

/** How one delivery departs from the plain one. */
export interface DeliveryTwist {
  wrongToken?: boolean;
  /** The reference page's spelling `payment_faild`. */
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
  /** Sends what `hold` holds back. */
  release(order: "as_sent" | "reversed"): void;
  /** Resolves once nothing is being delivered or waiting for a retry. */
  settled(): Promise<void>;
  clear(): void;
  close(): void;
}

/**
 * The provider's schedule after a first try that was not answered 2xx: 1 min, 10 min, 30 min, 1 h, 2 h, then the event
 * is dropped.
 */
const retrySeconds = [60, 600, 1800, 3600, 7200] as const;
/** Enough to look back on in a test, little enough for a day under load. */
const maxEvents = 2000;

/** Delivers events to their endpoints, on a clock `options.webhookClock` times as fast as the provider's. */
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
  let busy = 0;
  let epoch = 0;
  let waiters: (() => void)[] = [];

  const done = (): void => {
    if (--busy > 0) return;
    for (const wake of waiters.splice(0)) wake();
  };
  function later(ms: number, work: () => void): void {
    busy++;
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
      done();
    }, ms).unref();
    timers.add(timer);
  }

  /** One try; `ended` is called when it is answered or given up. */
  function send(
    endpoint: Endpoint,
    event: SentEvent,
    tryNumber: number,
    twist: DeliveryTwist,
    ended: () => unknown = () => {},
  ): void {
    busy++;
    const sentIn = epoch;
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
    const secure = endpoint.url.startsWith("https:");
    let over = false;
    const finish = (status: number | null): void => {
      if (over) return;
      over = true;
      if (sentIn === epoch) {
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
          later((wait * 1000) / options.webhookClock, () => send(endpoint, event, tryNumber + 1, twist));
        if (!accepted && wait === undefined)
          options.log({ level: "warn", event: "webhook_dropped", type, event_id: event.id, status });
      }
      ended();
      done();
    };
    const call = (secure ? secureRequest : request)(
      endpoint.url,
      {
        method: "POST",
        ...(secure ? {} : { agent }),
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

  const listeners = (event: SentEvent): Endpoint[] =>
    endpoints.filter(({ events: types }) => types.length === 0 || types.includes(event.type));

  function deliver(event: SentEvent, twist: DeliveryTwist = {}): void {
    for (const endpoint of listeners(event)) send(endpoint, event, 1, twist);
  }
  /** One event after the other, so that the order is the requested one. */
  function deliverInOrder([event, ...rest]: SentEvent[]): void {
    if (!event) return;
    const targets = listeners(event);
    let open = targets.length;
    if (open === 0) return deliverInOrder(rest);
    for (const endpoint of targets) send(endpoint, event, 1, {}, () => --open === 0 && deliverInOrder(rest));
  }

  const api: Webhooks = {
    endpoints,
    get events() {
      return events;
    },
    get attempts() {
      return attempts;
    },
    register(url, secret, types, at) {
      const endpoint = { id: randomUUID(), url, secret, events: types, created_at: new Date(at).toISOString() };
      endpoints.push(endpoint);
      return endpoint;
    },
    emit(type, payment) {
      const fault = faults.webhook();
      if (endpoints.length === 0 || fault?.kind === "missing") return;
      const at = new Date(now()).toISOString().replace(/\.\d+Z$/, "+00:00");
      const event: SentEvent = {
        id: randomUUID(),
        type,
        paymentId: payment.id,
        created_at: at,
        data: JSON.stringify(payment),
      };
      events = push(events, event);
      const delay = fault?.kind === "late" ? (fault.delayMs ?? 1000) : settings.webhookDelayMs;
      if (fault?.kind === "hold") held.push(event);
      else
        later(delay, () =>
          deliver(event, { wrongToken: fault?.kind === "wrong_token", misspelled: fault?.kind === "misspelled" }),
        );
      if (fault?.kind === "double") later(delay, () => deliver(event));
    },
    resend(eventId, twist) {
      const event = events.find((one) => one.id === eventId);
      if (event) deliver(event, twist);
      return event !== undefined;
    },
    release(order) {
      const waiting = held.splice(0);
      deliverInOrder(order === "reversed" ? waiting.reverse() : waiting);
    },
    settled: () => (busy === 0 ? Promise.resolve() : new Promise((resolve) => waiters.push(resolve))),
    clear() {
      epoch++;
      for (const timer of timers) {
        clearTimeout(timer);
        done();
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
