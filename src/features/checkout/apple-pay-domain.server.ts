import { readFile } from "node:fs/promises";
import type { Hono } from "hono";
import type { Env } from "#platform/env.server.ts";

/** Serves the card provider's file, by which Apple knows that the domain is ours; it looks again each year. */
export function mountApplePayDomain(app: Hono, { APPLE_PAY_DOMAIN_FILE: file }: Pick<Env, "APPLE_PAY_DOMAIN_FILE">) {
  if (file === undefined) return;
  app.get("/.well-known/apple-developer-merchantid-domain-association", async (request) =>
    request.text(await readFile(file, "utf8"), 200, { "cache-control": "public, max-age=300" }),
  );
}
