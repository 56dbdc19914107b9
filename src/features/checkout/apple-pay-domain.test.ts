import { readFileSync } from "node:fs";
import { Hono } from "hono";
import { expect, it } from "vitest";
import { mountApplePayDomain } from "./apple-pay-domain.server.ts";

const address = "/.well-known/apple-developer-merchantid-domain-association";

it("Y-01 serves the provider's file as it is, where one is set", async () => {
  const read = (file: string | undefined) => {
    const app = new Hono();
    mountApplePayDomain(app, { APPLE_PAY_DOMAIN_FILE: file });
    return app.request(address);
  };
  expect((await read(undefined)).status).toBe(404);
  const response = await read("LICENSE");
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/plain; charset=UTF-8"]);
  expect(await response.text()).toBe(readFileSync("LICENSE", "utf8"));
});
