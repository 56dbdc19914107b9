/** Staff sign-in: password, second factor, session (P-01, P-02, P-03). */
import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditEvents } from "#platform/tables.server.ts";
import { createCaller, logInAs, sara } from "#test/accounts.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { makeStaff, signedIn, signIn, staffBrowser, type Colleague, type StaffBrowser } from "#test/staff.ts";
import * as accounts from "#features/people/api.server.ts";
import { getStaffAuth } from "./auth.server.ts";
import { deleteExpiredStaffSessions } from "./sessions.server.ts";
import { staffSessions, staffTriedCodes, staffTwoFactors } from "./tables.server.ts";

const site = {
  "/api/register": accounts.register,
  "/api/login": accounts.login,
  "/api/me": accounts.me,
};

describeOnDatabase("staff sign-in", (open) => {
  let ctx: TestCtx;
  let lina: Colleague;
  let browser: StaffBrowser;

  beforeEach(async () => {
    ctx = testContext(await open(), { env: testEnv({ RATE_LIMIT_FACTOR: "1" }) });
    lina = await makeStaff(ctx, "finance");
    browser = staffBrowser(ctx);
  });
  const passMinutes = (minutes: number) => void (ctx.clock.now = new Date(ctx.clock.now.getTime() + minutes * 60_000));
  const enterPassword = (who = lina, from = browser) =>
    from.call("POST sign-in", { email: who.email, password: who.password });
  const readMeStatus = async (from = browser) => (await from.call("GET me")).status;
  const readActions = async () =>
    (await ctx.db.select().from(auditEvents).where(eq(auditEvents.entityId, lina.id)).orderBy(auditEvents.id)).map(
      ({ action }) => action,
    );

  describe("refusals", () => {
    it("answers an unknown email, a wrong password and a removed person the same, without a second step", async () => {
      const gone = await makeStaff(ctx, "support");
      const owner = await signedIn(ctx, (await makeStaff(ctx, "owner")).id);
      expect((await owner.call(`DELETE staff/${gone.id}`)).status).toBe(200);
      for (const input of [
        { email: "nobody@example.com", password: lina.password },
        { email: lina.email, password: "another password" },
        { email: gone.email, password: gone.password },
      ]) {
        const { status, body } = await browser.call("POST sign-in", input);
        expect([status, body]).toEqual([422, { email: ["The email address or password is incorrect."] }]);
        expect((await browser.call("POST sign-in/code", { code: await lina.code() })).status).toBe(401);
      }
      expect(browser.cookies.size).toBe(0);
    });

    it("P-01 a password alone opens no session", async () => {
      expect((await enterPassword()).body).toEqual({ next: "code", hasPasskey: false });
      expect(await readMeStatus()).toBe(401);
      expect((await browser.call("GET orders")).status).toBe(401);
      expect(await ctx.db.select().from(staffSessions)).toEqual([]);
    });

    it("rejects another person's code, and a forged second step", async () => {
      const omar = await makeStaff(ctx, "support");
      await enterPassword();
      expect((await browser.call("POST sign-in/code", { code: await omar.code() })).status).toBe(422);
      const name = [...browser.cookies.keys()].find((one) => one.endsWith("-code")) ?? "";
      const value = decodeURIComponent(browser.cookies.get(name) ?? "");
      browser.cookies.set(name, encodeURIComponent(`${value.split(".")[0]}.${"A".repeat(43)}=`));
      expect((await browser.call("POST sign-in/code", { code: await lina.code() })).status).toBe(401);
      expect(await readMeStatus()).toBe(401);
    });

    it("P-02 allows five codes per account over all sign-ins, then pauses for 15 minutes", async () => {
      const right = await lina.code();
      const wrong = Array.from({ length: 40 }, (_, at) => String((Number(right) + 7 + at * 13) % 1_000_000));
      const browsers = await Promise.all(
        wrong.slice(0, 8).map(async () => {
          const one = staffBrowser(ctx);
          await enterPassword(lina, one);
          return one;
        }),
      );
      const answers = await Promise.all(
        wrong.map((code, at) =>
          browsers[at % browsers.length]?.call("POST sign-in/code", { code: code.padStart(6, "0") }),
        ),
      );
      const count = (status: number) => answers.filter((one) => one?.status === status).length;
      expect(count(429)).toBe(35);
      expect(count(200)).toBe(0);
      // Even the right code waits, from a browser that has guessed nothing.
      const fresh = staffBrowser(ctx);
      await enterPassword(lina, fresh);
      const waiting = await fresh.call("POST sign-in/code", { code: await lina.code() });
      expect([waiting.status, Number(waiting.headers.get("retry-after")) > 60]).toEqual([429, true]);
      passMinutes(15.1);
      expect((await fresh.call("POST sign-in/code", { code: await lina.code() })).status).toBe(200);
      expect((await readActions()).filter((action) => action === "staff.code-refused")).toHaveLength(5);
    });

    it("P-02 allows five codes to confirm a session", async () => {
      const portal = await signedIn(ctx, lina.id);
      const right = Number(await lina.code());
      const statuses: number[] = [];
      for (let n = 1; n <= 7; n++)
        statuses.push(
          (await portal.call("POST confirm", { code: String((right + n * 31) % 1_000_000).padStart(6, "0") })).status,
        );
      expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429]);
    });

    it("allows ten passwords per account in 15 minutes; a browser used by its owner has its own limit", async () => {
      await signIn(browser, lina);
      const stranger = staffBrowser(ctx);
      const guess = { email: lina.email, password: "a guess of mine" };
      const statuses: number[] = [];
      for (let n = 0; n < 12; n++) statuses.push((await stranger.call("POST sign-in", guess)).status);
      expect(statuses).toEqual([...Array<number>(10).fill(422), 429, 429]);
      expect((await enterPassword(lina, stranger)).status).toBe(429);
      expect((await enterPassword(lina, browser)).status).toBe(200);
    });

    it("a code works once, even for concurrent requests", async () => {
      const code = await lina.code();
      const browsers = [browser, staffBrowser(ctx)];
      for (const one of browsers) await enterPassword(lina, one);
      const answers = await Promise.all(browsers.map((one) => one.call("POST sign-in/code", { code })));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
      const third = staffBrowser(ctx);
      await enterPassword(lina, third);
      expect((await third.call("POST sign-in/code", { code })).status).toBe(422);
      expect((await browser.call("POST confirm", { code })).status).toBeGreaterThanOrEqual(401);
    });

    it("negative control: without the record of tried codes a code opens a second session", async () => {
      const code = await lina.code();
      const browsers = [browser, staffBrowser(ctx)];
      for (const one of browsers) {
        await enterPassword(lina, one);
        await ctx.db.delete(staffTriedCodes);
        expect((await one.call("POST sign-in/code", { code })).status).toBe(200);
      }
    });

    it("negative control: without the limit every code is checked", async () => {
      const ctxWithoutLimit = testContext(ctx.database);
      const portal = await signedIn(ctxWithoutLimit, lina.id);
      const right = Number(await lina.code());
      for (let n = 1; n <= 12; n++) {
        const code = String((right + n * 31) % 1_000_000).padStart(6, "0");
        expect((await portal.call("POST confirm", { code })).status).toBe(422);
      }
    });

    it("P-03 rejects requests from another origin", async () => {
      const portal = await signedIn(ctx, lina.id);
      const foreign: Record<string, string>[] = [
        { origin: "https://evil.example" },
        { origin: "null" },
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { "sec-fetch-site": "cross-site", origin: ctx.env.BASE_URL },
      ];
      for (const headers of foreign)
        expect((await portal.call("POST sign-out", {}, headers)).status, JSON.stringify(headers)).toBe(403);
      expect((await portal.call("GET me", {}, { "sec-fetch-site": "cross-site" })).status).toBe(403);
      expect((await portal.call("POST sign-out", {}, { "content-type": "text/plain" })).status).toBe(415);
      expect(await readMeStatus(portal)).toBe(200);
      expect((await portal.call("POST sign-out", {}, { "sec-fetch-site": "same-origin" })).status).toBe(200);
    });

    it("P-03 rejects a learner's token in the portal, and a staff cookie on the site", async () => {
      const call = createCaller(ctx, site);
      await call("register", sara);
      const { token } = await logInAs(call);
      const learner = staffBrowser(ctx);
      for (const value of [token, encodeURIComponent(token)]) {
        learner.cookies.set("nama-staff", value);
        expect((await learner.call("GET me", {}, { authorization: `Bearer ${token}` })).status).toBe(401);
      }
      const portal = await signedIn(ctx, lina.id);
      const cookie = decodeURIComponent(portal.cookies.get("nama-staff") ?? "");
      expect((await call("me", {}, { token: cookie })).status).toBe(401);
    });
  });

  it("P-01 password and code open a session of 12 hours with an HttpOnly cookie, role and permissions", async () => {
    await enterPassword();
    const { status, body, headers } = await browser.call("POST sign-in/code", { code: await lina.code() });
    expect([status, body]).toMatchObject([200, { id: lina.id, role: "finance" }]);
    expect(body["permissions"]).toContain("orders.refund");
    expect(body["permissions"]).not.toContain("staff.manage");
    expect(headers.get("cache-control")).toBe("no-store");
    const session = headers.getSetCookie().find((one) => one.startsWith("nama-staff="));
    expect(session).toMatch(/Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/i);
    expect(await readMeStatus()).toBe(200);
    expect(await readActions()).toEqual(["staff.signed-in"]);
  });

  it("over TLS uses Secure __Host- cookies", async () => {
    const secure = testContext(await open(), { env: testEnv({ BASE_URL: "https://nama.example" }) });
    const portal = staffBrowser(secure);
    const who = await makeStaff(secure, "auditor");
    await signIn(portal, who);
    expect([...portal.cookies.keys()].toSorted()).toEqual(["__Host-nama-staff", "__Host-nama-staff-device"]);
    const again = await portal.call("POST sign-in", { email: who.email, password: who.password });
    for (const one of again.headers.getSetCookie()) expect(one).toMatch(/^__Host-nama-staff.*; Path=\/;.*Secure/i);
  });

  it("P-01 a recovery code works once instead of the app's; ten new ones invalidate the old ones", async () => {
    const [code = "", other = ""] = lina.recoveryCodes;
    await enterPassword();
    const typed = code.toLowerCase().replace("-", " - ");
    expect((await browser.call("POST sign-in/code", { code: typed })).status).toBe(200);
    passMinutes(3);
    const second = staffBrowser(ctx);
    await enterPassword(lina, second);
    expect((await second.call("POST sign-in/code", { code })).status).toBe(422);
    const { body } = await browser.call("POST recovery-codes");
    expect(new Set(body["recoveryCodes"] as string[]).size).toBe(10);
    expect((await second.call("POST sign-in/code", { code: other })).status).toBe(422);
    const [fresh = ""] = body["recoveryCodes"] as string[];
    expect((await second.call("POST sign-in/code", { code: fresh })).status).toBe(200);
  });

  it("encrypts secret and recovery codes in the database", async () => {
    const [row] = await ctx.db.select().from(staffTwoFactors).where(eq(staffTwoFactors.userId, lina.id));
    expect(JSON.stringify(row)).not.toContain(lina.secret);
    for (const code of lina.recoveryCodes) expect(JSON.stringify(row)).not.toContain(code);
    const { api } = await getStaffAuth(ctx);
    expect((await api.viewBackupCodes({ body: { userId: lina.id } })).backupCodes).toEqual(lina.recoveryCodes);
  });

  it("P-02 a session ends after 30 minutes without use, and after 12 hours", async () => {
    const portal = await signedIn(ctx, lina.id);
    passMinutes(29);
    expect(await readMeStatus(portal)).toBe(200);
    passMinutes(31);
    expect(await readMeStatus(portal)).toBe(401);
    const busy = await signedIn(ctx, lina.id);
    const statuses = new Set<number>();
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
      passMinutes(20);
      statuses.add(await readMeStatus(busy));
    }
    expect([...statuses]).toEqual([200]);
    passMinutes(21);
    expect(await readMeStatus(busy)).toBe(401);
    await deleteExpiredStaffSessions(ctx);
    expect(await ctx.db.select().from(staffSessions)).toEqual([]);
  });

  it("P-02 dangerous actions require a code after ten minutes; it confirms no other session of the same person", async () => {
    const otherOwner = await signedIn(ctx, (await makeStaff(ctx, "owner")).id);
    const owner = await makeStaff(ctx, "owner");
    const [first, second] = [await signedIn(ctx, owner.id), await signedIn(ctx, owner.id)];
    passMinutes(10.5);
    const invite = { email: "maha@example.com", role: "training" };
    const refused = await second.call("POST staff", invite);
    expect([refused.status, refused.body["reason"]]).toEqual([403, "fresh-sign-in"]);
    expect((await second.call("POST recovery-codes")).body["reason"]).toBe("fresh-sign-in");
    expect((await second.call(`PUT staff/${lina.id}`, { role: "support", version: 1 })).body["reason"]).toBe(
      "fresh-sign-in",
    );
    expect((await second.call(`DELETE staff/${lina.id}`)).body["reason"]).toBe("fresh-sign-in");
    expect((await second.call("POST confirm", { code: await owner.code() })).status).toBe(200);
    expect((await second.call("POST staff", invite)).status).toBe(201);
    // The code confirmed no other session.
    for (const other of [first, otherOwner]) {
      const { status, body } = await other.call("POST staff", invite);
      expect([status, body["reason"]]).toEqual([403, "fresh-sign-in"]);
    }
  });

  it("P-02 signing out everywhere ends every session and pending sign-in", async () => {
    await signIn(browser, lina);
    const [other, waiting] = [await signedIn(ctx, lina.id), staffBrowser(ctx)];
    await enterPassword(lina, waiting);
    expect((await browser.call("POST sign-out", { everywhere: true })).status).toBe(200);
    expect([await readMeStatus(), await readMeStatus(other)]).toEqual([401, 401]);
    expect((await waiting.call("POST sign-in/code", { code: await lina.code() })).status).toBe(401);
    expect(browser.cookies.has("nama-staff")).toBe(false);
  });

  it("a sign-in ends the previous session of the browser", async () => {
    await signIn(browser, lina);
    const before = browser.cookies.get("nama-staff");
    await signIn(browser, lina);
    expect(browser.cookies.get("nama-staff")).not.toBe(before);
    const rows = await ctx.db
      .select()
      .from(staffSessions)
      .where(and(eq(staffSessions.userId, lina.id)));
    expect(rows).toHaveLength(1);
  });
});
