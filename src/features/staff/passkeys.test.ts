/** Passkeys of the staff: in place of a code, at sign-in and when a session asks again (P-01, P-02). */
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
type Listed = Record<string, string>[];
const origin = "https://portal.example";
const challengeCookie = "__Host-nama-staff-passkey";
const refused = { passkey: ["This passkey wasn’t accepted. Try again, or use a code."] };

describeOnDatabase("passkeys of the staff", (open) => {
  let ctx: TestCtx;
  let lina: Colleague;
  let browser: StaffBrowser;
  let device: Device;

  beforeEach(async () => {
    ctx = testContext(await open(), { env: testEnv({ RATE_LIMIT_FACTOR: "1", BASE_URL: origin }) });
    lina = await makeStaff(ctx, "finance");
    browser = staffBrowser(ctx);
    device = await newPasskey(lina);
  });
  const pass = (minutes: number) => void (ctx.clock.now = new Date(ctx.clock.now.getTime() + minutes * 60_000));

  async function newPasskey(who: Colleague, name = "Work laptop"): Promise<Device> {
    const [own, made] = [await signedIn(ctx, who.id), passkeyDevice("portal.example")];
    const options = (await own.call("POST passkeys/options")).body;
    const { status, body } = await own.call("POST passkeys", { name, response: made.create(options, { origin }) });
    expect([status, (body["passkeys"] as Listed).at(-1)?.["name"]]).toEqual([201, name]);
    return made;
  }
  const password = (from = browser, who = lina) =>
    from.call("POST sign-in", { email: who.email, password: who.password });
  const challenge = async (from = browser) => (await from.call("POST sign-in/passkey/options")).body;
  const enter = (response: object, from = browser, more = {}) =>
    from.call("POST sign-in/passkey", { response, ...more });
  const events = async () =>
    (await ctx.db.select().from(auditEvents).where(eq(auditEvents.entityId, lina.id)).orderBy(auditEvents.id)).map(
      ({ action, after }) => [action, after?.["with"] ?? after?.["name"]].filter(Boolean).join(" "),
    );
  const isOut = async (from = browser) => {
    expect((await from.call("GET me")).status).toBe(401);
    const sessions = await ctx.db.select().from(staffSessions).where(eq(staffSessions.userId, lina.id));
    // The one that added the passkey.
    expect(sessions).toHaveLength(1);
  };

  describe("refusals", () => {
    it("the passkey alone, without the password, opens nothing", async () => {
      const own = staffBrowser(ctx);
      expect((await own.call("POST sign-in/passkey/options")).status).toBe(401);
      await password();
      const answer = device.get(await challenge(), { origin });
      own.cookies.set(challengeCookie, browser.cookies.get(challengeCookie) ?? "");
      expect((await enter(answer, own)).status).toBe(401);
      await isOut(own);
    });

    it.each([
      ["another origin", (options: object) => device.get({ ...options }, { origin: "https://portal.example.evil.io" })],
      ["another port", (options: object) => device.get({ ...options }, { origin: `${origin}:8443` })],
      [
        "a device that has not recognised its person",
        (options: object) => device.get({ ...options }, { origin, isVerified: false }),
      ],
      ["another challenge", (options: object) => device.get({ ...options, challenge: "AAAA" }, { origin })],
      [
        "a counter that goes back",
        (options: object) => {
          device.counter = -1;
          return device.get({ ...options }, { origin });
        },
      ],
      [
        "another key",
        (options: object) => {
          const other = passkeyDevice("portal.example");
          other.create(options as Record<string, unknown>, { origin });
          return {
            ...other.get({ ...options }, { origin }),
            id: getCredentialId(device),
            rawId: getCredentialId(device),
          };
        },
      ],
    ])("%s", async (_, answerTo) => {
      await password();
      const { status, body } = await enter(answerTo(await challenge()));
      expect([status, body]).toEqual([422, refused]);
      await isOut();
      expect((await events()).at(-1)).toBe("staff.passkey-refused");
    });
    const getCredentialId = (one: Device) => one.credentialId.toString("base64url");

    it("another site's passkey: its RP id is not ours", async () => {
      const elsewhere = passkeyDevice("example");
      const own = await signedIn(ctx, lina.id);
      const options = (await own.call("POST passkeys/options")).body;
      const response = elsewhere.create(options, { origin });
      expect((await own.call("POST passkeys", { name: "x", response })).status).toBe(422);
    });

    it("an answer twice, to its own challenge or to another", async () => {
      await password();
      const answer = device.get(await challenge(), { origin });
      const answered = browser.cookies.get(challengeCookie) ?? "";
      expect((await enter(answer)).status).toBe(200);
      expect(browser.cookies.has(challengeCookie)).toBe(false);
      const second = staffBrowser(ctx);
      await password(second);
      await challenge(second);
      expect((await enter(answer, second)).body).toEqual(refused);
      second.cookies.set(challengeCookie, answered);
      expect((await enter(answer, second)).body).toEqual(refused);
      expect((await second.call("GET me")).status).toBe(401);
    });

    it("an answer is good once, also for two at the same moment", async () => {
      await password();
      const answer = device.get(await challenge(), { origin });
      const copy = staffBrowser(ctx);
      for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
      const answers = await Promise.all([browser, copy].map((one) => enter(answer, one)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, expect.toSatisfy((n) => n >= 401)]);
    });

    it("another person's passkey is none, at sign-in and within a session", async () => {
      const omar = await makeStaff(ctx, "support");
      const his = await newPasskey(omar);
      await password();
      const options = await challenge();
      expect((options["allowCredentials"] as Listed).map(({ id }) => id)).toEqual([getCredentialId(device)]);
      expect((await enter(his.get(options, { origin }))).body).toEqual(refused);
      await isOut();
      const own = await signedIn(ctx, lina.id);
      const again = (await own.call("POST confirm/passkey/options")).body;
      expect((await own.call("POST confirm/passkey", { response: his.get(again, { origin }) })).body).toEqual(refused);
      for (const name of ["PUT", "DELETE"]) {
        const [theirs] = await ctx.db.select().from(staffPasskeys).where(eq(staffPasskeys.userId, omar.id));
        expect((await own.call(`${name} passkeys/${theirs?.id}`, { name: "mine" })).status).toBe(404);
      }
    });

    it("five codes and passkeys together, then a pause", async () => {
      await password();
      const statuses: number[] = [];
      for (let n = 0; n < 4; n++)
        statuses.push((await enter(device.get(await challenge(), { origin: "https://evil.example" }))).status);
      statuses.push((await browser.call("POST sign-in/code", { code: "000000" })).status);
      statuses.push((await enter(device.get(await challenge(), { origin }))).status);
      expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    });

    it("what is no answer of a device is a field error", async () => {
      await password();
      const right = device.get(await challenge(), { origin });
      for (const response of [
        {},
        "x",
        { ...right, id: "a\u0000" },
        { ...right, response: {} },
        { ...right, type: "x" },
      ])
        expect((await enter(response as object)).status).toBe(422);
      const garbled = { ...right, response: { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA" } };
      expect((await enter(garbled)).body).toEqual(refused);
    });

    it("adding and removing one wants a fresh sign-in, and a device that recognises its person", async () => {
      const own = await signedIn(ctx, lina.id);
      const options = (await own.call("POST passkeys/options")).body;
      const other = passkeyDevice("portal.example");
      const unverified = other.create(options, { origin, isVerified: false });
      expect((await own.call("POST passkeys", { name: "x", response: unverified })).body).toHaveProperty("passkey");
      const [listed] = (await own.call("GET account")).body["passkeys"] as Listed;
      pass(10.5);
      const response = other.create(options, { origin });
      for (const [name, body] of [
        ["POST passkeys/options", {}],
        ["POST passkeys", { name: "x", response }],
        [`DELETE passkeys/${listed?.["id"]}`, {}],
      ] as const)
        expect((await own.call(name, body)).body["reason"], name).toBe("fresh-sign-in");
      expect(await ctx.db.select().from(staffPasskeys)).toHaveLength(1);
    });

    it("a new passkey for a challenge of another origin, of another person or used already", async () => {
      const [own, other] = [await signedIn(ctx, lina.id), passkeyDevice("portal.example")];
      const add = (response: object, from = own) => from.call("POST passkeys", { name: "x", response });
      const options = (await own.call("POST passkeys/options")).body;
      const savedCookies = new Map(own.cookies);
      expect((await add(other.create(options, { origin: "https://evil.example" }))).status).toBe(422);
      const omar = await signedIn(ctx, (await makeStaff(ctx, "support")).id);
      const second = (await own.call("POST passkeys/options")).body;
      omar.cookies.set(challengeCookie, own.cookies.get(challengeCookie) ?? "");
      expect((await add(other.create(second, { origin }), omar)).status).toBe(422);
      for (const [name, value] of savedCookies) own.cookies.set(name, value);
      expect((await add(other.create(options, { origin }))).status).toBe(422);
      expect(await ctx.db.select().from(staffPasskeys)).toHaveLength(1);
    });
  });

  it("P-01 password, then the passkey in place of a code; the computer can be trusted", async () => {
    expect((await password()).body).toEqual({ next: "code", has_passkey: true });
    const options = await challenge();
    expect(options).toMatchObject({ rpId: "portal.example", userVerification: "required" });
    const { status, body, headers } = await enter(device.get(options, { origin }), browser, { trust: true });
    expect([status, body]).toMatchObject([200, { id: lina.id, role: "finance" }]);
    const session = headers.getSetCookie().find((one) => one.startsWith("__Host-nama-staff="));
    expect(session).toMatch(/Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/i);
    expect([...browser.cookies.keys()].toSorted()).toEqual([
      "__Host-nama-staff",
      "__Host-nama-staff-device",
      "__Host-nama-staff-trust",
    ]);
    expect((await browser.call("POST recovery-codes")).status).toBe(200);
    expect((await password()).body["next"]).toBe("portal");
    expect(await events()).toEqual([
      "staff.passkey-added Work laptop",
      "staff.signed-in passkey",
      "staff.computer-trusted",
      "staff.recovery-codes-renewed",
      "staff.signed-in trusted-computer",
    ]);
  });

  it("P-02 a session asks again, and the passkey is enough; no second session stays", async () => {
    await password();
    await enter(device.get(await challenge(), { origin }));
    pass(10.5);
    expect((await browser.call("POST recovery-codes")).body["reason"]).toBe("fresh-sign-in");
    const options = (await browser.call("POST confirm/passkey/options")).body;
    const answer = { response: device.get(options, { origin }) };
    expect((await browser.call("POST confirm/passkey", answer)).status).toBe(200);
    expect((await browser.call("POST recovery-codes")).status).toBe(200);
    expect((await browser.call("POST confirm/passkey", answer)).status).toBe(422);
    expect(await ctx.db.$count(staffSessions, eq(staffSessions.userId, lina.id))).toBe(2);
  });

  it("is named, removed and gone; app and recovery codes stay", async () => {
    const own = await signedIn(ctx, lina.id);
    const [listed] = (await own.call("GET account")).body["passkeys"] as Listed;
    expect(listed).toMatchObject({ name: "Work laptop", used_at: null });
    expect((await own.call(`PUT passkeys/${listed?.["id"]}`, { name: " " })).status).toBe(422);
    const renamed = await own.call(`PUT passkeys/${listed?.["id"]}`, { name: "Desk" });
    expect(renamed.body["passkeys"]).toMatchObject([{ name: "Desk" }]);
    expect((await own.call(`DELETE passkeys/${listed?.["id"]}`)).body["passkeys"]).toEqual([]);
    expect(await events()).toEqual([
      "staff.passkey-added Work laptop",
      "staff.passkey-renamed Desk",
      "staff.passkey-removed",
    ]);
    expect((await password()).body).toEqual({ next: "code", has_passkey: false });
    expect((await enter(device.get(await challenge(), { origin }))).body).toEqual(refused);
    expect(await ctx.db.select().from(staffTwoFactors)).toHaveLength(1);
    expect((await browser.call("POST sign-in/code", { code: await lina.code() })).status).toBe(200);
  });

  it("a new password and second factor end every passkey", async () => {
    await inTransaction(ctx, (ctx) => withdrawAccess(ctx, lina.id));
    expect(await ctx.db.select().from(staffPasskeys)).toEqual([]);
  });
});
