import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { Hono, type Context } from "hono";
import { matchedRoutes } from "hono/route";
import type { ServerBuild } from "react-router";
import { stopNewDates } from "#features/waitlist/new-dates.server.ts";
import { oneClick } from "#platform/mail/one-click.server.ts";
import { oneClickUnsubscribe } from "#features/contact/subscriptions.server.ts";
import { mountTicketCalendar } from "#features/seats/tickets/calendar-route.server.ts";
import { mountApplePayDomain } from "#features/checkout/apple-pay-domain.server.ts";
import { mountCertificates } from "#features/learning/certificates/routes.server.ts";
import { mountUploads } from "#features/content/media/serve-uploads.server.ts";
import { locales } from "#i18n/locale.ts";
import { mountApi } from "#platform/http/api.server.ts";
import { healthRoutes } from "#platform/http/health.server.ts";
import { openApiDocument } from "#platform/http/openapi.server.ts";
import { mountStaffApi } from "#platform/http/staff-api.server.ts";
import {
  commonHeaders,
  framedPolicy,
  inertPolicy,
  doorPermissions,
  doorPolicy,
  staffPolicy,
} from "#platform/http/security.server.ts";
import { pathForLog } from "#platform/log.server.ts";
import { traced } from "#platform/tracing.server.ts";
import { inWork } from "#platform/work.server.ts";
import { demoOutbox } from "#platform/mail/outbox-page.server.ts";
import { apiDocsPage } from "#site/api-docs.server.ts";
import { mountSeoRoutes } from "#site/seo/routes.server.ts";
import { settleSeconds } from "#features/settlement/settle-seconds.server.ts";
import { siteFigures } from "#site/watching/figures.server.ts";
import { offlinePage, offlinePath } from "#site/bilingual-page.server.ts";
import type { Env } from "#platform/env.server.ts";
import { api } from "../api.ts";
import { getStaffApi } from "../staff-api.ts";
import { apiContext, staffContext, systemContext, visitor } from "./context.server.ts";
import { pageHandler } from "./render-page.server.ts";
import type { Services } from "./services.server.ts";
import { immutable, mountStaticFiles } from "./static-files.server.ts";

/**
 * Serves the portal's one HTML page, which `npm run build` builds, at every address of the staff portal. The page gets
 * its data from /api/staff.
 */
function mountStaffPortal(app: Hono, { DEMO }: Pick<Env, "DEMO">): void {
  let page: string | undefined;
  const readPage = () => {
    const built = readFileSync("build/staff/index.html", "utf8");
    return DEMO ? built.replace("</head>", '<meta name="demo" content="1" /></head>') : built;
  };
  const headers = { "cache-control": "no-cache", "x-robots-tag": "noindex, nofollow" };
  // Only the door page scans tickets, so only it may use the camera and the WebAssembly scanner.
  app.get("/staff/runs/:id/door", (request) =>
    request.html((page ??= readPage()), 200, { ...headers, "content-security-policy": doorPolicy, ...doorPermissions }),
  );
  for (const path of ["/staff", "/staff/*"])
    app.get(path, (request) =>
      request.html((page ??= readPage()), 200, {
        ...headers,
        "content-security-policy": staffPolicy,
      }),
    );
}

declare module "hono" {
  interface ContextVariableMap {
    requestId: string;
    log: Services["log"];
  }
}

/** Traces a request. Answers from the page cache do not reach the middleware, so they have no span. */
const traceRequest = (request: Context, next: () => Promise<void>): Promise<void> =>
  traced(
    () => ({
      name: `${request.req.method} ${request.req.path.startsWith("/api/") ? "api" : "page"}`,
      kind: "server",
      attributes: { "http.request.method": request.req.method, "url.path": pathForLog(request.req.path) },
    }),
    async (span) => {
      await next();
      if (!span) return;
      const { status } = request.res;
      const route = matchedRoutes(request).find(({ path }) => path.startsWith("/api/") && !path.includes("*"));
      if (route) span.name = `${request.req.method} ${route.path}`;
      span.attributes["http.response.status_code"] = status;
      if (status >= 500) span.failure = String(status);
    },
  );

export function createSite(services: Services, build: ServerBuild): Hono {
  const { env, log, pages } = services;
  const app = new Hono();
  const defaultHeaders = Object.entries(commonHeaders(env.BASE_URL.startsWith("https:")));
  const patterns = Object.values(build.routes).flatMap((route) =>
    route && route.id !== "root" ? [route.path ?? ""] : [],
  );

  app.use(async (request, next) => {
    const requestId = randomUUID();
    request.set("requestId", requestId);
    request.set("log", log);
    await inWork({ requestId, log }, () => traceRequest(request, next));
    const { headers } = request.res;
    // A header that the page has set itself is stricter, for example the referrer policy of a ticket.
    for (const [name, value] of defaultHeaders) if (!headers.has(name)) headers.set(name, value);
    // The permissions policy has no effect on static files, of which a page loads about two dozen.
    if (headers.get("cache-control") === immutable) headers.delete("permissions-policy");
    const policy = headers.get("content-security-policy");
    if (policy === null) headers.set("content-security-policy", inertPolicy);
    if (policy === framedPolicy) headers.set("x-frame-options", "SAMEORIGIN");
  });

  mountUploads(app, env, immutable);
  mountStaticFiles(app);
  for (const locale of locales) app.get(offlinePath(locale), () => offlinePage(locale));

  const figures = siteFigures(systemContext(services, { kind: "job", name: "metrics" }));
  healthRoutes(app, { ...services, figures, counted: [settleSeconds] });
  let description: Promise<object> | undefined;
  app.get("/api/openapi.json", async (request) =>
    request.json(await (description ??= openApiDocument(api, env.BASE_URL)), 200, {
      "cache-control": "public, max-age=300",
    }),
  );
  app.get("/api/docs", () => apiDocsPage());
  if (env.DEMO) app.get("/__dev/outbox", (request) => demoOutbox(request, systemContext(services, visitor)));
  mountStaffApi(app, getStaffApi(env), {
    contextFor: (request) => staffContext(services, request),
    origin: env.BASE_URL,
  });
  mountApi(app, api, (request) => apiContext(services, request));
  mountStaffPortal(app, env);
  mountSeoRoutes(app, {
    pages,
    createContext: (request, locale) => ({ ...systemContext(services, visitor, request.get("requestId")), locale }),
    routes: patterns,
    origin: env.BASE_URL,
  });
  mountApplePayDomain(app, env);
  mountCertificates(app, (request) => apiContext(services, request));
  oneClickUnsubscribe(app, (request) => apiContext(services, request));
  oneClick(app, (request) => apiContext(services, request), "/new-dates/stop/:token", stopNewDates);
  mountTicketCalendar(app, (request) => apiContext(services, request));
  app.all("*", pageHandler(services, build, patterns));
  return app;
}
