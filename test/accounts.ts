/** Calls the account endpoints without a network connection, as test persons. */
import { Hono } from "hono";
import { pino } from "pino";
import { expect } from "vitest";
import * as accounts from "#features/people/api.server.ts";
import * as profile from "#features/people/profile/api.server.ts";
import { readViewer } from "#features/people/sessions.server.ts";
import type { PublicUser } from "#features/people/user.ts";
import { acceptedLocale } from "#i18n/locale.server.ts";
import type { Database } from "#platform/db/database.server.ts";
import { mountApi } from "#platform/http/api.server.ts";
import type { AnyEndpoint } from "#platform/http/endpoint.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { testContext, testEnv, type TestCtx } from "./context.ts";

export const sara = {
  name: "Sara Nasser",
  email: "sara@example.com",
  contact_number: "+966500000001",
  scfhs_number: "07RM0012345",
  workplace: "Example Hospital",
  address: "Riyadh",
  profession: "Nurse",
  password: "three own words",
  password_confirmation: "three own words",
  remember_me: "accept",
};

/** Sara's data as she might type it. The site stores it as in `sara`. */
export const saraAsTyped = {
  ...sara,
  name: "  Sara Nasser ",
  email: "Sara@Example.com",
  contact_number: "٠٥٠ ٠٠٠ ٠٠٠١",
  scfhs_number: "07-r-m 0012345",
};

/** The fields of a form that sets a new password. */
export const newPassword = { password: "four other own words", password_confirmation: "four other own words" };

export const firefoxOnWindows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** The endpoints of registration, login, passwords, sessions and the profile. */
export const accountEndpoints = {
  "/api/register": accounts.register,
  "/api/login": accounts.login,
  "/api/logout": accounts.logout,
  "/api/me": accounts.me,
  "/api/forget-password": accounts.forgetPassword,
  "/api/reset-password": accounts.resetPassword,
  "/api/check-reset-link": accounts.checkResetLink,
  "/api/change-password": accounts.changePassword,
  "/api/edit-profile": profile.editProfile,
  "/api/confirm-email": profile.confirmEmail,
  "/api/send-address-link": accounts.sendAddressLink,
  "/api/sessions": profile.sessions,
  "/api/end-session": profile.endSession,
  "/api/end-other-sessions": profile.endOtherSessions,
};

/** Creates a log that appends its lines to `lines`. */
const createLogTo = (lines: string[]) => pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });

export interface Reply<Body> {
  status: number;
  text: string;
  headers: Headers;
  body: Body;
}
interface CallOptions {
  token?: string | undefined;
  lang?: string;
  userAgent?: string;
}
export type Call<Body = Record<string, unknown>> = (
  path: string,
  body?: unknown,
  options?: CallOptions,
) => Promise<Reply<Body>>;

/**
 * Returns a function that calls endpoints of a table as the server mounts them. `Body` is the type that the caller
 * expects of the answers; nothing checks it.
 */
export function createCaller<Body = Record<string, unknown>>(
  ctx: TestCtx,
  table: Record<string, AnyEndpoint>,
): Call<Body> {
  const app = new Hono();
  app.use(async (request, next) => {
    request.set("requestId", "test");
    request.set("log", ctx.log);
    await next();
  });
  mountApi(app, table, async (request) => {
    const locale = acceptedLocale(request.req.header("accept-language"));
    const token = /^Bearer (\S{1,512})$/.exec(request.req.header("authorization") ?? "")?.[1] ?? null;
    return {
      ...ctx,
      locale,
      token,
      userAgent: request.req.header("user-agent") ?? "",
      viewer: token ? await readViewer(ctx, token) : null,
    };
  });
  return async (path, body = {}, { token, lang = "en", userAgent = "" } = {}) => {
    const headers = {
      "content-type": "application/json",
      "accept-language": lang,
      "user-agent": userAgent,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    };
    const response = await app.request(`/api/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as Body };
  };
}

/**
 * Gives tests two shapes at once: the answer of registration and login, and the messages of fields after an error. No
 * real answer has both.
 */
export type LoginAnswer = { token: string; device: string; user: PublicUser; message: string } & Record<
  string,
  string[]
>;

/** Returns a function that calls the account endpoints, its context, and the log lines of the calls. */
export function accountCalls<Body = Record<string, unknown>>(
  database: Database,
): { ctx: TestCtx; call: Call<Body>; logged: string[] } {
  const logged: string[] = [];
  const ctx = testContext(database, { log: createLogTo(logged) });
  return { ctx, call: createCaller<Body>(ctx, accountEndpoints), logged };
}

/** Returns the same function with the rate limits of production. Other test contexts allow a thousand times as much. */
export function limitedCalls<Body = Record<string, unknown>>(database: Database): Call<Body> {
  return createCaller<Body>(testContext(database, { env: testEnv({ RATE_LIMIT_FACTOR: "1" }) }), accountEndpoints);
}

/** Creates an account for Sara, and one for Omar at other@example.com with the same password. */
export async function registerSaraAndOmar(call: Call): Promise<void> {
  await call("register", sara);
  await call("register", { ...sara, email: "other@example.com", name: "Omar Ali" });
}

/** Logs in and resolves with the token and the user's id. Rejects when the login is refused. */
export async function logInAs(
  call: Call,
  { email, password }: { email: string; password: string } = sara,
  options: CallOptions = {},
): Promise<{ token: string; id: string }> {
  const { status, body, text } = await call("login", { email, password }, options);
  if (status !== 200) throw new Error(`login answered ${status}: ${text}`);
  return { token: String(body["token"]), id: (body["user"] as { id: string }).id };
}

/** Medians of two kinds of call in ms. `more` is the median of the differences, the first minus the second. */
export interface Compared {
  /** Processor time. */
  worked: { more: number; first: number; second: number };
  /** Time on the clock, which also contains other load on the machine. */
  took: { more: number; first: number; second: number };
}

/**
 * Measures two kinds of call in `pairs` rounds. Each round makes both calls one after the other, so that other load on
 * the machine affects both.
 */
export async function compareCalls(
  pairs: number,
  first: (round: number) => Promise<unknown>,
  second: (round: number) => Promise<unknown>,
): Promise<Compared> {
  const calls = { first, second };
  const worked = { first: [] as number[], second: [] as number[] };
  const took = { first: [] as number[], second: [] as number[] };
  for (let round = 0; round < pairs; round++)
    for (const kind of round % 2 ? (["first", "second"] as const) : (["second", "first"] as const)) {
      const [start, before] = [performance.now(), process.cpuUsage()];
      await calls[kind](round);
      took[kind].push(performance.now() - start);
      const { user, system } = process.cpuUsage(before);
      worked[kind].push((user + system) / 1000);
    }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const toMedians = (times: typeof worked) => ({
    more: median(times.first.map((ms, round) => ms - (times.second[round] ?? 0))),
    first: median(times.first),
    second: median(times.second),
  });
  return { worked: toMedians(worked), took: toMedians(took) };
}

/**
 * Fails when the two kinds of call can be told apart by their time: when one needs 5 ms more of the processor, or waits
 * for something that the other does not wait for.
 */
export function expectAlike({ worked, took }: Compared): void {
  expect(Math.abs(worked.more), "more work").toBeLessThan(5);
  expect(Math.abs(took.more), "more time").toBeLessThan(5 + Math.min(took.first, took.second) / 2);
}

/** Reads the mails in the outbox, oldest first. */
export async function readOutbox(
  ctx: TestCtx,
): Promise<{ to: string; template: string; locale: string; props: Record<string, string>; key: string }[]> {
  const rows = await ctx.db.select().from(outboxMails).orderBy(outboxMails.id);
  return rows.map(({ to, template, locale, props, key }) => ({
    to,
    template,
    locale,
    props: props as Record<string, string>,
    key,
  }));
}
