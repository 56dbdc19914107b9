import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { apiDocsPage } from "./api-docs.server.ts";

it("allows only its own inline script by hash, and loads nothing from elsewhere", async () => {
  const response = apiDocsPage();
  const html = await response.text();
  const policy = response.headers.get("content-security-policy");
  const [script = "", ...others] = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map((match) => match[1]);
  expect(others).toEqual([]);
  expect(policy).toContain(`script-src 'self' 'sha256-${createHash("sha256").update(script).digest("base64")}';`);
  expect(policy).not.toMatch(/unsafe|https?:/);
  expect(html).not.toMatch(/ style=|<style|(?:src|href)="(?!\/)/);
});
