/** The account's endpoints without a socket, and a person to call them. */
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

/** As people type: what is stored is `sara`. */
export const saraAsTyped = {
  ...sara,
  name: "  Sara Nasser ",
  email: "Sara@Example.com",
  contact_number: "٠٥٠ ٠٠٠ ٠٠٠١",
  scfhs_number: "07-r-m 0012345",
};

/** What the forms that set another password send. */
export const newPassword = { password: "four other own words", password_confirmation: "four other own words" };

export const firefoxOnWindows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Every endpoint about an account. */
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

/** A log that tests read. */
const logTo = (lines: string[]) => pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });

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
 * Calls endpoints of a table over HTTP, as the server mounts them; `Body` is what the caller expects of the answers.
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

/** What registration and login answer, and the messages of their fields. */
export type LoginAnswer = { token: string; device: string; user: PublicUser; message: string } & Record<
  string,
  string[]
>;

/** A visitor's calls of every account endpoint, their context, and the lines logged meanwhile. */
export function accountCalls<Body = Record<string, unknown>>(
  database: Database,
): { ctx: TestCtx; call: Call<Body>; logged: string[] } {
  const logged: string[] = [];
  const ctx = testContext(database, { log: logTo(logged) });
  return { ctx, call: createCaller<Body>(ctx, accountEndpoints), logged };
}

/** The same calls under the rate limits of production: other contexts of tests allow a thousand times as much. */
export function limitedCalls<Body = Record<string, unknown>>(database: Database): Call<Body> {
  return createCaller<Body>(testContext(database, { env: testEnv({ RATE_LIMIT_FACTOR: "1" }) }), accountEndpoints);
}

/** Opens an account for Sara, and one for Omar at other@example.com with her password. */
export async function registerSaraAndOmar(call: Call): Promise<void> {
  await call("register", sara);
  await call("register", { ...sara, email: "other@example.com", name: "Omar Ali" });
}

/** Logs in; the token and the user's id. Throws when refused. */
export async function logInAs(
  call: Call,
  { email, password }: { email: string; password: string } = sara,
  options: CallOptions = {},
): Promise<{ token: string; id: string }> {
  const { status, body, text } = await call("login", { email, password }, options);
  if (status !== 200) throw new Error(`login answered ${status}: ${text}`);
  return { token: String(body["token"]), id: (body["user"] as { id: string }).id };
}

/** What one of two kinds of call takes more than the other, and what each takes, in ms. */
export interface Compared {
  /** Work of the processor. */
  worked: { more: number; first: number; second: number };
  /** Time on the clock, which also counts what else the machine does. */
  took: { more: number; first: number; second: number };
}

/**
 * Compares calls in so many pairs, each one after the other, so that what else the machine does troubles both: `more`
 * is the middle of their differences.
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
  const compared = (of: typeof worked) => ({
    more: median(of.first.map((ms, round) => ms - (of.second[round] ?? 0))),
    first: median(of.first),
    second: median(of.second),
  });
  return { worked: compared(worked), took: compared(took) };
}

/**
 * The two are indistinguishable by timing: neither works 5 ms more, nor waits for something the other does not wait
 * for.
 */
export function expectAlike({ worked, took }: Compared): void {
  expect(Math.abs(worked.more), "more work").toBeLessThan(5);
  expect(Math.abs(took.more), "more time").toBeLessThan(5 + Math.min(took.first, took.second) / 2);
}

/** What has been written to the outbox, oldest first. */
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
