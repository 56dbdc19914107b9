import type { Context, Hono } from "hono";
import type { Ctx } from "#platform/context.server.ts";
import { QueueFull } from "#platform/bounded-limit.ts";
import { NotFound, RateLimited } from "#platform/errors.ts";
import { fileResponse } from "#platform/http/staff-endpoint.server.ts";
import { certificateOfLink, drawCertificate } from "./download.server.ts";

/** `GET /certificates/{number}/pdf?key=…`: what the holder's mail leads to, without a login. Never cached. */
export function mountCertificates(app: Hono, contextFor: (request: Context) => Promise<Ctx>): void {
  app.get("/certificates/:number/pdf", async (request) => {
    const ctx = await contextFor(request);
    const { number, key } = { number: request.req.param("number"), key: request.req.query("key") ?? "" };
    try {
      const certificate = await certificateOfLink(ctx, { number, key });
      const body = await drawCertificate(certificate, ctx.locale);
      return fileResponse({ name: `${certificate.number}.pdf`, type: "application/pdf", body }, ctx.requestId);
    } catch (error) {
      if (error instanceof NotFound) return request.text(error.message, 404, { "x-robots-tag": "noindex" });
      if (error instanceof RateLimited)
        return request.text(error.message, 429, { "retry-after": String(error.retryAfterSeconds) });
      if (error instanceof QueueFull) return request.text("Service Unavailable", 503, { "retry-after": "5" });
      throw error;
    }
  });
}
