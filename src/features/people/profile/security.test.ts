import { beforeEach, describe, expect, it } from "vitest";
import {
  accountCalls,
  firefoxOnWindows,
  limitedCalls,
  logInAs,
  readOutbox,
  newPassword,
  registerSaraAndOmar,
  sara,
  type Call,
} from "#test/accounts.ts";
import type { TestCtx } from "#test/context.ts";
import { describeOnDatabase, type TestDatabase } from "#test/database.ts";
import { signToken } from "#features/people/one-time-links.server.ts";

describeOnDatabase("password and sessions", (open) => {
  let database: TestDatabase;
  let ctx: TestCtx;
  let call: Call;
  let logged: string[];
  let token: string;
  let id: string;

  beforeEach(async () => {
    database = await open();
    ({ ctx, call, logged } = accountCalls(database));
    await registerSaraAndOmar(call);
    ({ token, id } = await logInAs(call));
  });
  const isLoggedIn = async (session: string) => (await call("me", {}, { token: session })).status === 200;

  describe("change-password", () => {
    const change = { current_password: sara.password, ...newPassword };

    it("returns the errors, and checks the current password only if the new one is valid", async () => {
      const wrong = async (more: object) => (await call("change-password", { ...change, ...more }, { token })).body;
      expect(await wrong({ current_password: "", password: "", password_confirmation: "" })).toEqual({
        current_password: ["This field is required."],
        password: ["This field is required."],
      });
      expect(await wrong({ password_confirmation: "else" })).toEqual({
        password_confirmation: ["The passwords don’t match. Enter them again."],
      });
      expect(
        await wrong({ current_password: "not it", password: "12345678", password_confirmation: "12345678" }),
      ).toEqual({ password: [expect.stringContaining("easy to guess")] });
      expect(await wrong({ current_password: "not it" })).toEqual({
        current_password: ["That password is incorrect. Check it and try again."],
      });
      expect((await call("change-password", change)).status).toBe(401);
      expect(await isLoggedIn(token)).toBe(true);
    });

    it("row 11 gives this session a new token, ends the others, and notifies by email", async () => {
      const other = await logInAs(call);
      const { status, body } = await call("change-password", change, { token });
      expect([status, body["message"]]).toEqual([
        200,
        "Your password has been changed. Every other device has been logged out.",
      ]);
      expect([await isLoggedIn(token), await isLoggedIn(other.token), await isLoggedIn(String(body["token"]))]).toEqual(
        [false, false, true],
      );
      expect([
        (await call("login", sara)).status,
        (await call("login", { ...sara, password: newPassword.password })).status,
      ]).toEqual([422, 200]);
      expect((await readOutbox(ctx)).at(-1)).toMatchObject({ to: "sara@example.com", template: "password-changed" });
    });

    it("row 12 allows ten wrong passwords in 15 minutes, also concurrent ones", async () => {
      const limited = limitedCalls(database);
      const guesses = await Promise.all(
        Array.from({ length: 14 }, (_, n) =>
          limited("change-password", { ...change, current_password: `guess ${n}` }, { token }),
        ),
      );
      expect(guesses.filter(({ status }) => status === 422)).toHaveLength(10);
      expect((await limited("change-password", change, { token })).status).toBe(429);
    });
  });

  describe("sessions", () => {
    it("lists the caller's sessions with browser and times only, the current one first", async () => {
      await logInAs(call, { ...sara, email: "other@example.com" });
      await logInAs(call, sara, { userAgent: firefoxOnWindows });
      const { body } = await call("sessions", {}, { token });
      const [mine, second] = body["sessions"] as Record<string, unknown>[];
      expect(body["sessions"]).toHaveLength(2);
      expect(mine).toEqual({
        id: expect.any(String),
        browser: "",
        created_at: expect.stringMatching(/Z$/),
        used_at: expect.stringMatching(/Z$/),
        expires_at: expect.stringMatching(/Z$/),
        current: true,
      });
      expect(second).toMatchObject({ browser: "Firefox, Windows", current: false });
      const { rows } = await database.executeSql("select user_agent, ip_address from session");
      expect(JSON.stringify(rows)).not.toMatch(/Mozilla|127\.0/);
      expect((await call("sessions", {})).status).toBe(401);
    });

    it("row 9 ends a session of the caller; answers 404 for others' as for unknown ones", async () => {
      const other = await logInAs(call, { ...sara, email: "other@example.com" });
      const second = await logInAs(call);
      const listSessions = async (one: string) =>
        (await call("sessions", {}, { token: one })).body["sessions"] as { id: string; current: boolean }[];
      const foreign = (await listSessions(other.token))[0]?.id ?? "";
      const none = await call("end-session", { id: "none", password: sara.password }, { token });
      expect(await call("end-session", { id: foreign, password: sara.password }, { token })).toMatchObject({
        status: 404,
        body: none.body,
      });
      expect(none.status).toBe(404);
      expect(await isLoggedIn(other.token)).toBe(true);
      const secondId = (await listSessions(token)).find(({ current }) => !current)?.id;
      expect((await call("end-session", { id: secondId, password: sara.password }, { token })).status).toBe(200);
      expect([await isLoggedIn(second.token), await isLoggedIn(token)]).toEqual([false, true]);
    });

    it("ASVS 7.5.2 requires the password to end other sessions, known or unknown, but not for the current one", async () => {
      const second = await logInAs(call);
      const secondId = (
        (await call("sessions", {}, { token })).body["sessions"] as { id: string; current: boolean }[]
      ).find(({ current }) => !current)?.id;
      for (const id of [secondId, "none"]) {
        expect(await call("end-session", { id }, { token })).toMatchObject({
          status: 422,
          body: { password: ["This field is required."] },
        });
        expect(await call("end-session", { id, password: "not the password" }, { token })).toMatchObject({
          status: 422,
          body: { password: [expect.any(String)] },
        });
      }
      expect(await call("end-other-sessions", {}, { token })).toMatchObject({
        status: 422,
        body: { password: ["This field is required."] },
      });
      expect((await call("end-other-sessions", { password: "not the password" }, { token })).status).toBe(422);
      expect([await isLoggedIn(second.token), await isLoggedIn(token)]).toEqual([true, true]);
      const ownId = (
        (await call("sessions", {}, { token: second.token })).body["sessions"] as { id: string; current: boolean }[]
      ).find(({ current }) => current)?.id;
      expect((await call("end-session", { id: ownId }, { token: second.token })).status).toBe(200);
      expect([await isLoggedIn(second.token), await isLoggedIn(token)]).toEqual([false, true]);
    });

    it("row 12: allows ten wrong passwords in 15 minutes", async () => {
      const answers = await Promise.all(
        Array.from({ length: 12 }, () =>
          limitedCalls(database)("end-other-sessions", { password: "not the password" }, { token }),
        ),
      );
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
      expect((await limitedCalls(database)("end-other-sessions", { password: sara.password }, { token })).status).toBe(
        429,
      );
    });

    it("ends all other sessions of the caller", async () => {
      const others = [await logInAs(call), await logInAs(call)];
      const foreign = await logInAs(call, { ...sara, email: "other@example.com" });
      expect((await call("end-other-sessions", { password: sara.password }, { token })).body).toEqual({
        ended: 2,
        message: "2 other devices have been logged out.",
      });
      for (const other of others) expect(await isLoggedIn(other.token)).toBe(false);
      expect([await isLoggedIn(token), await isLoggedIn(foreign.token)]).toEqual([true, true]);
    });
  });

  it("row 32 logs each event without personal data or secrets", async () => {
    ({ token } = (await call("edit-profile", { ...sara, id, email: "new@example.com" }, { token })).body as {
      token: string;
    });
    const link = signToken(
      ctx,
      "email-change",
      (await readOutbox(ctx)).find(({ template }) => template === "email-change")?.props["seed"] ?? "",
    );
    await call("confirm-email", { token: link }, { token });
    await call("change-password", { current_password: "wrong words", ...newPassword }, { token });
    ({ token } = (await call("change-password", { current_password: sara.password, ...newPassword }, { token }))
      .body as { token: string });
    await call("end-other-sessions", { password: newPassword.password }, { token });
    expect(logged.map((line) => (JSON.parse(line) as { event?: string }).event).filter(Boolean)).toEqual([
      "registered",
      "registered",
      "login",
      "email-change-requested",
      "email-changed",
      "password-refused",
      "password-changed",
      "session-ended",
    ]);
    for (const secret of ["sara", "example.com", "words", link, token, token.split(".")[0] ?? token, id])
      expect(logged.join("").toLowerCase()).not.toContain(secret.toLowerCase());
  });
});
