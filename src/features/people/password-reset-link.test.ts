import { beforeEach, expect, it } from "vitest";
import { accountCalls, limitedCalls, logInAs, readOutbox, newPassword, sara, type Call } from "#test/accounts.ts";
import type { TestCtx } from "#test/context.ts";
import { describeOnDatabase, type TestDatabase } from "#test/database.ts";
import { queuedResets, requestReset, sendQueuedResets } from "#test/password-reset.ts";
import { deleteExpiredLinks, readLink, signToken, voidLinks } from "./one-time-links.server.ts";
import { sendPasswordReset } from "./password-reset.server.ts";

const gone = { token: ["This link no longer works. Request a new one."] };

describeOnDatabase("the link of a password reset", (open) => {
  let database: TestDatabase;
  let ctx: TestCtx;
  let call: Call;
  let logged: string[];

  beforeEach(async () => {
    database = await open();
    ({ ctx, call, logged } = accountCalls(database));
    await call("register", sara);
  });

  const requestToken = () => requestReset(ctx, call);
  const reset = (token: string, change: object = {}, lang = "en") =>
    call("reset-password", { ...newPassword, token, ...change }, { lang });

  it("N-10 check-reset-link can be called repeatedly; returns false for invented, superseded, expired and used links", async () => {
    const checkLink = async (token: string) => (await call("check-reset-link", { token })).body;
    const [yes, no] = [{ valid: true }, { valid: false }];
    const first = await requestToken();
    const token = await requestToken();
    for (const bad of ["", "x", first, `${token}x`, "a\u0000b", "\ud800"]) expect(await checkLink(bad)).toEqual(no);
    expect([await checkLink(token), await checkLink(token)]).toEqual([yes, yes]);
    expect((await reset(token)).status).toBe(200);
    expect(await checkLink(token)).toEqual(no);
    const late = await requestToken();
    ctx.clock.now = new Date(ctx.now().getTime() + 61 * 60_000);
    expect(await checkLink(late)).toEqual(no);
  });

  it("A-07 row 14 rejects unknown and altered tokens, and tokens of other emails, in both languages", async () => {
    const token = await requestToken();
    for (const bad of [
      "",
      "x",
      `${token}x`,
      token.slice(1),
      token.toUpperCase(),
      "a\u0000b",
      "\ud800",
      "x".repeat(20_000),
    ])
      expect((await reset(bad)).body, bad.slice(0, 50)).toEqual(gone);
    expect((await call("reset-password", {})).body).toEqual(gone);
    expect((await call("reset-password", { ...newPassword, token: { $ne: "" } })).body).toEqual(gone);
    expect((await reset("x", {}, "ar")).text).toMatch(/[\u0600-\u06ff]/);
    // A token of another kind of email is rejected too.
    expect(
      (await reset(signToken(ctx, "email-change", (await readOutbox(ctx)).at(-1)?.props["seed"] ?? ""))).body,
    ).toEqual(gone);
  });

  it("A-07 returns the password's errors, and keeps the token valid", async () => {
    const token = await requestToken();
    const wrong = async (change: object) => (await reset(token, change)).body;
    expect(await wrong({ password: "", password_confirmation: "" })).toEqual({
      password: ["This field is required."],
    });
    expect(await wrong({ password: "short", password_confirmation: "short" })).toEqual({
      password: ["Use at least 8 characters."],
    });
    expect(await wrong({ password: "Riyadh2026", password_confirmation: "Riyadh2026" })).toEqual({
      password: ["This password is easy to guess. Choose another one, such as three words of your own."],
    });
    expect(await wrong({ password: "sara@example.com", password_confirmation: "sara@example.com" })).toMatchObject({
      password: [expect.stringContaining("easy to guess")],
    });
    expect(await wrong({ password: "three\u0000own words", password_confirmation: "three\u0000own words" })).toEqual({
      password: ["Remove the characters that can’t be used here."],
    });
    expect(await wrong({ password_confirmation: "else" })).toEqual({
      password_confirmation: ["The passwords don’t match. Enter them again."],
    });
    expect((await reset(token)).status).toBe(200);
  });

  it("A-07 row 11 sets the password, ends every session, resets the login limit, and notifies by email", async () => {
    const sessions = [await logInAs(call), await logInAs(call)];
    const limited = limitedCalls(database);
    for (let n = 0; n < 10; n++) await limited("login", { email: sara.email, password: "guess guess" });
    expect((await limited("login", sara)).status).toBe(429);
    const token = await requestToken();
    expect(await reset(token)).toMatchObject({
      status: 200,
      body: { message: "Your password has been changed. Log in with the new one." },
    });
    for (const session of sessions) expect((await call("me", {}, session)).status).toBe(401);
    expect((await limited("login", { email: sara.email, password: sara.password })).status).toBe(422);
    expect((await limited("login", { email: sara.email, password: newPassword.password })).status).toBe(200);
    expect((await readOutbox(ctx)).at(-1)).toMatchObject({ to: "sara@example.com", template: "password-changed" });
  });

  it("row 14 a token works once", async () => {
    const token = await requestToken();
    expect((await reset(token)).status).toBe(200);
    expect((await reset(token)).body).toEqual(gone);
  });

  it("row 14 lets one of ten concurrent uses win, and only its password works", async () => {
    const token = await requestToken();
    const passwords = Array.from({ length: 10 }, (_, n) => `own words number ${"abcdefghij"[n]}`);
    const replies = await Promise.all(
      passwords.map((password) => reset(token, { password, password_confirmation: password })),
    );
    const won = passwords.filter((_, n) => replies[n]?.status === 200);
    expect(won).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(9);
    for (const password of passwords)
      expect((await call("login", { email: sara.email, password })).status).toBe(password === won[0] ? 200 : 422);
    expect((await readOutbox(ctx)).filter(({ template }) => template === "password-changed")).toHaveLength(1);
  });

  it("row 14 negative control: reading, then deleting the token lets several uses through", async () => {
    const token = await requestToken();
    const userId = (await readLink(ctx, "password-reset", token))?.userId ?? "";
    let readers = 0;
    let releaseAll = () => {};
    const allHaveRead = new Promise<void>((resolve) => (releaseAll = resolve));
    const redeemUnlocked = () =>
      database.transaction(async (db) => {
        const link = await readLink({ ...ctx, db }, "password-reset", token);
        if (++readers === 4) releaseAll();
        await allHaveRead;
        await voidLinks({ ...ctx, db }, userId);
        return link !== null;
      });
    expect((await Promise.all(Array.from({ length: 4 }, redeemUnlocked))).filter(Boolean)).toHaveLength(4);
  });

  it("row 14 rejects a superseded link, and any link after an hour", async () => {
    const [older, newer] = [await requestToken(), await requestToken()];
    expect((await reset(older)).body).toEqual(gone);
    const start = Date.now();
    ctx.clock.now = new Date(start + 61 * 60_000);
    expect((await reset(newer)).body).toEqual(gone);
    await deleteExpiredLinks(ctx);
    expect(
      (await database.executeSql("select * from verification where id not like 'confirm-address:%'")).rows,
    ).toEqual([]);
    ctx.clock.now = new Date(start + 3 * 3600_000);
    const last = await requestToken();
    ctx.clock.now = new Date(start + 3 * 3600_000 + 59 * 60_000);
    expect((await reset(last)).status).toBe(200);
  });

  it("row 14 rejects a link after a change of password or email", async () => {
    const afterPassword = await requestToken();
    let { token } = await logInAs(call);
    token = String(
      (await call("change-password", { current_password: sara.password, ...newPassword }, { token })).body["token"],
    );
    expect((await reset(afterPassword)).body).toEqual(gone);

    const afterEmail = await requestToken();
    const { id } = (await call("me", {}, { token })).body["user"] as { id: string };
    expect(
      (await call("edit-profile", { ...sara, id, email: "new@example.com", password: newPassword.password }, { token }))
        .status,
    ).toBe(200);
    const seed = (await readOutbox(ctx)).findLast(({ template }) => template === "email-change")?.props["seed"] ?? "";
    const confirmation = { token: signToken(ctx, "email-change", seed), password: newPassword.password };
    expect((await call("confirm-email", confirmation)).status).toBe(200);
    expect((await reset(afterEmail)).body).toEqual(gone);
  });

  it("a job that runs twice sends one email, and does not revive a used token", async () => {
    await call("forget-password", { email: sara.email });
    const resets = queuedResets(ctx);
    const token = await sendQueuedResets(ctx);
    expect((await reset(token)).status).toBe(200);
    for (const { data } of resets) await sendPasswordReset(ctx, data);
    expect((await reset(token)).body).toEqual(gone);
    expect((await readOutbox(ctx)).filter(({ template }) => template === "password-reset")).toHaveLength(1);
  });

  it("row 11 a concurrent login with the old password opens no lasting session", async () => {
    const token = await requestToken();
    const racing = await Promise.all([reset(token), ...Array.from({ length: 6 }, () => call("login", sara))]);
    expect(racing[0]?.status).toBe(200);
    for (const { status, body } of racing.slice(1))
      if (status === 200) expect((await call("me", {}, { token: String(body["token"]) })).status).toBe(401);
    expect((await database.executeSql("select id from session")).rows).toEqual([]);
  });

  it("row 32 logs each event without personal data or secrets", async () => {
    await call("forget-password", { email: "nobody@example.com" });
    const token = await requestToken();
    await reset("wrong-token-1");
    await reset(token);
    const text = logged.join("");
    expect(logged.map((line) => (JSON.parse(line) as { event?: string }).event).filter(Boolean)).toEqual([
      "registered",
      "password-reset-requested",
      "password-reset-requested",
      "reset-link-refused",
      "password-reset",
    ]);
    for (const secret of ["sara", "nobody", "example.com", "words", "wrong-token", token])
      expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
  });
});
