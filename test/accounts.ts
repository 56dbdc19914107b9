/** The account's endpoints without a socket, and a person to call them. */
import { Hono } from "hono";
import { viewerOf } from "#features/accounts/sessions.server.ts";
import { acceptedLocale } from "#i18n/locale.ts";
import { mountApi } from "#platform/http/api.server.ts";
import type { AnyEndpoint } from "#platform/http/endpoint.server.ts";
import { mails } from "#platform/mail/tables.server.ts";
import type { TestCtx } from "./context.ts";

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

export interface Reply {
  status: number;
  text: string;
  headers: Headers;
  body: Record<string, unknown>;
}
interface CallOptions {
  token?: string | undefined;
  lang?: string;
  userAgent?: string;
}
export type Call = (path: string, body?: unknown, options?: CallOptions) => Promise<Reply>;

/** Calls endpoints of a table over HTTP, as the server mounts them. */
export function callsOf(ctx: TestCtx, table: Record<string, AnyEndpoint>): Call {
  const app = new Hono();
  app.use(async (request, next) => {
    request.set("requestId", "test");
    request.set("log", ctx.log);
    await next();
  });
  mountApi(app, table, async (request) => {
    const locale = acceptedLocale(request.req.header("accept-language"));
    const token = /^Bearer (\S{1,512})$/.exec(request.req.header("authorization") ?? "")?.[1] ?? null;
    return { ...ctx, locale, token, userAgent: request.req.header("user-agent") ?? "", viewer: token ? await viewerOf(ctx, token) : null };
  });
  return async (path, body = {}, { token, lang = "en", userAgent = "" } = {}) => {
    const headers = { "content-type": "application/json", "accept-language": lang, "user-agent": userAgent, ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const response = await app.request(`/api/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as Record<string, unknown> };
  };
}

/** Logs in; the token and the user's id. Throws when refused. */
export async function logInAs(call: Call, { email, password }: { email: string; password: string } = sara, options: CallOptions = {}): Promise<{ token: string; id: string }> {
  const { status, body, text } = await call("login", { email, password }, options);
  if (status !== 200) throw new Error(`login answered ${status}: ${text}`);
  return { token: String(body["token"]), id: (body["user"] as { id: string }).id };
}

/** What has been written to the outbox, oldest first. */
export async function mailsOf(ctx: TestCtx): Promise<{ to: string; template: string; locale: string; props: Record<string, string>; key: string }[]> {
  const rows = await ctx.db.select().from(mails).orderBy(mails.id);
  return rows.map(({ to, template, locale, props, key }) => ({ to, template, locale, props: props as Record<string, string>, key }));
}
