import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { acceptedLocale } from "#i18n/locale.server.ts";
import { staffCookies } from "#features/staff/auth.server.ts";
import { readStaffActor } from "#features/staff/sessions.server.ts";
import { readViewer } from "#features/people/sessions.server.ts";
import type { Actor, Ctx } from "#platform/context.server.ts";
import { clientAddress } from "#platform/http/client-address.server.ts";
import type { Services } from "./services.server.ts";

export const visitor: Actor = { kind: "visitor" };

/** A context for pages, jobs and commands. */
export function systemContext(services: Services, actor: Actor, requestId = "-"): Ctx {
  return {
    database: services.database,
    db: services.database.db,
    actor,
    viewer: null,
    token: null,
    locale: "en",
    now: services.now,
    env: services.env,
    log: services.log,
    jobs: services.runner,
    answers: services.answers,
    requestId,
    address: "-",
    userAgent: "",
    afterCommit: null,
  };
}

/** Context of a request with its language and address, but without the person. */
function requestContext(services: Services, request: Context): Ctx {
  return {
    ...systemContext(services, visitor, request.get("requestId")),
    locale: acceptedLocale(request.req.header("accept-language")),
    address: clientAddress(request, services.env.TRUSTED_PROXIES),
    userAgent: request.req.header("user-agent") ?? "",
  };
}

/** Context of an API request. A bearer token identifies the learner. Ignores the staff's cookie. */
export async function apiContext(services: Services, request: Context): Promise<Ctx> {
  const ctx = requestContext(services, request);
  const token = /^Bearer (\S{1,512})$/.exec(request.req.header("authorization") ?? "")?.[1] ?? null;
  const viewer = token ? await readViewer(ctx, token) : null;
  return { ...ctx, token, viewer, actor: viewer ? { kind: "learner", id: viewer.id } : visitor };
}

/** Context of a staff request. Only the staff's cookie counts, never a learner's token. */
export async function staffContext(services: Services, request: Context): Promise<Ctx> {
  const ctx = requestContext(services, request);
  const token = getCookie(request, staffCookies(ctx.env).session) ?? null;
  return { ...ctx, token, actor: (token && (await readStaffActor(ctx, token))) || visitor };
}
