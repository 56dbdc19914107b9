import { readFileSync } from "node:fs";
import type { Hono } from "hono";
import type { Env } from "#platform/env.server.ts";

/**
 * Serves the card provider's file with which Apple verifies that the domain is ours, now and once a year. Throws if the
 * file cannot be read.
 */
export function mountApplePayDomain(app: Hono, { APPLE_PAY_DOMAIN_FILE: file }: Pick<Env, "APPLE_PAY_DOMAIN_FILE">) {
  if (file === undefined) return;
  const text = readFileSync(file, "utf8");
  app.get("/.well-known/apple-developer-merchantid-domain-association", (request) =>
    request.text(text, 200, { "cache-control": "public, max-age=300" }),
  );
}
