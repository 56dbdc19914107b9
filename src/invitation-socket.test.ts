/** `npm run staff` while the site runs on the embedded database. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { auditEvents } from "#platform/tables.server.ts";
import { parseEnv } from "#platform/env.server.ts";
import { hasOwner, invitationHours, readInvitation } from "#features/staff/invitations.server.ts";
import { systemContext, visitor } from "./context.server.ts";
import { serveInvitations } from "./invitation-socket.server.ts";
import { openServices, type Services } from "./services.server.ts";
import { prepareSite } from "./start-up.server.ts";

const dataDir = mkdtempSync(join(tmpdir(), "nama-invite-"));
const given = { DATA_DIR: dataDir, DEMO: "0", LOG_LEVEL: "error" };
let services: Services;
let stop = () => {};

beforeAll(async () => {
  services = await openServices(parseEnv(given));
  await prepareSite(services);
});
afterAll(async () => {
  stop();
  await services.close();
  rmSync(dataDir, { recursive: true, force: true });
});

function staff(...words: string[]) {
  const env = { PATH: process.env["PATH"], USER: "huda", ...given };
  return promisify(execFile)(process.execPath, ["scripts/staff.ts", ...words], { env }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, text: stderr }),
  );
}

it("D-04: invites by the running site, and says when it does not answer", async () => {
  const ctx = systemContext(services, visitor);
  expect(await hasOwner(ctx)).toBe(false);
  const away = await staff("invite", "huda@example.com", "--role", "owner");
  expect(away).toEqual({ code: 1, text: expect.stringContaining("is in use by another process") as string });
  stop = serveInvitations(services);
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

it("D-04: its folder is closed to other users, and what a killed process left is replaced", () => {
  const folder = join(dataDir, "commands");
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  stop();
  writeFileSync(join(folder, "invite.sock"), "");
  stop = serveInvitations(services);
  expect(statSync(join(folder, "invite.sock")).isSocket()).toBe(true);
});
