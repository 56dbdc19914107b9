/** The staff's API without a socket, and colleagues to call it. */
import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { Hono } from "hono";
import { getCookie } from "hono/cookie";
import { makeRecoveryCodes, newSecondFactor, unseal } from "#features/staff/second-factor.server.ts";
import { hashPassword } from "#features/people/password-hash.server.ts";
import type { StaffRole } from "#features/people/permissions.ts";
import { getStaffAuth, staffCookies } from "#features/staff/auth.server.ts";
import { readStaffActor } from "#features/staff/sessions.server.ts";
import {
  staffAccounts,
  staffSessions,
  staffTriedCodes,
  staffTwoFactors,
  staffUsers,
} from "#features/staff/tables.server.ts";
import { acceptedLocale } from "#i18n/locale.server.ts";
import { mountStaffApi } from "#platform/http/staff-api.server.ts";
import { getStaffApi } from "../src/staff-api.ts";
import type { TestCtx } from "./context.ts";

export interface StaffAnswer {
  status: number;
  headers: Headers;
  /** Empty for a file. */
  body: Record<string, unknown>;
  /** Of a file. */
  bytes: Uint8Array;
}
export interface StaffBrowser {
  /** Calls as the portal does, `"GET orders"`, and keeps the cookies of the answer. */
  call(
    name: string,
    input?: Record<string, unknown> | FormData,
    headers?: Record<string, string>,
  ): Promise<StaffAnswer>;
  cookies: Map<string, string>;
}

function mounted(ctx: TestCtx): Hono {
  const app = new Hono();
  app.use(async (request, next) => {
    request.set("requestId", "test");
    request.set("log", ctx.log);
    await next();
  });
  mountStaffApi(app, getStaffApi(ctx.env), {
    origin: ctx.env.BASE_URL,
    contextFor: async (request) => {
      const token = getCookie(request, staffCookies(ctx.env).session) ?? null;
      const actor = (token && (await readStaffActor(ctx, token))) || ({ kind: "visitor" } as const);
      const locale = acceptedLocale(request.req.header("accept-language"));
      return { ...ctx, locale, token, actor, viewer: null, userAgent: request.req.header("user-agent") ?? "" };
    },
  });
  return app;
}

const cookieHeader = (cookies: ReadonlyMap<string, string>): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

/** A browser of the portal, with cookies of its own. */
export function staffBrowser(ctx: TestCtx): StaffBrowser {
  const app = mounted(ctx);
  const cookies = new Map<string, string>();
  return {
    cookies,
    async call(name, input = {}, headers = {}) {
      const [method = "", path = ""] = name.split(" ");
      const isGet = method === "GET";
      const isForm = input instanceof FormData;
      // A list is its key several times.
      const texts = Object.entries(input).flatMap(([key, value]) => [value].flat().map((one) => [key, String(one)]));
      const query = isGet ? `?${new URLSearchParams(texts)}` : "";
      const response = await app.request(`/api/staff/${path}${query}`, {
        method,
        headers: {
          cookie: cookieHeader(cookies),
          ...(isGet ? {} : { origin: ctx.env.BASE_URL }),
          ...(isGet || isForm ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(isGet ? {} : { body: isForm ? input : JSON.stringify(input) }),
      });
      for (const one of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
        if (/max-age=0/i.test(one)) cookies.delete(name);
        else cookies.set(name, value);
      }
      const bytes = new Uint8Array(await response.arrayBuffer());
      const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
      const body = (isJson ? JSON.parse(new TextDecoder().decode(bytes)) : {}) as Record<string, unknown>;
      return { status: response.status, headers: response.headers, body, bytes };
    },
  };
}

export interface Colleague {
  id: string;
  email: string;
  password: string;
  /** The secret of their app. */
  secret: string;
  recoveryCodes: string[];
  /** The present code of their app; their app shows it as if it had never been tried. */
  code(): Promise<string>;
}

let made = 0;

/** Someone of the staff who has accepted their invitation. */
export async function makeStaff(ctx: TestCtx, role: StaffRole): Promise<Colleague> {
  made += 1;
  const id = `staff-${made}-${crypto.randomUUID().slice(0, 8)}`;
  const email = `${role}-${made}@example.com`;
  const password = "palm-Tree-by-the-well-7";
  const [factor, recovery, { api }] = [
    await newSecondFactor(ctx, email),
    await makeRecoveryCodes(ctx),
    await getStaffAuth(ctx),
  ];
  const secret = await unseal(ctx, factor.sealed);
  await ctx.db
    .insert(staffUsers)
    .values({ id, name: `Colleague ${made}`, email, role, acceptedAt: ctx.now(), twoFactorEnabled: true });
  const account = { id, accountId: id, providerId: "credential", userId: id };
  await ctx.db.insert(staffAccounts).values({ ...account, password: await hashPassword(password) });
  const factorRow = { id, userId: id, secret: factor.sealed, backupCodes: recovery.sealed };
  await ctx.db.insert(staffTwoFactors).values(factorRow);
  const code = async () => {
    await ctx.db.delete(staffTriedCodes).where(eq(staffTriedCodes.userId, id));
    return (await api.generateTOTP({ body: { secret } })).code;
  };
  return { id, email, password, secret, recoveryCodes: recovery.codes, code };
}

/** A session of a colleague without the steps of a sign-in, in a browser of their own. */
export async function signedIn(ctx: TestCtx, staffId: string): Promise<StaffBrowser> {
  const token = crypto.randomUUID();
  const now = ctx.now();
  await ctx.db.insert(staffSessions).values({
    id: crypto.randomUUID(),
    token,
    userId: staffId,
    expiresAt: new Date(now.getTime() + 12 * 3_600_000),
    createdAt: now,
    updatedAt: now,
    confirmedAt: now,
  });
  const signature = createHmac("sha256", ctx.env.AUTH_SECRET ?? "")
    .update(token)
    .digest("base64");
  const browser = staffBrowser(ctx);
  browser.cookies.set(staffCookies(ctx.env).session, encodeURIComponent(`${token}.${signature}`));
  return browser;
}

/** Both steps of a sign-in. Throws when one is refused. */
export async function signIn(browser: StaffBrowser, colleague: Colleague): Promise<void> {
  const { email, password } = colleague;
  const first = await browser.call("POST sign-in", { email, password });
  const second = await browser.call("POST sign-in/code", { code: await colleague.code() });
  if (first.status !== 200 || second.status !== 200)
    throw new Error(`sign-in answered ${first.status}, ${second.status}: ${JSON.stringify(second.body)}`);
}

/** The `cookie` header of a new colleague with that role, for requests to a site on the same database. */
export async function makeCookie(ctx: TestCtx, role: StaffRole): Promise<string> {
  return cookieHeader((await signedIn(ctx, (await makeStaff(ctx, role)).id)).cookies);
}
