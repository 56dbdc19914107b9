/** Staff invitations: the link, what it sets up, and whom it signs in (P-01). */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { readOutbox } from "#test/accounts.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { sampleCases, describeOnDatabase, openTestDatabase } from "#test/database.ts";
import { isFullRun } from "#test/open-database.ts";
import { makeStaff, signedIn, staffBrowser, type StaffBrowser } from "#test/staff.ts";
import { createDemoStaff } from "./demo-staff.server.ts";
import { staffInvitation } from "./emails.server.tsx";
import { getStaffAuth } from "./auth.server.ts";
import { inviteStaff, removeDemoStaff } from "./invitations.server.ts";
import { unseal } from "./second-factor.server.ts";
import { staffAccounts, staffTwoFactors, staffUsers } from "./tables.server.ts";

const huda = { email: "huda@example.com", role: "owner", locale: "en" } as const;
const form = { name: "Dr. Huda A.", password: "three own words", password_confirmation: "three own words" };

describeOnDatabase("staff invitations", (open) => {
  let ctx: TestCtx;
  let operator: Ctx;
  let browser: StaffBrowser;
  beforeEach(async () => {
    ctx = testContext(await open());
    operator = { ...ctx, actor: { kind: "command", name: "root" } };
    browser = staffBrowser(ctx);
  });
  const getToken = (link: string) => link.slice(link.lastIndexOf("/") + 1);
  const passHours = (hours: number) => void (ctx.clock.now = new Date(ctx.clock.now.getTime() + hours * 3_600_000));

  interface SecondFactor {
    key: string;
    uri: string;
    sealed: string;
  }
  /** The code that the authenticator app shows for a second factor. */
  async function appCode({ sealed }: SecondFactor): Promise<string> {
    const { api } = await getStaffAuth(ctx);
    const secret = await unseal(ctx, sealed);
    return (await api.generateTOTP({ body: { secret } })).code;
  }
  async function readSecondFactor(token: string, from = browser): Promise<SecondFactor> {
    const { status, body } = await from.call("POST invitation", { token });
    if (status !== 200) throw new Error(`invitation answered ${status}`);
    return body["secondFactor"] as SecondFactor;
  }
  async function accept(token: string, change: Record<string, unknown> = {}, from = browser) {
    const factor = await readSecondFactor(token, from);
    const input = { token, sealed: factor.sealed, ...form, code: await appCode(factor), ...change };
    return from.call("POST invitation/accept", input);
  }
  const readSetupState = async () => [
    await ctx.db.select().from(staffAccounts),
    await ctx.db.select().from(staffTwoFactors),
    (await browser.call("GET me")).status,
  ];

  describe("refusals", () => {
    it("P-01 rejects unknown and altered links, and one after 24 hours", async () => {
      const token = getToken((await inviteStaff(operator, huda)).link);
      const factor = await readSecondFactor(token);
      for (const wrong of ["", "x", `${token}A`, token.slice(1)]) {
        expect((await browser.call("POST invitation", { token: wrong })).status).toBe(404);
        const code = await appCode(factor);
        const input = { ...form, token: wrong, sealed: factor.sealed, code };
        expect((await browser.call("POST invitation/accept", input)).status).toBe(404);
      }
      passHours(24);
      expect((await browser.call("POST invitation", { token })).status).toBe(404);
      expect(await readSetupState()).toEqual([[], [], 401]);
    });

    it("P-01 requires a good password and a code of the app; errors keep the link valid", async () => {
      const token = getToken((await inviteStaff(operator, huda)).link);
      for (const [change, field] of [
        [{ password: "short", password_confirmation: "short" }, "password"],
        [{ password_confirmation: "another" }, "password_confirmation"],
        [{ name: " " }, "name"],
        [{ code: "000000" }, "code"],
        [{ code: "" }, "code"],
        [{ sealed: "ffff" }, "sealed"],
      ] as const) {
        const { status, body } = await accept(token, change);
        expect([status, Object.keys(body)], field).toEqual([422, [field]]);
      }
      expect(await readSetupState()).toEqual([[], [], 401]);
      expect((await accept(token)).status).toBe(200);
    });

    it("S-01: rejects name and password before the second factor, and keeps the link valid", async () => {
      const token = getToken((await inviteStaff(operator, huda)).link);
      for (const [change, field] of [
        [{ password: "short", password_confirmation: "short" }, "password"],
        [{ password: "password1", password_confirmation: "password1" }, "password"],
        [{ password: huda.email, password_confirmation: huda.email }, "password"],
        [{ password_confirmation: "another" }, "password_confirmation"],
        [{ name: " " }, "name"],
      ] as const) {
        const { status, body } = await browser.call("POST invitation/check", { token, ...form, ...change });
        expect([status, Object.keys(body)], field).toEqual([422, [field]]);
      }
      expect((await browser.call("POST invitation/check", { token: `${token}A`, ...form })).status).toBe(404);
      expect((await browser.call("POST invitation/check", { token, ...form })).status).toBe(200);
      expect(await readSetupState()).toEqual([[], [], 401]);
      expect((await accept(token)).status).toBe(200);
    });

    it("rejects a code of another second factor", async () => {
      const token = getToken((await inviteStaff(operator, huda)).link);
      const other = await readSecondFactor(token);
      expect((await accept(token, { code: await appCode(other) })).status).toBe(422);
    });

    it("P-01 a link works once, even for concurrent requests", async () => {
      const token = getToken((await inviteStaff(operator, huda)).link);
      const browsers = [browser, staffBrowser(ctx)];
      const answers = await Promise.all(browsers.map((one) => accept(token, {}, one)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
      expect((await browser.call("POST invitation", { token })).status).toBe(404);
      expect(await ctx.db.select().from(staffTwoFactors)).toHaveLength(1);
    });

    it("negative control: a link whose use is not recorded works twice", async () => {
      const token = getToken((await inviteStaff(operator, huda)).link);
      const [open] = await ctx.db.select().from(staffUsers);
      for (let n = 0; n < 2; n++) {
        const { invitationHash, invitationExpiresAt } = open ?? {};
        await ctx.db.update(staffUsers).set({ invitationHash, invitationExpiresAt });
        expect((await accept(token)).status).toBe(200);
      }
    });

    it("a newer link or removal invalidates the older link", async () => {
      const first = getToken((await inviteStaff(operator, huda)).link);
      const second = getToken((await inviteStaff(operator, huda)).link);
      expect((await browser.call("POST invitation", { token: first })).status).toBe(404);
      const owner = await signedIn(ctx, (await makeStaff(ctx, "owner")).id);
      const [{ id } = { id: "" }] = await ctx.db.select().from(staffUsers).where(eq(staffUsers.email, huda.email));
      expect((await owner.call(`DELETE staff/${id}`)).status).toBe(200);
      expect((await browser.call("POST invitation", { token: second })).status).toBe(404);
    });

    it("a new invitation cannot change the role", async () => {
      await inviteStaff(operator, huda);
      await expect(inviteStaff(operator, { ...huda, role: "support" })).rejects.toThrow(Conflict);
    });
  });

  it("P-01 the first owner, invited from the command line, sets up password and second factor and is signed in", async () => {
    const { id, link } = await inviteStaff(operator, huda);
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/staff\/invitation\/[\w-]{43}$/);
    const factor = await readSecondFactor(getToken(link));
    expect(factor.uri).toContain(`secret=${factor.key}&issuer=Nama+Health`);
    expect(factor.uri).toMatch(/^otpauth:\/\/totp\/Nama%20Health%3Ahuda%40example\.com\?/);
    const { status, body } = await accept(getToken(link));
    expect([status, body["staff"]]).toMatchObject([200, { id, name: form.name, role: "owner" }]);
    expect(body["recoveryCodes"]).toHaveLength(10);
    expect((await browser.call("GET me")).status).toBe(200);
    expect((await browser.call("POST staff", { email: "maha@example.com", role: "training" })).status).toBe(201);
    const again = staffBrowser(ctx);
    await again.call("POST sign-in", { email: huda.email, password: form.password });
    const [recovery = ""] = body["recoveryCodes"] as string[];
    expect((await again.call("POST sign-in/code", { code: recovery })).status).toBe(200);
    const events = await ctx.db.select().from(auditEvents).where(eq(auditEvents.entityId, id)).orderBy(auditEvents.id);
    expect(events.map(({ action, actorKind, actorName }) => [action, actorKind, actorName])).toEqual([
      ["staff.invited", "command", "root"],
      ["staff.signed-in", "staff", form.name],
      ["staff.invitation-accepted", "staff", form.name],
      ["staff.signed-in", "staff", form.name],
    ]);
  });

  it("a new link replaces password and second factor when it is used, not before", async () => {
    const omar = await makeStaff(ctx, "support");
    const session = await signedIn(ctx, omar.id);
    const { link } = await inviteStaff(operator, { email: omar.email, role: "support", locale: "ar" });
    expect((await session.call("GET me")).status).toBe(200);
    expect((await accept(getToken(link))).status).toBe(200);
    expect((await session.call("GET me")).status).toBe(401);
    const input = { email: omar.email, password: omar.password };
    expect((await staffBrowser(ctx).call("POST sign-in", input)).status).toBe(422);
  });

  it("C28: accepts a name in Arabic script, and offers it again with the next link", async () => {
    const token = getToken((await inviteStaff(operator, huda)).link);
    for (const name_ar of ["Huda", "ه".repeat(121)])
      for (const path of ["POST invitation/check", "POST invitation/accept"]) {
        const { status, body } = await browser.call(path, { token, ...form, sealed: "x", code: "1", name_ar });
        expect([status, Object.keys(body)], `${path} ${name_ar}`).toEqual([422, ["name_ar"]]);
      }
    const { status, body } = await accept(token, { name_ar: "د. هدى أ." });
    expect([status, body["staff"]]).toMatchObject([200, { name: form.name }]);
    expect((await browser.call("GET me", {}, { "accept-language": "ar" })).body["name"]).toBe("د. هدى أ.");
    const [event] = await ctx.db.select().from(auditEvents).where(eq(auditEvents.action, "staff.invitation-accepted"));
    expect(event).toMatchObject({
      actorName: form.name,
      after: { name: form.name, name_ar: "د. هدى أ." },
      personalPaths: ["after.name", "after.name_ar"],
    });
    const again = getToken((await inviteStaff(operator, huda)).link);
    const offer = (await browser.call("POST invitation", { token: again })).body;
    expect(offer).toMatchObject({ name: form.name, name_ar: "د. هدى أ." });
  });

  it("C28: emails name the inviter in Arabic script in Arabic, and in Latin script in English", async () => {
    const owner = await makeStaff(ctx, "owner");
    const ownerBrowser = await signedIn(ctx, owner.id);
    await ctx.db
      .update(staffUsers)
      .set({ name: "Dr. Huda A.", nameAr: "د. هدى أ." })
      .where(eq(staffUsers.id, owner.id));
    for (const locale of ["ar", "en"])
      await ownerBrowser.call("POST staff", { email: `${locale}@example.com`, role: "training", locale });
    const mails = await readOutbox(ctx);
    const inviters = mails.map(({ locale, props }) => [locale, props["inviter"]]).toSorted();
    expect(inviters).toEqual([
      ["ar", "د. هدى أ."],
      ["en", "Dr. Huda A."],
    ]);
  });

  it("the email names inviter and role in the requested language; its row stores no link", async () => {
    const owner = await makeStaff(ctx, "owner");
    const ownerBrowser = await signedIn(ctx, owner.id);
    await ownerBrowser.call("POST staff", { email: "maha@example.com", role: "training", locale: "ar" });
    const [mail] = await readOutbox(ctx);
    expect(mail).toMatchObject({ to: "maha@example.com", locale: "ar", template: "staff-invitation" });
    expect(mail?.props).toMatchObject({ role: "training", inviter: expect.stringMatching(/^Colleague/) });
    const link =
      staffInvitation.link?.(ctx, { seed: mail?.props["seed"] ?? "", role: "training", inviter: "" }, "ar") ?? "";
    expect(JSON.stringify(mail)).not.toContain(getToken(link));
    expect((await browser.call("POST invitation", { token: getToken(link) })).body).toMatchObject({ role: "training" });
  });

  it("a demo has one account per role with its code; other sites have none", async () => {
    const demo = testContext(ctx.database, { env: testEnv({ DEMO: "1" }) });
    await createDemoStaff(testContext(ctx.database, { env: testEnv({ DEMO: "0" }) }));
    expect(await ctx.db.select().from(staffUsers)).toEqual([]);
    await createDemoStaff(demo);
    await createDemoStaff(demo);
    const page = staffBrowser(demo);
    const { data } = (await page.call("GET demo-accounts")).body as { data: Record<string, string>[] };
    expect(data.map(({ email }) => email).toSorted()).toEqual(
      ["auditor", "content", "finance", "owner", "support", "training"].map((role) => `${role}@example.com`),
    );
    for (const { email, password, role, code } of data) {
      const one = staffBrowser(demo);
      await one.call("POST sign-in", { email, password });
      expect((await one.call("POST sign-in/code", { code })).body).toMatchObject({ role });
    }
    // The same database, started without the demo.
    await removeDemoStaff(ctx);
    expect(await readSetupState()).toEqual([[], [], 401]);
    for (const { email, password } of data)
      expect((await browser.call("POST sign-in", { email, password })).status).toBe(422);
    await createDemoStaff(demo);
    expect(await ctx.db.select().from(staffAccounts)).toHaveLength(6);
  });
});

it("P-01 the command prints a working link, and rejects invalid arguments", async () => {
  const database = await openTestDatabase();
  try {
    const env = {
      PATH: process.env["PATH"],
      USER: "huda",
      DATABASE_URL: database.url,
      AUTH_SECRET: "test-secret-of-more-than-32-characters",
      DEMO: "0",
    };
    const staff = (...words: string[]) =>
      promisify(execFile)(process.execPath, ["scripts/staff.ts", ...words], { env }).then(
        ({ stdout }) => ({ code: 0, text: stdout }),
        ({ code, stderr }: { code: number; stderr: string }) => ({ code, text: stderr }),
      );
    const wrong = [[], ["invite"], ["invite", "x"], ["invite", huda.email], ["invite", huda.email, "--role", "god"]];
    // Each wrong use starts a process, so a plain run takes a sample.
    for (const words of sampleCases(wrong, wrong.length))
      expect(await staff(...words)).toMatchObject({
        code: 2,
        text: expect.stringContaining("npm run staff") as string,
      });
    const { code, text } = await staff("invite", huda.email, "--role", "owner", "--locale", "ar");
    expect(code).toBe(0);
    const ctx = testContext(database);
    const [event] = await ctx.db.select().from(auditEvents);
    expect(event).toMatchObject({ action: "staff.invited", actorKind: "command", actorName: "huda" });
    const token = /\/staff\/invitation\/([\w-]{43})/.exec(text)?.[1];
    expect((await staffBrowser(ctx).call("POST invitation", { token })).body).toMatchObject({ role: "owner" });
    if (isFullRun) expect(await staff("invite", huda.email, "--role", "support")).toMatchObject({ code: 1 });
  } finally {
    await database.close();
  }
});
