import type { Hono } from "hono";
import type { Ctx } from "#platform/context.server.ts";
import { NotFound } from "#platform/errors.ts";
import type { ContextFor } from "#platform/http/api.server.ts";

/** Enough for one field, also as multipart. */
const maxBytes = 2048;

/**
 * Registers the one-click unsubscribe of mail clients (RFC 8058): a form POST to the address of the List-Unsubscribe
 * header, without a session or a page. A GET of the same address shows the page for people.
 */
export function oneClick(
  app: Hono,
  contextFor: ContextFor,
  path: `/${string}/:token`,
  unsubscribe: (ctx: Ctx, input: { token: string }) => Promise<void>,
): void {
  for (const localizedPath of [path, `/ar${path}`] as const) {
    app.post(localizedPath, async (request) => {
      const bytes = Number(request.req.header("content-length"));
      if (!(bytes > 0 && bytes <= maxBytes)) return request.text("Bad Request", 400);
      const form = await request.req.parseBody().catch(() => ({}));
      if (!("List-Unsubscribe" in form) || form["List-Unsubscribe"] !== "One-Click")
        return request.text("Bad Request", 400);
      const ctx = await contextFor(request);
      try {
        await unsubscribe(ctx, { token: request.req.param("token") ?? "" });
      } catch (error) {
        if (error instanceof NotFound) return request.text("Not Found", 404);
        throw error;
      }
      return request.text("Unsubscribed");
    });
  }
}
