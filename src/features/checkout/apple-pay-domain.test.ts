import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { expect, it, onTestFinished } from "vitest";
import { mountApplePayDomain } from "./apple-pay-domain.server.ts";

const mountFile = (file: string | undefined) => {
  const app = new Hono();
  mountApplePayDomain(app, { APPLE_PAY_DOMAIN_FILE: file });
  return () => app.request("/.well-known/apple-developer-merchantid-domain-association");
};

it("Y-01 serves nothing when no file is set, and does not start when the file is missing", async () => {
  expect((await mountFile(undefined)()).status).toBe(404);
  expect(() => mountFile("no-such-file")).toThrow("no-such-file");
});

it("Y-01 serves the provider's file as read at the start", async () => {
  const folder = mkdtempSync(join(tmpdir(), "apple-pay-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "domain");
  writeFileSync(file, "7B227073704964\n");
  const request = mountFile(file);
  rmSync(file);
  const response = await request();
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/plain; charset=UTF-8"]);
  expect(await response.text()).toBe("7B227073704964\n");
});
