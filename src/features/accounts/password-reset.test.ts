import { createHash } from "node:crypto";
import pino from "pino";
import { beforeEach, describe, expect, it } from "vitest";
import { registerMails } from "#platform/mail/templates.server.ts";
import { renderMail } from "#platform/mail/render.server.ts";
import { callsOf, compareCalls, expectAlike, logInAs, mailsOf, sara, type Call } from "#test/accounts.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase, type TestDatabase } from "#test/database.ts";
import { sendMails, startMailServer } from "#test/mail-server.ts";
import * as accounts from "./api.server.ts";
import * as emails from "./emails.server.tsx";
import { deleteExpiredLinks, readLink, tokenOf, voidLinks } from "./one-time-links.server.ts";
import { sendPasswordReset } from "./password-reset.server.ts";

const table = {
  "/api/register": accounts.register,
  "/api/login": accounts.login,
  "/api/me": accounts.me,
  "/api/forget-password": accounts.forgetPassword,
  "/api/reset-password": accounts.resetPassword,
  "/api/change-password": accounts.changePassword,
  "/api/edit-profile": accounts.editProfile,
  "/api/confirm-email": accounts.confirmEmail,
};
const words = "four other own words";
const fresh = { password: words, password_confirmation: words };
const gone = { token: ["This link no longer works. Request a new one."] };

describeOnDatabase("forgotten passwords", (open, kind) => {
  let database: TestDatabase;
  let ctx: TestCtx;
  let call: Call;
  const logged: string[] = [];

  beforeEach(async () => {
    database = await open();
    logged.length = 0;
    ctx = testContext(database, { log: pino({ level: "trace" }, { write: (text: string) => void logged.push(text) }) });
    call = callsOf(ctx, table);
    await call("register", sara);
  });

  /** Everything asked for but the sending of mail, which is asked for a moment after the welcome was written, sooner or later. */
  const asked = () => ctx.asked.filter(({ name }) => name !== "mail.send");

  /** Does what the job runner would, and answers the token of the mail that was written last. */
  async function work(): Promise<string> {
    for (const { name, data } of ctx.asked.splice(0))
      if (name === "accounts.send-reset") await sendPasswordReset(ctx, data);
    const mail = (await mailsOf(ctx)).findLast(({ template }) => template === "password-reset");
    return mail ? tokenOf(ctx, "password-reset", mail.props["seed"] ?? "") : "";
  }
  const askFor = async (email = sara.email, lang = "en") => (
    await call("forget-password", { email }, { lang }),
    await work()
  );
  const reset = (token: string, change: object = {}, lang = "en") =>
    call("reset-password", { ...fresh, token, ...change }, { lang });

  describe("forgot", () => {
    it("A-07 names a missing and an ill-formed e-mail, and hostile ones", async () => {
      expect((await call("forget-password", {})).body).toEqual({ email: ["This field is required."] });
      for (const email of [
        "sara",
        "sara@example",
        "sara@@example.com",
        "a@b.com, c@d.com",
        "sara@example.com\r\nBcc: x@example.com",
      ])
        expect((await call("forget-password", { email })).status, email).toBe(422);
      expect((await call("forget-password", { email: "sa\u0000ra@example.com" })).body).toEqual({
        email: ["Remove the characters that can’t be used here."],
      });
      expect((await call("forget-password", { email: "x" }, { lang: "ar" })).text).toMatch(/[\u0600-\u06ff]/);
      expect(asked()).toEqual([]);
    });

    it("row 13 answers a known and an unknown address the same, byte for byte, and writes to the known one only", async () => {
      const [known, unknown] = [
        await call("forget-password", { email: sara.email }),
        await call("forget-password", { email: "nobody@example.com" }),
      ];
      expect(known).toMatchObject({ status: 200, body: { message: "Please check your email to reset password" } });
      expect({ ...unknown, headers: [...unknown.headers] }).toEqual({ ...known, headers: [...known.headers] });
      expect(asked().map(({ name, data }) => [name, Object.keys(data)])).toEqual(
        Array.from({ length: 2 }, () => ["accounts.send-reset", ["email", "locale", "seed"]]),
      );
      await work();
      expect((await mailsOf(ctx)).map(({ to, template }) => [to, template])).toEqual([
        ["sara@example.com", "welcome"],
        ["sara@example.com", "password-reset"],
      ]);
    });

    it("row 13 takes as long for a known as for an unknown address", async () => {
      const compared = await compareCalls(
        61,
        () => call("forget-password", { email: sara.email }),
        (n) => call("forget-password", { email: `nobody${n}@example.com` }),
      );
      expectAlike(compared);
      expect(asked()).toHaveLength(122);
    });

    it("A-07 the mail is in the language of the page, its link has the site's own origin whatever the request's Host", async () => {
      registerMails({ "password-reset": emails.passwordReset }, async () => ({
        name: "Nama",
        address: "Riyadh",
        phone: "",
        email: "info@example.com",
      }));
      const token = await askFor(sara.email, "ar");
      const [mail] = (await mailsOf(ctx)).slice(-1);
      const { html, text, subject } = await renderMail(
        { ...ctx, env: { ...ctx.env, BASE_URL: "https://nama.example" } },
        "password-reset",
        mail?.props ?? {},
        "ar",
      );
      expect(mail?.locale).toBe("ar");
      expect(subject).toBe("إعادة تعيين كلمة المرور");
      for (const part of [html, text]) expect(part).toContain(`https://nama.example/ar/reset-password-form/${token}`);
    });

    it("row 14 the token is random, and neither it nor anything that opens the account is in the database", async () => {
      registerMails({ "password-reset": emails.passwordReset, welcome: emails.welcome }, async () => ({
        name: "Nama",
        address: "Riyadh",
        phone: "",
        email: "info@example.com",
      }));
      const server = await startMailServer();
      const sending = { ...ctx, env: testEnv({ SMTP_URL: server.url }) };
      const tokens = [await askFor(), await askFor()];
      expect(new Set(tokens).size).toBe(2);
      expect(tokens[0]).toMatch(/^[\w-]{43}$/);
      await sendMails(sending);
      const { rows } = await database.executeSql("select * from mail union all select * from mail");
      const links = (await database.executeSql("select * from verification")).rows;
      const text = JSON.stringify([rows, links]);
      // Once the mail is out the mailbox has it, and we have not.
      expect(server.received.some(({ source }) => source.replace(/=\r?\n/g, "").includes(tokens[1] ?? "?"))).toBe(true);
      for (const token of tokens) expect(text).not.toContain(token);
      expect(text).toContain(
        createHash("sha256")
          .update(tokens[1] ?? "")
          .digest("base64url"),
      );
      // What is stored opens nothing.
      for (const link of links)
        for (const part of [link["identifier"], String(link["identifier"]).split(":")[1], link["id"]])
          expect((await reset(String(part))).status).toBe(422);
    });

    it("answers 429 after five tries for one address in an hour, for an unknown one just so, and after twenty of one client", async () => {
      const limited = callsOf(testContext(database, { env: testEnv({ RATE_LIMIT_FACTOR: "1" }) }), table);
      const statuses = async (email: (n: number) => string, count: number) => {
        const found = [];
        for (let n = 0; n < count; n++) found.push((await limited("forget-password", { email: email(n) })).status);
        return found;
      };
      expect(await statuses(() => sara.email, 6)).toEqual([200, 200, 200, 200, 200, 429]);
      expect(await statuses(() => "nobody@example.com", 6)).toEqual([200, 200, 200, 200, 200, 429]);
      expect((await statuses((n) => `someone${n}@example.com`, 9)).slice(-2)).toEqual([200, 429]);
    });

    it("F-21 the mail's link keeps where someone was going, in both languages; off this site it keeps nothing", async () => {
      const target = "/ar/courses/patient-safety-essentials?run=3";
      const linkOf = async (redirect: unknown, lang: string) => {
        expect((await call("forget-password", { email: sara.email, redirect }, { lang })).status).toBe(200);
        const token = await work();
        const mail = (await mailsOf(ctx)).findLast(({ template }) => template === "password-reset");
        const link = new URL(emails.passwordReset.link?.(ctx, mail?.props as never, lang as "en" | "ar") ?? "");
        expect(link.origin).toBe(new URL(ctx.env.BASE_URL).origin);
        expect(link.pathname).toBe(`${lang === "ar" ? "/ar" : ""}/reset-password-form/${token}`);
        return Object.fromEntries(link.searchParams);
      };
      for (const lang of ["en", "ar"]) expect(await linkOf(target, lang)).toEqual({ redirect: target });
      for (const other of [
        "https://evil.example/x",
        "//evil.example",
        "/login",
        `/${"a".repeat(1000)}`,
        7,
        null,
        undefined,
        { $ne: "" },
      ])
        expect(await linkOf(other, "en"), JSON.stringify(other)).toEqual({});
    });

    it("F-06 answers 429 after five tries for one mailbox, however its address is spelled", async () => {
      const limited = callsOf(testContext(database, { env: testEnv({ RATE_LIMIT_FACTOR: "1" }) }), table);
      const statuses = [];
      for (let n = 0; n < 6; n++)
        statuses.push((await limited("forget-password", { email: `victim+${n}@example.com` })).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    });
  });

  describe("reset", () => {
    it("A-07 row 14 refuses unknown, altered and foreign tokens, in both languages", async () => {
      const token = await askFor();
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
      expect((await call("reset-password", { ...fresh, token: { $ne: "" } })).body).toEqual(gone);
      expect((await reset("x", {}, "ar")).text).toMatch(/[\u0600-\u06ff]/);
      // A token of another kind of mail is no token here.
      expect(
        (await reset(tokenOf(ctx, "email-change", (await mailsOf(ctx)).at(-1)?.props["seed"] ?? ""))).body,
      ).toEqual(gone);
    });

    it("A-07 names what is wrong with the password, and the token stays good", async () => {
      const token = await askFor();
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

    it("A-07 row 11 sets the password, ends every session, frees a guessed-out account, and writes about it", async () => {
      const sessions = [await logInAs(call), await logInAs(call)];
      const strict = callsOf(testContext(database, { env: testEnv({ RATE_LIMIT_FACTOR: "1" }) }), table);
      for (let n = 0; n < 10; n++) await strict("login", { email: sara.email, password: "guess guess" });
      expect((await strict("login", sara)).status).toBe(429);
      const token = await askFor();
      expect(await reset(token)).toMatchObject({
        status: 200,
        body: { message: "Your password has been changed. Log in with the new one." },
      });
      for (const session of sessions) expect((await call("me", {}, session)).status).toBe(401);
      expect((await strict("login", { email: sara.email, password: sara.password })).status).toBe(422);
      expect((await strict("login", { email: sara.email, password: words })).status).toBe(200);
      expect((await mailsOf(ctx)).at(-1)).toMatchObject({ to: "sara@example.com", template: "password-changed" });
    });

    it("row 14 a token is good once", async () => {
      const token = await askFor();
      expect((await reset(token)).status).toBe(200);
      expect((await reset(token)).body).toEqual(gone);
    });

    it("row 14 of ten uses at the same moment one wins, and its password is the one that counts", async () => {
      const token = await askFor();
      const passwords = Array.from({ length: 10 }, (_, n) => `own words number ${"abcdefghij"[n]}`);
      const replies = await Promise.all(
        passwords.map((password) => reset(token, { password, password_confirmation: password })),
      );
      const won = passwords.filter((_, n) => replies[n]?.status === 200);
      expect(won).toHaveLength(1);
      expect(replies.filter(({ status }) => status === 422)).toHaveLength(9);
      for (const password of passwords)
        expect((await call("login", { email: sara.email, password })).status).toBe(password === won[0] ? 200 : 422);
      expect((await mailsOf(ctx)).filter(({ template }) => template === "password-changed")).toHaveLength(1);
    });

    it.runIf(kind === "postgres")(
      "row 14 negative control: a token that is read and then deleted is used more than once",
      async () => {
        const token = await askFor();
        const userId = (await readLink(ctx, "password-reset", token))?.userId ?? "";
        let reading = 0;
        let go = () => {};
        const allHaveRead = new Promise<void>((resolve) => (go = resolve));
        const careless = () =>
          database.transaction(async (db) => {
            const link = await readLink({ ...ctx, db }, "password-reset", token);
            if (++reading === 4) go();
            await allHaveRead;
            await voidLinks({ ...ctx, db }, userId);
            return link !== null;
          });
        expect((await Promise.all(Array.from({ length: 4 }, careless))).filter(Boolean)).toHaveLength(4);
      },
    );

    it("row 14 the older of two is void, and an hour is the end", async () => {
      const [older, newer] = [await askFor(), await askFor()];
      expect((await reset(older)).body).toEqual(gone);
      const start = Date.now();
      ctx.clock.now = new Date(start + 61 * 60_000);
      expect((await reset(newer)).body).toEqual(gone);
      await deleteExpiredLinks(ctx);
      expect((await database.executeSql("select * from verification")).rows).toEqual([]);
      ctx.clock.now = new Date(start + 3 * 3600_000);
      const last = await askFor();
      ctx.clock.now = new Date(start + 3 * 3600_000 + 59 * 60_000);
      expect((await reset(last)).status).toBe(200);
    });

    it("row 14 is void after a change of the password or the e-mail", async () => {
      const afterPassword = await askFor();
      let { token } = await logInAs(call);
      token = String(
        (await call("change-password", { current_password: sara.password, ...fresh }, { token })).body["token"],
      );
      expect((await reset(afterPassword)).body).toEqual(gone);

      const afterEmail = await askFor();
      const { id } = (await call("me", {}, { token })).body["user"] as { id: string };
      expect(
        (await call("edit-profile", { ...sara, id, email: "new@example.com", password: words }, { token })).status,
      ).toBe(200);
      const seed = (await mailsOf(ctx)).findLast(({ template }) => template === "email-change")?.props["seed"] ?? "";
      expect((await call("confirm-email", { token: tokenOf(ctx, "email-change", seed) })).status).toBe(200);
      expect((await reset(afterEmail)).body).toEqual(gone);
    });

    it("a job that runs twice writes one mail, and never makes a used token good again", async () => {
      await call("forget-password", { email: sara.email });
      const resets = asked();
      const token = await work();
      expect((await reset(token)).status).toBe(200);
      for (const { data } of resets) await sendPasswordReset(ctx, data);
      expect((await reset(token)).body).toEqual(gone);
      expect((await mailsOf(ctx)).filter(({ template }) => template === "password-reset")).toHaveLength(1);
    });

    it("row 11 a login with the old password that is under way opens nothing", async () => {
      const token = await askFor();
      const racing = await Promise.all([reset(token), ...Array.from({ length: 6 }, () => call("login", sara))]);
      expect(racing[0]?.status).toBe(200);
      for (const { status, body } of racing.slice(1))
        if (status === 200) expect((await call("me", {}, { token: String(body["token"]) })).status).toBe(401);
      expect((await database.executeSql("select id from session")).rows).toEqual([]);
    });

    it("row 32 leaves a line in the log for each event, and nothing personal or secret in it", async () => {
      await call("forget-password", { email: "nobody@example.com" });
      const token = await askFor();
      await reset("wrong-token-1");
      await reset(token);
      const text = logged.join("");
      expect(logged.map((line) => (JSON.parse(line) as { event?: string }).event).filter(Boolean)).toEqual([
        "registered",
        "password-reset-asked",
        "password-reset-asked",
        "reset-link-refused",
        "password-reset",
      ]);
      for (const secret of ["sara", "nobody", "example.com", "words", "wrong-token", token])
        expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
    });
  });
});
