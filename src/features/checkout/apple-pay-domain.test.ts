import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { expect, it, onTestFinished } from "vitest";
import { mountApplePayDomain } from "./apple-pay-domain.server.ts";

const ask = (file: string | undefined) => {
  const app = new Hono();
  mountApplePayDomain(app, { APPLE_PAY_DOMAIN_FILE: file });
  return () => app.request("/.well-known/apple-developer-merchantid-domain-association");
};

it("Y-01 serves no file where none is set, and does not start without the one that is", async () => {
  expect((await ask(undefined)()).status).toBe(404);
  expect(() => ask("no-such-file")).toThrow("no-such-file");
});

it("Y-01 serves the provider's file as it was at the start", async () => {
  const folder = mkdtempSync(join(tmpdir(), "apple-pay-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "domain");
  writeFileSync(file, "7B227073704964\n");
  const request = ask(file);
  rmSync(file);
  const response = await request();
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/plain; charset=UTF-8"]);
  expect(await response.text()).toBe("7B227073704964\n");
});
