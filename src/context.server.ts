import type { Context } from "hono";
import { acceptedLocale } from "#i18n/locale.ts";
import { viewerOf } from "#features/accounts/sessions.server.ts";
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
    now: () => new Date(),
    env: services.env,
    log: services.log,
    jobs: services.runner,
    requestId,
    address: "-",
    userAgent: "",
    afterCommit: null,
  };
}

/** The context of an API request: language, address and, with a bearer token, who asks. */
export async function apiContext(services: Services, request: Context): Promise<Ctx> {
  const ctx: Ctx = {
    ...systemContext(services, visitor, request.get("requestId")),
    locale: acceptedLocale(request.req.header("accept-language")),
    address: clientAddress(request, services.env.TRUSTED_PROXIES),
    userAgent: request.req.header("user-agent") ?? "",
  };
  const token = /^Bearer (\S{1,512})$/.exec(request.req.header("authorization") ?? "")?.[1] ?? null;
  const viewer = token ? await viewerOf(ctx, token) : null;
  return { ...ctx, token, viewer, actor: viewer ? { kind: "learner", id: viewer.id } : visitor };
}
