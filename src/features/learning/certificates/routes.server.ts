import type { Context, Hono } from "hono";
import type { Ctx } from "#platform/context.server.ts";
import { QueueFull } from "#platform/bounded-limit.ts";
import { NotFound, RateLimited } from "#platform/errors.ts";
import { secretHeaders } from "#platform/http/security.server.ts";
import { fileResponse, type FileAnswer } from "#platform/http/staff-endpoint.server.ts";
import { getAccountKey } from "#platform/workers/run-in-worker.server.ts";
import { buildSignedBadge, buildSignedStatusList, statusListSeconds } from "./badge.server.ts";
import { statusListPath } from "./badge.ts";
import { keysPath, listPublicKeys } from "./badge-keys.server.ts";
import { readLinkedCertificate, drawCertificate, type LinkedCertificate } from "./download.server.ts";

/**
 * Mounts `GET /certificates/{number}/pdf?key=…` and `…/badge?key=…`: downloads that the holder's email and pages link
 * to. They need no sign-in and are never cached. Also mounts `/.well-known/jwks.json` and `/badges/status/{list}` for
 * verifiers of Open Badges.
 */
export function mountCertificates(app: Hono, contextFor: (request: Context) => Promise<Ctx>): void {
  const mountFile = (format: string, buildFile: (ctx: Ctx, certificate: LinkedCertificate) => Promise<FileAnswer>) =>
    app.get(`/certificates/:number/${format}`, async (request) => {
      const ctx = await contextFor(request);
      const { number, key } = { number: request.req.param("number") ?? "", key: request.req.query("key") ?? "" };
      try {
        const certificate = await readLinkedCertificate(ctx, { number, key });
        return fileResponse(await buildFile(ctx, certificate), ctx.requestId, secretHeaders);
      } catch (error) {
        if (error instanceof NotFound) return request.text(error.message, 404, secretHeaders);
        if (error instanceof RateLimited)
          return request.text(error.message, 429, { ...secretHeaders, "retry-after": String(error.retryAfterSeconds) });
        if (error instanceof QueueFull)
          return request.text("Service Unavailable", 503, { ...secretHeaders, "retry-after": "5" });
        throw error;
      }
    });
  mountFile("pdf", async (ctx, certificate) => ({
    name: `${certificate.number}.pdf`,
    type: "application/pdf",
    body: await drawCertificate(certificate, ctx.locale, { account: getAccountKey(ctx) }),
  }));
  mountFile("badge", async (ctx, certificate) => ({
    name: `${certificate.number}.jwt`,
    type: "application/jwt",
    body: Buffer.from(await buildSignedBadge(ctx, certificate)),
  }));

  // Verifiers also run in browsers on other sites.
  const forVerifiers = {
    "cache-control": `public, max-age=${statusListSeconds}`,
    "access-control-allow-origin": "*",
    "x-robots-tag": "noindex",
  };
  app.get(keysPath, async (request) =>
    request.json(await listPublicKeys(await contextFor(request)), 200, forVerifiers),
  );
  app.get(`${statusListPath}/:list{\\d{1,4}}`, async (request) => {
    try {
      const list = Number(request.req.param("list"));
      const token = await buildSignedStatusList(await contextFor(request), { list });
      return request.body(token, 200, { ...forVerifiers, "content-type": "application/vc+jwt" });
    } catch (error) {
      if (error instanceof NotFound) return request.text(error.message, 404, { "x-robots-tag": "noindex" });
      throw error;
    }
  });
}
