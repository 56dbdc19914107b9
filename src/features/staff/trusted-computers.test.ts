/** "Trust this computer": when it skips the code, and what ends it (P-01, P-02). */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { makeStaff, signedIn, signIn, staffBrowser, type Colleague, type StaffBrowser } from "#test/staff.ts";
import { inTransaction } from "#platform/context.server.ts";
import { withdrawAccess } from "./invitations.server.ts";
import { deleteExpiredStaffSessions } from "./sessions.server.ts";
import { staffTrustedComputers, staffTwoFactors } from "./tables.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";

const firefox = { "user-agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0" };

describeOnDatabase("trusted computers of staff", (open) => {
  let ctx: TestCtx;
  let lina: Colleague;
  let browser: StaffBrowser;

  beforeEach(async () => {
    ctx = testContext(await open(), { env: testEnv({ RATE_LIMIT_FACTOR: "1" }) });
    lina = await makeStaff(ctx, "finance");
    browser = staffBrowser(ctx);
  });
  const passDays = (days: number) => void (ctx.clock.now = new Date(ctx.clock.now.getTime() + days * 86_400_000));
  const password = async (from = browser, who = lina) =>
    (await from.call("POST sign-in", { email: who.email, password: who.password }, firefox)).body["next"];
  const trust = async (from = browser, who = lina) => {
    await password(from, who);
    await from.call("POST sign-in/code", { code: await who.code(), trust: true }, firefox);
  };
  const computers = async (from: StaffBrowser) =>
    (await from.call("GET account")).body["trusted_computers"] as Record<string, string>[];
  const getTrustCookie = (from: StaffBrowser) => from.cookies.get("nama-staff-trust") ?? "";

  describe("refusals", () => {
    it("trusts no computer without the choice or with a wrong code", async () => {
      await signIn(browser, lina);
      await password();
      expect((await browser.call("POST sign-in/code", { code: "12345x", trust: true })).status).toBe(422);
      expect((await browser.call("POST sign-in/code", { code: await lina.code(), trust: "yes" })).status).toBe(422);
      expect(browser.cookies.has("nama-staff-trust")).toBe(false);
      expect(await ctx.db.select().from(staffTrustedComputers)).toEqual([]);
      expect(await password()).toBe("code");
    });

    it("never skips the password", async () => {
      await trust();
      const own = staffBrowser(ctx);
      own.cookies.set("nama-staff-trust", getTrustCookie(browser));
      const { status } = await own.call("POST sign-in", { email: lina.email, password: "a guess of mine" });
      expect(status).toBe(422);
      expect((await own.call("GET me")).status).toBe(401);
    });

    it("requires a code for another person's cookie, a forged one, and one made from the stored hash", async () => {
      await trust();
      const [token = "", signature = ""] = getTrustCookie(browser).split(".");
      const [row] = await ctx.db.select().from(staffTrustedComputers);
      expect(JSON.stringify(row)).not.toContain(token);
      const omar = await makeStaff(ctx, "support");
      for (const [value, who] of [
        [`${token}.${signature}`, omar],
        [`${token}.${"A".repeat(43)}`, lina],
        [token, lina],
        [`${row?.tokenHash}.${signature}`, lina],
      ] as const) {
        const own = staffBrowser(ctx);
        own.cookies.set("nama-staff-trust", value);
        expect(await password(own, who), value).toBe("code");
        expect((await own.call("GET me")).status).toBe(401);
      }
      expect(await password()).toBe("portal");
    });

    it("a cookie works once: of two copies only the first use counts", async () => {
      await trust();
      const copies = [staffBrowser(ctx), staffBrowser(ctx)];
      for (const copy of copies) copy.cookies.set("nama-staff-trust", getTrustCookie(browser));
      const answers = await Promise.all(copies.map((copy) => password(copy)));
      expect(answers.toSorted()).toEqual(["code", "portal"]);
      passDays(0.01);
      expect(await password()).toBe("code");
    });

    it("S-19 two uses within ten seconds end the trust of that computer only, without an email", async () => {
      const second = staffBrowser(ctx);
      await trust();
      passDays(0.01);
      await trust(second);
      const copy = staffBrowser(ctx);
      copy.cookies.set("nama-staff-trust", getTrustCookie(browser));
      expect((await Promise.all([copy, browser].map((one) => password(one)))).toSorted()).toEqual(["code", "portal"]);
      expect(await ctx.db.select().from(outboxMails).where(eq(outboxMails.template, "staff-trust-copied"))).toEqual([]);
      // Neither cookie is good any more, whichever came first.
      expect([await password(copy), await password(), await password(second)]).toEqual(["code", "code", "portal"]);
    });

    it("S-19 a later use of an old cookie ends all trusted computers and sessions of the person, with one email", async () => {
      const stolen = staffBrowser(ctx);
      const second = staffBrowser(ctx);
      await trust();
      stolen.cookies.set("nama-staff-trust", getTrustCookie(browser));
      passDays(0.01);
      await trust(second);
      const omar = await makeStaff(ctx, "support");
      const omars = staffBrowser(ctx);
      await trust(omars, omar);
      expect(await password()).toBe("portal");
      passDays(0.01);
      const me = (from: StaffBrowser) => from.call("GET me").then(({ status }) => status);
      expect([await me(browser), await me(second), await me(omars)]).toEqual([200, 200, 200]);
      expect(await password(stolen)).toBe("code");
      // The copy may have opened either. The current sign-in goes on with a code.
      expect([await me(browser), await me(second), await me(omars)]).toEqual([401, 401, 200]);
      expect((await stolen.call("POST sign-in/code", { code: await lina.code() })).status).toBe(200);
      expect(await me(stolen)).toBe(200);
      const ended = ctx.db.select().from(auditEvents).where(eq(auditEvents.action, "staff.trust-ended"));
      expect(await ended).toMatchObject([{ entityId: lina.id, before: { reason: "cookie-used-twice" } }]);
      const mails = ctx.db.select().from(outboxMails).where(eq(outboxMails.template, "staff-trust-copied"));
      expect((await mails).map(({ to }) => to)).toEqual([lina.email]);
      // Neither the copy nor any other of hers spares the code from now on; a colleague's does.
      expect([await password(), await password(second), await password(stolen)]).toEqual(["code", "code", "code"]);
      expect((await mails).length).toBe(1);
      expect(await password(omars, omar)).toBe("portal");
    });

    it("S-19 the cookie of a removed computer ends no other", async () => {
      const second = staffBrowser(ctx);
      await trust();
      passDays(0.01);
      await trust(second);
      const own = await ctx.db.select().from(staffTrustedComputers).orderBy(staffTrustedComputers.createdAt);
      await ctx.db.delete(staffTrustedComputers).where(eq(staffTrustedComputers.id, own[0]?.id ?? ""));
      expect(await password()).toBe("code");
      expect(await password(second)).toBe("portal");
    });

    it("requires a code 30 days after the last one, even if used", async () => {
      await trust();
      passDays(29.9);
      expect(await password()).toBe("portal");
      passDays(0.2);
      expect(await password()).toBe("code");
      await deleteExpiredStaffSessions(ctx);
      expect(await ctx.db.select().from(staffTrustedComputers)).toEqual([]);
    });

    it("rejects removing another person's computer", async () => {
      await trust();
      const [own] = await computers(browser);
      const omar = await signedIn(ctx, (await makeStaff(ctx, "owner")).id);
      expect(await computers(omar)).toEqual([]);
      expect((await omar.call(`DELETE trusted-computers/${own?.["id"]}`)).status).toBe(404);
      expect(await password()).toBe("portal");
    });
  });

  it("P-02 signs in with the password alone, but dangerous actions require a code at once", async () => {
    await trust();
    const before = browser.cookies.get("nama-staff");
    const { body, headers } = await browser.call("POST sign-in", { email: lina.email, password: lina.password });
    expect(body).toMatchObject({ next: "portal", staff: { id: lina.id, role: "finance" } });
    const renewed = headers.getSetCookie().find((one) => one.startsWith("nama-staff-trust="));
    expect(renewed).toMatch(/Max-Age=25\d{5}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(browser.cookies.get("nama-staff")).not.toBe(before);
    expect((await browser.call("GET me")).status).toBe(200);
    expect((await browser.call("POST recovery-codes")).body["reason"]).toBe("fresh-sign-in");
    expect((await browser.call("POST confirm", { code: await lina.code() })).status).toBe(200);
    expect((await browser.call("POST recovery-codes")).status).toBe(200);
    expect(await password()).toBe("portal");
  });

  it.each([
    ["signing out everywhere", async () => void (await browser.call("POST sign-out", { everywhere: true }))],
    [
      "an owner's sign-out",
      async () => {
        const owner = await signedIn(ctx, (await makeStaff(ctx, "owner")).id);
        await owner.call(`POST staff/${lina.id}/sign-out`);
      },
    ],
    ["a new password and second factor", () => inTransaction(ctx, (ctx) => withdrawAccess(ctx, lina.id))],
    ["another second factor", async () => void (await ctx.db.delete(staffTwoFactors))],
    [
      "the account page",
      async () => {
        const [computer] = await computers(browser);
        const { status, body } = await browser.call(`DELETE trusted-computers/${computer?.["id"]}`);
        expect([status, body["trusted_computers"]]).toEqual([200, []]);
      },
    ],
  ])("is ended by %s", async (_, end) => {
    await trust();
    const value = getTrustCookie(browser);
    await end();
    expect(await ctx.db.select().from(staffTrustedComputers)).toEqual([]);
    browser.cookies.set("nama-staff-trust", value);
    expect(await password()).not.toBe("portal");
  });

  it("remains after signing out of this browser; the account lists it, and the log records every change", async () => {
    await trust();
    await browser.call("POST sign-out", {});
    expect(await password()).toBe("portal");
    const [computer, ...others] = await computers(browser);
    expect(others).toEqual([]);
    expect(computer).toMatchObject({ browser: "Firefox, Windows" });
    expect(Date.parse(computer?.["expires_at"] ?? "") - ctx.clock.now.getTime()).toBe(30 * 86_400_000);
    await browser.call(`DELETE trusted-computers/${computer?.["id"]}`);
    const events = await ctx.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.entityId, lina.id))
      .orderBy(auditEvents.id);
    expect(events.map(({ action, actorId, after }) => [action, actorId, after?.["with"]])).toEqual([
      ["staff.signed-in", lina.id, "app"],
      ["staff.computer-trusted", lina.id, undefined],
      ["staff.signed-out", lina.id, undefined],
      ["staff.signed-in", lina.id, "trusted-computer"],
      ["staff.trust-ended", lina.id, undefined],
    ]);
  });

  it("over TLS uses a Secure __Host- cookie", async () => {
    const secure = testContext(await open(), { env: testEnv({ BASE_URL: "https://nama.example" }) });
    const [own, who] = [staffBrowser(secure), await makeStaff(secure, "auditor")];
    await own.call("POST sign-in", { email: who.email, password: who.password });
    const { headers } = await own.call("POST sign-in/code", { code: await who.code(), trust: true });
    const cookie = headers.getSetCookie().find((one) => one.startsWith("__Host-nama-staff-trust="));
    expect(cookie).toMatch(/Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
  });
});
