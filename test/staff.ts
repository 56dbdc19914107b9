/** Calls the staff API without a network connection, as members of the staff. */
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
  /** The JSON body; empty for a file. */
  body: Record<string, unknown>;
  /** The body as bytes, for files. */
  bytes: Uint8Array;
}
export interface StaffBrowser {
  /** Calls an endpoint as the portal does, such as `"GET orders"`, and stores the cookies of the answer. */
  call(
    name: string,
    input?: Record<string, unknown> | FormData,
    headers?: Record<string, string>,
  ): Promise<StaffAnswer>;
  cookies: Map<string, string>;
}

function mountApp(ctx: TestCtx): Hono {
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

const toCookieHeader = (cookies: ReadonlyMap<string, string>): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

/** Creates a browser of the portal without cookies. */
export function staffBrowser(ctx: TestCtx): StaffBrowser {
  const app = mountApp(ctx);
  const cookies = new Map<string, string>();
  return {
    cookies,
    async call(name, input = {}, headers = {}) {
      const [method = "", path = ""] = name.split(" ");
      const isGet = method === "GET";
      const isForm = input instanceof FormData;
      // The key of a list occurs once per item.
      const texts = Object.entries(input).flatMap(([key, value]) => [value].flat().map((item) => [key, String(item)]));
      const query = isGet ? `?${new URLSearchParams(texts)}` : "";
      const response = await app.request(`/api/staff/${path}${query}`, {
        method,
        headers: {
          cookie: toCookieHeader(cookies),
          ...(isGet ? {} : { origin: ctx.env.BASE_URL }),
          ...(isGet || isForm ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(isGet ? {} : { body: isForm ? input : JSON.stringify(input) }),
      });
      for (const header of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
        if (/max-age=0/i.test(header)) cookies.delete(name);
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
  /** The secret of their authenticator app. */
  secret: string;
  recoveryCodes: string[];
  /** Returns the present code of their authenticator app and makes the site forget that it was used. */
  code(): Promise<string>;
}

let staffCount = 0;

/** Creates a member of the staff who has accepted their invitation. */
export async function makeStaff(ctx: TestCtx, role: StaffRole): Promise<Colleague> {
  staffCount += 1;
  const id = `staff-${staffCount}-${crypto.randomUUID().slice(0, 8)}`;
  const email = `${role}-${staffCount}@example.com`;
  const password = "palm-Tree-by-the-well-7";
  const [factor, recovery, { api }] = [
    await newSecondFactor(ctx, email),
    await makeRecoveryCodes(ctx),
    await getStaffAuth(ctx),
  ];
  const secret = await unseal(ctx, factor.sealed);
  await ctx.db
    .insert(staffUsers)
    .values({ id, name: `Colleague ${staffCount}`, email, role, acceptedAt: ctx.now(), twoFactorEnabled: true });
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

/** Creates a session with a fresh sign-in, without the steps of a sign-in, and returns its browser. */
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

/** Signs in with password and code. Rejects when either is refused. */
export async function signIn(browser: StaffBrowser, colleague: Colleague): Promise<void> {
  const { email, password } = colleague;
  const passwordAnswer = await browser.call("POST sign-in", { email, password });
  const codeAnswer = await browser.call("POST sign-in/code", { code: await colleague.code() });
  if (passwordAnswer.status !== 200 || codeAnswer.status !== 200)
    throw new Error(
      `sign-in answered ${passwordAnswer.status}, ${codeAnswer.status}: ${JSON.stringify(codeAnswer.body)}`,
    );
}

/** Creates a colleague with a session and returns its `cookie` header, for requests to a site on the same database. */
export async function makeCookie(ctx: TestCtx, role: StaffRole): Promise<string> {
  return toCookieHeader((await signedIn(ctx, (await makeStaff(ctx, role)).id)).cookies);
}
