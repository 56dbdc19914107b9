/**
 * Behaviour that the provider's documentation leaves open, so that a test may choose it. Every setting can be changed
 * while the fake provider runs.
 */
export interface Settings {
  /**
   * Type and message of a refused field. The live sandbox of 2026-10 sends `validation_error`, the documentation says
   * `invalid_request_error`.
   */
  validationType: "validation_error" | "invalid_request_error";
  /** A field's errors as a list (as the live API sends them) or as one string (as some documentation pages say). */
  fieldErrors: "list" | "string";
  /** Whether card fields are named `number` or `source.number` in `errors`. */
  cardFieldPrefix: "" | "source.";
  /** Error type of the 403 for a publishable key on a secret route, on which the sources disagree. */
  forbiddenType: "api_error" | "authentication_error";
  notFoundType: "record_not_found" | "api_error";
  /** When a declined card fails: after the payer's confirmation, or in the reply to the creation. */
  declines: "after_3ds" | "before_3ds";
  unlistedCard: "fails" | "succeeds";
  /** Outcome of an Apple Pay amount that no rule covers. */
  unlistedAmount: "fails" | "succeeds";
  /** What the masked number of an Apple Pay card shows: the provider knows the last four digits only sometimes. */
  applePayDigits: "last_four" | "none";
  partialRefundStatus: "refunded" | "unchanged";
  secondPartialRefund: "accepted" | "refused";
  /** Minutes after payment in which a paid or captured payment may still be voided. */
  voidWindowMinutes: number;
  /** Percentage by which a card coupon lowers the amount, unless the request says `apply_coupon: false`. */
  couponPercent: number;
  /** Milliseconds between a change and its webhook. */
  webhookDelayMs: number;
  webhookTimeoutMs: number;
}

export const defaultSettings: Settings = {
  validationType: "validation_error",
  fieldErrors: "list",
  cardFieldPrefix: "",
  forbiddenType: "api_error",
  notFoundType: "record_not_found",
  declines: "after_3ds",
  unlistedCard: "fails",
  unlistedAmount: "fails",
  applePayDigits: "last_four",
  partialRefundStatus: "refunded",
  secondPartialRefund: "accepted",
  voidWindowMinutes: 120,
  couponPercent: 0,
  webhookDelayMs: 0,
  webhookTimeoutMs: 10_000,
};

export interface LogEntry {
  level: "info" | "warn";
  event: string;
  [detail: string]: string | number | null;
}

export interface SandboxOptions {
  /** 0 (the default) takes any free port. */
  port?: number;
  /** Address to listen on; loopback unless configured otherwise. */
  host?: string;
  /** Origin at which browsers reach the fake provider behind a reverse proxy. */
  publicUrl?: string;
  publishableKey?: string;
  secretKey?: string;
  webhookSecret?: string;
  /** Endpoints that receive every event, in addition to those registered through the API. */
  webhookUrls?: string[];
  /** Directory of the journal; without it payments are kept in memory only. */
  dataDir?: string;
  merchant?: { en: string; ar: string };
  /** How many times faster than the provider's clock webhook retries run: 60 turns 1 min … 2 h into 1 s … 2 min. */
  webhookClock?: number;
  /** Opens `POST /__control` to callers on this machine. */
  controlRoute?: boolean;
  settings?: Partial<Settings>;
  /** Returns the time in UTC milliseconds, for callers that simulate the past; by default this machine's clock. */
  clock?: () => number;
  log?: (entry: LogEntry) => void;
}

export type ResolvedOptions = Required<Omit<SandboxOptions, "settings" | "dataDir" | "publicUrl">> & {
  dataDir: string | null;
  publicUrl: URL | null;
};

/** The keys that the site uses with a fake provider (src/platform/env.server.ts), so that both fit without settings. */
export const testKeys = {
  publishable: "pk_test_local_nama_sandbox",
  secret: "sk_test_local_nama_sandbox",
  webhook: "local-sandbox-webhook-secret",
} as const;

/** Thrown at start. Its message lists every problem. */
export class SandboxSettingsError extends Error {
  override name = "SandboxSettingsError";
}

/** Fills in defaults. Throws SandboxSettingsError on live keys, malformed keys and invalid addresses. */
export function resolveOptions(options: SandboxOptions): ResolvedOptions {
  const problems: string[] = [];
  const publishableKey = options.publishableKey ?? testKeys.publishable;
  const secretKey = options.secretKey ?? testKeys.secret;
  for (const [name, key, prefix] of [
    ["The publishable key", publishableKey, "pk_test_"],
    ["The secret key", secretKey, "sk_test_"],
  ] as const) {
    if (/^[ps]k_live_/.test(key)) problems.push(`${name} is a live key; the sandbox takes test keys only.`);
    else if (!key.startsWith(prefix) || key.length === prefix.length)
      problems.push(`${name} must start with ${prefix}.`);
  }
  if (publishableKey === secretKey) problems.push("The two keys must differ.");
  const webhookUrls = options.webhookUrls ?? [];
  for (const url of webhookUrls)
    if (!isHttpUrl(url)) problems.push("Every webhook address must be an http or https URL.");
  if (options.publicUrl !== undefined && !isHttpUrl(options.publicUrl))
    problems.push("The public address must be an http or https URL.");
  const webhookClock = options.webhookClock ?? 60;
  if (!(webhookClock > 0)) problems.push("The webhook clock must be a number above 0.");
  const port = options.port ?? 0;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) problems.push("The port must be a number from 0 to 65535.");
  if (problems.length > 0) throw new SandboxSettingsError(problems.join("\n"));
  return {
    port,
    host: options.host ?? "127.0.0.1",
    publicUrl: options.publicUrl === undefined ? null : new URL(options.publicUrl),
    publishableKey,
    secretKey,
    webhookSecret: options.webhookSecret ?? testKeys.webhook,
    webhookUrls,
    dataDir: options.dataDir ?? null,
    merchant: options.merchant ?? { en: "Nama Health", ar: "نماء الصحية" },
    webhookClock,
    controlRoute: options.controlRoute ?? false,
    clock: options.clock ?? Date.now,
    log: options.log ?? (() => {}),
  };
}

/** Whether a text is an absolute http or https address. */
export function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === "http:" || url.protocol === "https:");
}

const loopbackHost = /^(localhost|([a-z0-9-]+\.)+localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** Whether a host name (no port) means this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return loopbackHost.test(hostname);
}
