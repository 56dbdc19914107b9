import type { Hono } from "hono";
import type { Ctx } from "#platform/context.server.ts";
import { NotFound } from "#platform/errors.ts";
import type { ContextFor } from "#platform/http/api.server.ts";

/** One field, also as multipart. */
const maxBytes = 2048;

/**
 * One-click unsubscribe of mail clients (RFC 8058): a form POST to the address of the List-Unsubscribe header, without
 * a session or a page. A GET of the same address is the page for people. `path` ends in `:token`.
 */
export function oneClick(
  app: Hono,
  contextFor: ContextFor,
  path: `/${string}/:token`,
  stop: (ctx: Ctx, input: { token: string }) => Promise<void>,
): void {
  for (const address of [path, `/ar${path}`] as const) {
    app.post(address, async (request) => {
      const bytes = Number(request.req.header("content-length"));
      if (!(bytes > 0 && bytes <= maxBytes)) return request.text("Bad Request", 400);
      const form = await request.req.parseBody().catch(() => ({}));
      if (!("List-Unsubscribe" in form) || form["List-Unsubscribe"] !== "One-Click")
        return request.text("Bad Request", 400);
      const ctx = await contextFor(request);
      try {
        await stop(ctx, { token: request.req.param("token") ?? "" });
      } catch (error) {
        if (error instanceof NotFound) return request.text("Not Found", 404);
        throw error;
      }
      return request.text("Unsubscribed");
    });
  }
}
