import { accessSync, constants, statSync } from "node:fs";
import { z } from "zod";

const url = (name: string, ...schemes: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)),
      `${name} must be an address starting with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}.`,
    );
/** Returns host and port of an address; several hosts have commas between them. */
const parseHosts = (address: string) =>
  address
    .replace(/^\w+:\/\//, "")
    .split(/[/?#]/, 1)
    .join("")
    .split("@")
    .at(-1) ?? "";
const database = (name: string) =>
  z
    .string()
    // `pg` has no target_session_attrs: it would look up the list as one name.
    .refine(
      (text) => !parseHosts(text).includes(","),
      `${name} must name one host; for several put HAProxy in front (deploy/haproxy).`,
    )
    .pipe(url(name, "postgres", "postgresql"));
const whole = (name: string, min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `${name} must be a whole number.`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `${name} must be between ${min} and ${max}.`);
function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
const flag = (name: string) => z.enum(["0", "1"], `${name} must be 0 or 1.`).transform((text) => text === "1");

const settings = z.object({
  NODE_ENV: z
    .enum(["development", "production", "test"], "NODE_ENV must be development, production or test.")
    .default("development"),
  PORT: whole("PORT", 0, 65535).default(3000),
  HOST: z.string().min(1, "HOST must name an address to listen on.").default("127.0.0.1"),
  BASE_URL: url("BASE_URL", "http", "https")
    .transform((text) => new URL(text).origin)
    .optional(),
  DATA_DIR: z.string().min(1, "DATA_DIR must name a folder.").default(".data"),
  DATABASE_URL: database("DATABASE_URL").optional(),
  DATABASE_DIRECT_URL: database("DATABASE_DIRECT_URL").optional(),
  DATABASE_POOL: whole("DATABASE_POOL", 1, 200).default(10),
  SMTP_URL: url("SMTP_URL", "smtp", "smtps").optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^\r\n<>]*<?[^@\s<>]+@[^@\s<>]+>?$/,
      "MAIL_FROM must be a mailbox, such as Nama Health <hello@example.com>.",
    )
    .default("Nama Health <hello@example.com>"),
  PAYMENTS_API_URL: z
    .union(
      [z.literal("sandbox"), url("PAYMENTS_API_URL", "http", "https")],
      "PAYMENTS_API_URL must be the provider's address, or the word sandbox.",
    )
    .optional(),
  PAYMENTS_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\S+$/, "PAYMENTS_PUBLISHABLE_KEY must start with pk_test_ or pk_live_.")
    .optional(),
  PAYMENTS_SECRET_KEY: z
    .string()
    .regex(/^sk_(test|live)_\S+$/, "PAYMENTS_SECRET_KEY must start with sk_test_ or sk_live_.")
    .optional(),
  PAYMENTS_WEBHOOK_SECRET: z.string().min(16, "PAYMENTS_WEBHOOK_SECRET must have at least 16 characters.").optional(),
  PAYMENTS_SANDBOX_PORT: whole("PAYMENTS_SANDBOX_PORT", 0, 65535).optional(),
  APPLE_PAY_DOMAIN_FILE: z
    .string()
    .refine(
      isReadable,
      "APPLE_PAY_DOMAIN_FILE must name a file that can be read: the one that the card provider's dashboard gives out.",
    )
    .optional(),
  EINVOICING_API_URL: url("EINVOICING_API_URL", "http", "https").optional(),
  MEDIA_URL: url("MEDIA_URL", "file", "http", "https").optional(),
  MEDIA_S3_KEY_ID: z.string().optional(),
  MEDIA_S3_SECRET: z.string().optional(),
  MEDIA_S3_REGION: z
    .string()
    .regex(/^[\w-]+$/, "MEDIA_S3_REGION must be a region's name, such as me-central-1.")
    .default("auto"),
  AUTH_SECRET: z.string().min(32, "AUTH_SECRET must have at least 32 characters.").optional(),
  METRICS_TOKEN: z.string().min(16, "METRICS_TOKEN must have at least 16 characters.").optional(),
  TRUSTED_PROXIES: z
    .string()
    .default("")
    .transform((text) => text.split(/[\s,]+/).filter(Boolean)),
  DRAIN_SECONDS: whole("DRAIN_SECONDS", 0, 3).optional(),
  RATE_LIMIT_FACTOR: z
    .string()
    .regex(/^\d+(\.\d+)?$/, "RATE_LIMIT_FACTOR must be a number.")
    .transform(Number)
    .default(1),
  LOG_LEVEL: z
    .enum(
      ["trace", "debug", "info", "warn", "error", "silent"],
      "LOG_LEVEL must be trace, debug, info, warn, error or silent.",
    )
    .default("info"),
  DEMO: flag("DEMO").optional(),
  DEMO_HISTORY: flag("DEMO_HISTORY").optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url("OTEL_EXPORTER_OTLP_ENDPOINT", "http", "https").optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(
      /^[\w-]+=[^,]*(,[\w-]+=[^,]*)*$/,
      "OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs with commas between them.",
    )
    .transform((text) =>
      Object.fromEntries(
        text.split(",").map((pair) => {
          const index = pair.indexOf("=");
          return [pair.slice(0, index), pair.slice(index + 1)];
        }),
      ),
    )
    .optional(),
  OTEL_SERVICE_NAME: z.string().max(60, "OTEL_SERVICE_NAME must have at most 60 characters.").default("nama"),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, "OTEL_TRACES_SAMPLER_ARG must be a share between 0 and 1.")
    .transform(Number)
    .default(1),
  MAP_TILES_URL: url("MAP_TILES_URL", "http", "https")
    .refine(
      (text) =>
        [...text.matchAll(/\{\w*\}/g)]
          .map(([part]) => part)
          .toSorted()
          .join("") === "{x}{y}{z}",
      "MAP_TILES_URL must hold {z}, {x} and {y} and no other such part, as in https://tiles.example.com/{z}/{x}/{y}.png.",
    )
    .optional(),
  MAP_POINT: z
    .string()
    .regex(
      /^-?\d{1,2}(\.\d+)?, ?-?\d{1,3}(\.\d+)?$/,
      "MAP_POINT must be latitude and longitude of the office, such as 24.7136,46.6753.",
    )
    .transform((text) => text.split(",").map(Number))
    .optional(),
  MAP_ATTRIBUTION: z.string().max(200, "MAP_ATTRIBUTION must have at most 200 characters.").optional(),
});

export interface Env extends Omit<
  z.output<typeof settings>,
  | "DEMO"
  | "DEMO_HISTORY"
  | "DRAIN_SECONDS"
  | "BASE_URL"
  | "PAYMENTS_API_URL"
  | "PAYMENTS_SANDBOX_PORT"
  | "PAYMENTS_PUBLISHABLE_KEY"
  | "PAYMENTS_SECRET_KEY"
  | "PAYMENTS_WEBHOOK_SECRET"
  | "EINVOICING_API_URL"
> {
  DEMO: boolean;
  /**
   * Whether a new database of the demo gets a past: people, orders, enquiries. Its payments are the fake provider's.
   */
  DEMO_HISTORY: boolean;
  /** Seconds for which the process still listens after it has been asked to stop. */
  DRAIN_SECONDS: number;
  /** Public address of the site, without a trailing slash. */
  BASE_URL: string;
  /** True while no real provider is configured: the fake provider is used and every page of checkout says so. */
  PAYMENTS_SANDBOX: boolean;
  PAYMENTS_SANDBOX_PORT: number;
  /** Address of the provider with its version, e.g. `https://api.moyasar.com/v1`. */
  PAYMENTS_API_URL: string;
  PAYMENTS_PUBLISHABLE_KEY: string;
  PAYMENTS_SECRET_KEY: string;
  PAYMENTS_WEBHOOK_SECRET: string;
  /**
   * Address of the e-invoicing authority, without its environment. A fake card provider comes with a fake authority.
   */
  EINVOICING_API_URL: string;
}

/** Lists every problem of the settings, each as a sentence. */
export class SettingsError extends Error {
  constructor(problems: string[]) {
    super(
      `The settings have ${problems.length === 1 ? "a problem" : `${problems.length} problems`}:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`,
    );
    this.name = "SettingsError";
  }
}

/** Keys of the fake provider: fixed, public and useless anywhere else. */
export const sandboxKeys = {
  publishable: "pk_test_local_nama_sandbox",
  secret: "sk_test_local_nama_sandbox",
  webhook: "local-sandbox-webhook-secret",
};

/** Reads the settings of decisions §7. An empty variable counts as unset. Throws SettingsError. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const rawEnv = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = settings.safeParse(rawEnv);
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => issue.message);
  const isProduction = rawEnv.NODE_ENV === "production";
  const keys = ["PAYMENTS_PUBLISHABLE_KEY", "PAYMENTS_SECRET_KEY", "PAYMENTS_WEBHOOK_SECRET"].filter(
    (name) => rawEnv[name],
  );
  const isSandbox = rawEnv.PAYMENTS_API_URL === "sandbox" || (keys.length === 0 && !rawEnv.PAYMENTS_API_URL);
  if (!isSandbox && keys.length < 3)
    problems.push(
      "PAYMENTS_PUBLISHABLE_KEY, PAYMENTS_SECRET_KEY and PAYMENTS_WEBHOOK_SECRET must be set together to use a real card provider.",
    );
  if (isSandbox && keys.length > 0)
    problems.push("PAYMENTS_API_URL=sandbox uses its own keys: remove the other PAYMENTS_ keys, or the word sandbox.");
  if (isProduction && isSandbox && rawEnv.PAYMENTS_API_URL !== "sandbox")
    problems.push(
      "With NODE_ENV=production the card provider's keys must be set, or the sandbox asked for by name with PAYMENTS_API_URL=sandbox.",
    );
  if (Boolean(rawEnv.MAP_TILES_URL) !== Boolean(rawEnv.MAP_POINT))
    problems.push("MAP_TILES_URL and MAP_POINT must be set together: the street map has to know where the office is.");
  const isBucket = rawEnv.MEDIA_URL?.startsWith("http") ?? false;
  if (isBucket !== Boolean(rawEnv.MEDIA_S3_KEY_ID) || isBucket !== Boolean(rawEnv.MEDIA_S3_SECRET))
    problems.push(
      "MEDIA_URL with a bucket's address, MEDIA_S3_KEY_ID and MEDIA_S3_SECRET must be set together to keep uploads in a bucket.",
    );
  if (isProduction && !rawEnv.BASE_URL)
    problems.push("With NODE_ENV=production BASE_URL must be the site's public address.");
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems);
  const env = parsed.data;
  const sandboxPort = env.PAYMENTS_SANDBOX_PORT ?? (env.PORT ? env.PORT + 1 : 0);
  return {
    ...env,
    DEMO: env.DEMO ?? !isProduction,
    DEMO_HISTORY: (env.DEMO ?? !isProduction) && isSandbox && (env.DEMO_HISTORY ?? true),
    DRAIN_SECONDS: env.DRAIN_SECONDS ?? (isProduction ? 3 : 0),
    BASE_URL:
      env.BASE_URL ?? `http://${env.HOST === "0.0.0.0" || env.HOST === "::" ? "localhost" : env.HOST}:${env.PORT}`,
    PAYMENTS_SANDBOX: isSandbox,
    PAYMENTS_SANDBOX_PORT: sandboxPort,
    PAYMENTS_API_URL: isSandbox
      ? `http://127.0.0.1:${sandboxPort}/v1`
      : (env.PAYMENTS_API_URL ?? "https://api.moyasar.com/v1"),
    EINVOICING_API_URL:
      env.EINVOICING_API_URL?.replace(/\/$/, "") ??
      (isSandbox ? `http://127.0.0.1:${sandboxPort}/e-invoicing` : "https://gw-fatoora.zatca.gov.sa/e-invoicing"),
    PAYMENTS_PUBLISHABLE_KEY: env.PAYMENTS_PUBLISHABLE_KEY ?? sandboxKeys.publishable,
    PAYMENTS_SECRET_KEY: env.PAYMENTS_SECRET_KEY ?? sandboxKeys.secret,
    PAYMENTS_WEBHOOK_SECRET: env.PAYMENTS_WEBHOOK_SECRET ?? sandboxKeys.webhook,
  };
}
