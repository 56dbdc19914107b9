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
  const enterPassword = async (from = browser, who = lina) =>
    (await from.call("POST sign-in", { email: who.email, password: who.password }, firefox)).body["next"];
  const trust = async (from = browser, who = lina) => {
    await enterPassword(from, who);
    await from.call("POST sign-in/code", { code: await who.code(), trust: true }, firefox);
  };
  const readComputers = async (from: StaffBrowser) =>
    (await from.call("GET account")).body["trustedComputers"] as Record<string, string>[];
  const getTrustCookie = (from: StaffBrowser) => from.cookies.get("nama-staff-trust") ?? "";

  describe("refusals", () => {
    it("trusts no computer without the choice or with a wrong code", async () => {
      await signIn(browser, lina);
      await enterPassword();
      expect((await browser.call("POST sign-in/code", { code: "12345x", trust: true })).status).toBe(422);
      expect((await browser.call("POST sign-in/code", { code: await lina.code(), trust: "yes" })).status).toBe(422);
      expect(browser.cookies.has("nama-staff-trust")).toBe(false);
      expect(await ctx.db.select().from(staffTrustedComputers)).toEqual([]);
      expect(await enterPassword()).toBe("code");
    });

    it("never skips the password", async () => {
      await trust();
      const otherBrowser = staffBrowser(ctx);
      otherBrowser.cookies.set("nama-staff-trust", getTrustCookie(browser));
      const { status } = await otherBrowser.call("POST sign-in", { email: lina.email, password: "a guess of mine" });
      expect(status).toBe(422);
      expect((await otherBrowser.call("GET me")).status).toBe(401);
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
        const otherBrowser = staffBrowser(ctx);
        otherBrowser.cookies.set("nama-staff-trust", value);
        expect(await enterPassword(otherBrowser, who), value).toBe("code");
        expect((await otherBrowser.call("GET me")).status).toBe(401);
      }
      expect(await enterPassword()).toBe("portal");
    });

    it("a cookie works once: of two copies only the first use counts", async () => {
      await trust();
      const copies = [staffBrowser(ctx), staffBrowser(ctx)];
      for (const copy of copies) copy.cookies.set("nama-staff-trust", getTrustCookie(browser));
      const answers = await Promise.all(copies.map((copy) => enterPassword(copy)));
      expect(answers.toSorted()).toEqual(["code", "portal"]);
      passDays(0.01);
      expect(await enterPassword()).toBe("code");
    });

    it("S-19 two uses within ten seconds end the trust of that computer only, without an email", async () => {
      const second = staffBrowser(ctx);
      await trust();
      passDays(0.01);
      await trust(second);
      const copy = staffBrowser(ctx);
      copy.cookies.set("nama-staff-trust", getTrustCookie(browser));
      expect((await Promise.all([copy, browser].map((one) => enterPassword(one)))).toSorted()).toEqual([
        "code",
        "portal",
      ]);
      expect(await ctx.db.select().from(outboxMails).where(eq(outboxMails.template, "staff-trust-copied"))).toEqual([]);
      // Neither cookie is good any more, whichever came first.
      expect([await enterPassword(copy), await enterPassword(), await enterPassword(second)]).toEqual([
        "code",
        "code",
        "portal",
      ]);
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
      expect(await enterPassword()).toBe("portal");
      passDays(0.01);
      const readStatus = (from: StaffBrowser) => from.call("GET me").then(({ status }) => status);
      expect([await readStatus(browser), await readStatus(second), await readStatus(omars)]).toEqual([200, 200, 200]);
      expect(await enterPassword(stolen)).toBe("code");
      // The copy may have opened any of Lina's sessions, so all end. The current sign-in continues with a code.
      expect([await readStatus(browser), await readStatus(second), await readStatus(omars)]).toEqual([401, 401, 200]);
      expect((await stolen.call("POST sign-in/code", { code: await lina.code() })).status).toBe(200);
      expect(await readStatus(stolen)).toBe(200);
      const ended = ctx.db.select().from(auditEvents).where(eq(auditEvents.action, "staff.trust-ended"));
      expect(await ended).toMatchObject([{ entityId: lina.id, before: { reason: "cookie-used-twice" } }]);
      const mails = ctx.db.select().from(outboxMails).where(eq(outboxMails.template, "staff-trust-copied"));
      expect((await mails).map(({ to }) => to)).toEqual([lina.email]);
      // From now on none of Lina's cookies skips the code; Omar's still does.
      expect([await enterPassword(), await enterPassword(second), await enterPassword(stolen)]).toEqual([
        "code",
        "code",
        "code",
      ]);
      expect((await mails).length).toBe(1);
      expect(await enterPassword(omars, omar)).toBe("portal");
    });

    it("S-19 the cookie of a removed computer ends no other", async () => {
      const second = staffBrowser(ctx);
      await trust();
      passDays(0.01);
      await trust(second);
      const rows = await ctx.db.select().from(staffTrustedComputers).orderBy(staffTrustedComputers.createdAt);
      await ctx.db.delete(staffTrustedComputers).where(eq(staffTrustedComputers.id, rows[0]?.id ?? ""));
      expect(await enterPassword()).toBe("code");
      expect(await enterPassword(second)).toBe("portal");
    });

    it("requires a code 30 days after the last one, even if used", async () => {
      await trust();
      passDays(29.9);
      expect(await enterPassword()).toBe("portal");
      passDays(0.2);
      expect(await enterPassword()).toBe("code");
      await deleteExpiredStaffSessions(ctx);
      expect(await ctx.db.select().from(staffTrustedComputers)).toEqual([]);
    });

    it("rejects removing another person's computer", async () => {
      await trust();
      const [linasComputer] = await readComputers(browser);
      const omar = await signedIn(ctx, (await makeStaff(ctx, "owner")).id);
      expect(await readComputers(omar)).toEqual([]);
      expect((await omar.call(`DELETE trusted-computers/${linasComputer?.["id"]}`)).status).toBe(404);
      expect(await enterPassword()).toBe("portal");
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
    expect(await enterPassword()).toBe("portal");
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
        const [computer] = await readComputers(browser);
        const { status, body } = await browser.call(`DELETE trusted-computers/${computer?.["id"]}`);
        expect([status, body["trustedComputers"]]).toEqual([200, []]);
      },
    ],
  ])("is ended by %s", async (_, end) => {
    await trust();
    const value = getTrustCookie(browser);
    await end();
    expect(await ctx.db.select().from(staffTrustedComputers)).toEqual([]);
    browser.cookies.set("nama-staff-trust", value);
    expect(await enterPassword()).not.toBe("portal");
  });

  it("remains after signing out of this browser; the account lists it, and the log records every change", async () => {
    await trust();
    await browser.call("POST sign-out", {});
    expect(await enterPassword()).toBe("portal");
    const [computer, ...others] = await readComputers(browser);
    expect(others).toEqual([]);
    expect(computer).toMatchObject({ browser: "Firefox, Windows" });
    expect(Date.parse(computer?.["expiresAt"] ?? "") - ctx.clock.now.getTime()).toBe(30 * 86_400_000);
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
    const [secureBrowser, who] = [staffBrowser(secure), await makeStaff(secure, "auditor")];
    await secureBrowser.call("POST sign-in", { email: who.email, password: who.password });
    const { headers } = await secureBrowser.call("POST sign-in/code", { code: await who.code(), trust: true });
    const cookie = headers.getSetCookie().find((one) => one.startsWith("__Host-nama-staff-trust="));
    expect(cookie).toMatch(/Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
  });
});
