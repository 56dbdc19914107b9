/** `npm run staff` while the site runs on its own PostgreSQL. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { hasOwner, invitationHours, readInvitation } from "#features/staff/invitations.server.ts";
import { parseEnv } from "#platform/env.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { systemContext, visitor } from "../src/app/context.server.ts";
import { openServices } from "../src/app/services.server.ts";
import { prepareSite } from "../src/app/start-up.server.ts";

it("D-04: invites while the site runs, and rejects a second invitation in one line", async () => {
  const env = { DATA_DIR: mkdtempSync(join(tmpdir(), "nama-invite-")), DEMO: "0", LOG_LEVEL: "error" };
  const services = await openServices(parseEnv(env));
  onTestFinished(async () => {
    await services.close();
    rmSync(env.DATA_DIR, { recursive: true, force: true });
  });
  await prepareSite(services);
  const staff = (...words: string[]) =>
    promisify(execFile)(process.execPath, ["scripts/staff.ts", ...words], {
      env: { PATH: process.env["PATH"], USER: "huda", ...env },
    }).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, text: stderr }),
    );
  const ctx = systemContext(services, visitor);
  expect(await hasOwner(ctx)).toBe(false);
  const { code, text } = await staff("invite", "huda@example.com", "--role", "owner", "--locale", "ar");
  expect(text).toContain(`${invitationHours} hours`);
  expect(code).toBe(0);
  const token = /\/staff\/invitation\/([\w-]{43})/.exec(text)?.[1] ?? "";
  expect(await hasOwner(ctx)).toBe(true);
  expect(await readInvitation(ctx, { token })).toMatchObject({ email: "huda@example.com", role: "owner" });
  expect(await ctx.db.select().from(auditEvents)).toMatchObject([
    { action: "staff.invited", actorKind: "command", actorName: "huda" },
  ]);
  const refused = await staff("invite", "huda@example.com", "--role", "support");
  expect(refused).toMatchObject({ code: 1, text: expect.stringMatching(/^[^\n]+\n$/) as string });
});
