/** A staff passkey replaces the code at sign-in and for a fresh sign-in within a session (P-01, P-02). */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { inTransaction } from "#platform/context.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { passkeyDevice } from "#test/passkey-device.ts";
import { makeStaff, signedIn, staffBrowser, type Colleague, type StaffBrowser } from "#test/staff.ts";
import { withdrawAccess } from "./invitations.server.ts";
import { staffPasskeys, staffSessions, staffTwoFactors } from "./tables.server.ts";

type Device = ReturnType<typeof passkeyDevice>;
type JsonRows = Record<string, string>[];
const origin = "https://portal.example";
const challengeCookie = "__Host-nama-staff-passkey";
const refusalBody = { passkey: ["This passkey wasn’t accepted. Try again, or use a code."] };

describeOnDatabase("staff passkeys", (open) => {
  let ctx: TestCtx;
  let lina: Colleague;
  let browser: StaffBrowser;
  let device: Device;

  beforeEach(async () => {
    ctx = testContext(await open(), { env: testEnv({ RATE_LIMIT_FACTOR: "1", BASE_URL: origin }) });
    lina = await makeStaff(ctx, "finance");
    browser = staffBrowser(ctx);
    device = await addPasskey(lina);
  });
  const advanceClock = (minutes: number) => void (ctx.clock.now = new Date(ctx.clock.now.getTime() + minutes * 60_000));

  async function addPasskey(colleague: Colleague, name = "Work laptop"): Promise<Device> {
    const [portal, newDevice] = [await signedIn(ctx, colleague.id), passkeyDevice("portal.example")];
    const options = (await portal.call("POST passkeys/options")).body;
    const response = newDevice.create(options, { origin });
    const { status, body } = await portal.call("POST passkeys", { name, response });
    expect([status, (body["passkeys"] as JsonRows).at(-1)?.["name"]]).toEqual([201, name]);
    return newDevice;
  }
  const enterPassword = (client = browser, colleague = lina) =>
    client.call("POST sign-in", { email: colleague.email, password: colleague.password });
  const requestChallenge = async (client = browser) => (await client.call("POST sign-in/passkey/options")).body;
  const sendPasskey = (response: object, client = browser, otherFields = {}) =>
    client.call("POST sign-in/passkey", { response, ...otherFields });
  const readAuditEvents = async () =>
    (await ctx.db.select().from(auditEvents).where(eq(auditEvents.entityId, lina.id)).orderBy(auditEvents.id)).map(
      ({ action, after }) => [action, after?.["with"] ?? after?.["name"]].filter(Boolean).join(" "),
    );
  const expectSignedOut = async (client = browser) => {
    expect((await client.call("GET me")).status).toBe(401);
    const sessions = await ctx.db.select().from(staffSessions).where(eq(staffSessions.userId, lina.id));
    // The session that added the passkey remains.
    expect(sessions).toHaveLength(1);
  };

  describe("refusals", () => {
    it("rejects a passkey without the password", async () => {
      const otherBrowser = staffBrowser(ctx);
      expect((await otherBrowser.call("POST sign-in/passkey/options")).status).toBe(401);
      await enterPassword();
      const response = device.get(await requestChallenge(), { origin });
      otherBrowser.cookies.set(challengeCookie, browser.cookies.get(challengeCookie) ?? "");
      expect((await sendPasskey(response, otherBrowser)).status).toBe(401);
      await expectSignedOut(otherBrowser);
    });

    it.each([
      ["another origin", (options: object) => device.get({ ...options }, { origin: "https://portal.example.evil.io" })],
      ["another port", (options: object) => device.get({ ...options }, { origin: `${origin}:8443` })],
      [
        "a device that has not verified its user",
        (options: object) => device.get({ ...options }, { origin, isVerified: false }),
      ],
      ["another challenge", (options: object) => device.get({ ...options, challenge: "AAAA" }, { origin })],
      [
        "a counter that decreases",
        (options: object) => {
          device.counter = -1;
          return device.get({ ...options }, { origin });
        },
      ],
      [
        "another key",
        (options: object) => {
          const otherDevice = passkeyDevice("portal.example");
          otherDevice.create(options as Record<string, unknown>, { origin });
          return {
            ...otherDevice.get({ ...options }, { origin }),
            id: getCredentialId(device),
            rawId: getCredentialId(device),
          };
        },
      ],
    ])("rejects %s", async (_, respondTo) => {
      await enterPassword();
      const { status, body } = await sendPasskey(respondTo(await requestChallenge()));
      expect([status, body]).toEqual([422, refusalBody]);
      await expectSignedOut();
      expect((await readAuditEvents()).at(-1)).toBe("staff.passkey-refused");
    });
    const getCredentialId = ({ credentialId }: Device) => credentialId.toString("base64url");

    it("rejects a passkey made for another RP ID", async () => {
      const foreignDevice = passkeyDevice("example");
      const portal = await signedIn(ctx, lina.id);
      const options = (await portal.call("POST passkeys/options")).body;
      const response = foreignDevice.create(options, { origin });
      expect((await portal.call("POST passkeys", { name: "x", response })).status).toBe(422);
    });

    it("rejects a used response, with a new challenge and with its own", async () => {
      await enterPassword();
      const response = device.get(await requestChallenge(), { origin });
      const usedChallenge = browser.cookies.get(challengeCookie) ?? "";
      expect((await sendPasskey(response)).status).toBe(200);
      expect(browser.cookies.has(challengeCookie)).toBe(false);
      const second = staffBrowser(ctx);
      await enterPassword(second);
      await requestChallenge(second);
      expect((await sendPasskey(response, second)).body).toEqual(refusalBody);
      second.cookies.set(challengeCookie, usedChallenge);
      expect((await sendPasskey(response, second)).body).toEqual(refusalBody);
      expect((await second.call("GET me")).status).toBe(401);
    });

    it("accepts a response once when two requests send it at the same time", async () => {
      await enterPassword();
      const response = device.get(await requestChallenge(), { origin });
      const copy = staffBrowser(ctx);
      for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
      const replies = await Promise.all([browser, copy].map((client) => sendPasskey(response, client)));
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, expect.toSatisfy((n) => n >= 401)]);
    });

    it("another person's passkey cannot be used, renamed or deleted", async () => {
      const omar = await makeStaff(ctx, "support");
      const omarsDevice = await addPasskey(omar);
      await enterPassword();
      const options = await requestChallenge();
      expect((options["allowCredentials"] as JsonRows).map(({ id }) => id)).toEqual([getCredentialId(device)]);
      expect((await sendPasskey(omarsDevice.get(options, { origin }))).body).toEqual(refusalBody);
      await expectSignedOut();
      const portal = await signedIn(ctx, lina.id);
      const confirmOptions = (await portal.call("POST confirm/passkey/options")).body;
      expect(
        (await portal.call("POST confirm/passkey", { response: omarsDevice.get(confirmOptions, { origin }) })).body,
      ).toEqual(refusalBody);
      for (const method of ["PUT", "DELETE"]) {
        const [omarsPasskey] = await ctx.db.select().from(staffPasskeys).where(eq(staffPasskeys.userId, omar.id));
        expect((await portal.call(`${method} passkeys/${omarsPasskey?.id}`, { name: "mine" })).status).toBe(404);
      }
    });

    it("blocks sign-in after five failures, counting codes and passkeys together", async () => {
      await enterPassword();
      const statuses: number[] = [];
      for (let n = 0; n < 4; n++)
        statuses.push(
          (await sendPasskey(device.get(await requestChallenge(), { origin: "https://evil.example" }))).status,
        );
      statuses.push((await browser.call("POST sign-in/code", { code: "000000" })).status);
      statuses.push((await sendPasskey(device.get(await requestChallenge(), { origin }))).status);
      expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    });

    it("answers a malformed response with a field error", async () => {
      await enterPassword();
      const valid = device.get(await requestChallenge(), { origin });
      for (const response of [
        {},
        "x",
        { ...valid, id: "a\u0000" },
        { ...valid, response: {} },
        { ...valid, type: "x" },
      ])
        expect((await sendPasskey(response as object)).status).toBe(422);
      const garbled = { ...valid, response: { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA" } };
      expect((await sendPasskey(garbled)).body).toEqual(refusalBody);
    });

    it("requires a fresh sign-in to add or remove a passkey, and a device that verifies its user", async () => {
      const portal = await signedIn(ctx, lina.id);
      const options = (await portal.call("POST passkeys/options")).body;
      const newDevice = passkeyDevice("portal.example");
      const unverified = newDevice.create(options, { origin, isVerified: false });
      expect((await portal.call("POST passkeys", { name: "x", response: unverified })).body).toHaveProperty("passkey");
      const [passkey] = (await portal.call("GET account")).body["passkeys"] as JsonRows;
      advanceClock(10.5);
      const response = newDevice.create(options, { origin });
      for (const [name, body] of [
        ["POST passkeys/options", {}],
        ["POST passkeys", { name: "x", response }],
        [`DELETE passkeys/${passkey?.["id"]}`, {}],
      ] as const)
        expect((await portal.call(name, body)).body["reason"], name).toBe("fresh-sign-in");
      expect(await ctx.db.select().from(staffPasskeys)).toHaveLength(1);
    });

    it("rejects a new passkey from another origin, for another person's challenge and for a used one", async () => {
      const [portal, newDevice] = [await signedIn(ctx, lina.id), passkeyDevice("portal.example")];
      const add = (response: object, client = portal) => client.call("POST passkeys", { name: "x", response });
      const options = (await portal.call("POST passkeys/options")).body;
      const savedCookies = new Map(portal.cookies);
      expect((await add(newDevice.create(options, { origin: "https://evil.example" }))).status).toBe(422);
      const omar = await signedIn(ctx, (await makeStaff(ctx, "support")).id);
      const secondOptions = (await portal.call("POST passkeys/options")).body;
      omar.cookies.set(challengeCookie, portal.cookies.get(challengeCookie) ?? "");
      expect((await add(newDevice.create(secondOptions, { origin }), omar)).status).toBe(422);
      for (const [name, value] of savedCookies) portal.cookies.set(name, value);
      expect((await add(newDevice.create(options, { origin }))).status).toBe(422);
      expect(await ctx.db.select().from(staffPasskeys)).toHaveLength(1);
    });
  });

  it("P-01 signs in with password and passkey instead of a code, and can trust the computer", async () => {
    expect((await enterPassword()).body).toEqual({ next: "code", hasPasskey: true });
    const options = await requestChallenge();
    expect(options).toMatchObject({ rpId: "portal.example", userVerification: "required" });
    const { status, body, headers } = await sendPasskey(device.get(options, { origin }), browser, { trust: true });
    expect([status, body]).toMatchObject([200, { id: lina.id, role: "finance" }]);
    const sessionCookie = headers.getSetCookie().find((cookie) => cookie.startsWith("__Host-nama-staff="));
    expect(sessionCookie).toMatch(/Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/i);
    expect([...browser.cookies.keys()].toSorted()).toEqual([
      "__Host-nama-staff",
      "__Host-nama-staff-device",
      "__Host-nama-staff-trust",
    ]);
    expect((await browser.call("POST recovery-codes")).status).toBe(200);
    expect((await enterPassword()).body["next"]).toBe("portal");
    expect(await readAuditEvents()).toEqual([
      "staff.passkey-added Work laptop",
      "staff.signed-in passkey",
      "staff.computer-trusted",
      "staff.recovery-codes-renewed",
      "staff.signed-in trusted-computer",
    ]);
  });

  it("P-02 a passkey counts as a fresh sign-in, once per challenge, and leaves no extra session", async () => {
    await enterPassword();
    await sendPasskey(device.get(await requestChallenge(), { origin }));
    advanceClock(10.5);
    expect((await browser.call("POST recovery-codes")).body["reason"]).toBe("fresh-sign-in");
    const options = (await browser.call("POST confirm/passkey/options")).body;
    const confirmation = { response: device.get(options, { origin }) };
    expect((await browser.call("POST confirm/passkey", confirmation)).status).toBe(200);
    expect((await browser.call("POST recovery-codes")).status).toBe(200);
    expect((await browser.call("POST confirm/passkey", confirmation)).status).toBe(422);
    expect(await ctx.db.$count(staffSessions, eq(staffSessions.userId, lina.id))).toBe(2);
  });

  it("renames and removes a passkey; app and recovery codes stay", async () => {
    const portal = await signedIn(ctx, lina.id);
    const [passkey] = (await portal.call("GET account")).body["passkeys"] as JsonRows;
    expect(passkey).toMatchObject({ name: "Work laptop", usedAt: null });
    expect((await portal.call(`PUT passkeys/${passkey?.["id"]}`, { name: " " })).status).toBe(422);
    const renamed = await portal.call(`PUT passkeys/${passkey?.["id"]}`, { name: "Desk" });
    expect(renamed.body["passkeys"]).toMatchObject([{ name: "Desk" }]);
    expect((await portal.call(`DELETE passkeys/${passkey?.["id"]}`)).body["passkeys"]).toEqual([]);
    expect(await readAuditEvents()).toEqual([
      "staff.passkey-added Work laptop",
      "staff.passkey-renamed Desk",
      "staff.passkey-removed",
    ]);
    expect((await enterPassword()).body).toEqual({ next: "code", hasPasskey: false });
    expect((await sendPasskey(device.get(await requestChallenge(), { origin }))).body).toEqual(refusalBody);
    expect(await ctx.db.select().from(staffTwoFactors)).toHaveLength(1);
    expect((await browser.call("POST sign-in/code", { code: await lina.code() })).status).toBe(200);
  });

  it("withdrawing a member's access deletes their passkeys", async () => {
    await inTransaction(ctx, (ctx) => withdrawAccess(ctx, lina.id));
    expect(await ctx.db.select().from(staffPasskeys)).toEqual([]);
  });
});
