import { createHash } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { registerMails } from "#platform/mail/templates.server.ts";
import { renderMail } from "#platform/mail/render.server.ts";
import {
  accountCalls,
  compareCalls,
  expectAlike,
  limitedCalls,
  readOutbox,
  newPassword,
  sara,
  type Call,
} from "#test/accounts.ts";
import { testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase, type TestDatabase } from "#test/database.ts";
import { sendMails, startMailServer } from "#test/mail-server.ts";
import { queuedResets, requestReset, sendQueuedResets } from "#test/password-reset.ts";
import * as emails from "./emails.server.tsx";
import { isConfirmedAddress } from "./person.server.ts";
import { users } from "./tables.server.ts";

describeOnDatabase("the request for a password reset", (open) => {
  let database: TestDatabase;
  let ctx: TestCtx;
  let call: Call;

  beforeEach(async () => {
    database = await open();
    ({ ctx, call } = accountCalls(database));
    await call("register", sara);
  });

  it("A-07 rejects missing, malformed and hostile addresses", async () => {
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
    expect(queuedResets(ctx)).toEqual([]);
  });

  it("row 13 returns identical responses for known and unknown addresses, and emails the known one only", async () => {
    const [known, unknown] = [
      await call("forget-password", { email: sara.email }),
      await call("forget-password", { email: "nobody@example.com" }),
    ];
    expect(known).toMatchObject({ status: 200, body: { message: "Please check your email to reset password" } });
    expect({ ...unknown, headers: [...unknown.headers] }).toEqual({ ...known, headers: [...known.headers] });
    expect(queuedResets(ctx).map(({ name, data }) => [name, Object.keys(data)])).toEqual(
      Array.from({ length: 2 }, () => ["accounts.send-reset", ["email", "locale", "seed"]]),
    );
    await sendQueuedResets(ctx);
    expect((await readOutbox(ctx)).map(({ to, template }) => [to, template])).toEqual([
      ["sara@example.com", "welcome"],
      ["sara@example.com", "password-reset"],
    ]);
  });

  it("row 13 takes equally long for known and unknown addresses", async () => {
    const compared = await compareCalls(
      61,
      () => call("forget-password", { email: sara.email }),
      (n) => call("forget-password", { email: `nobody${n}@example.com` }),
    );
    expectAlike(compared);
    expect(queuedResets(ctx)).toHaveLength(122);
  });

  it("A-07 emails in the page's language, with a link to the site's own origin", async () => {
    registerMails({ "password-reset": emails.passwordReset }, async () => ({
      name: "Nama",
      address: "Riyadh",
      phone: "",
      email: "info@example.com",
    }));
    const token = await requestReset(ctx, call, "ar");
    const [mail] = (await readOutbox(ctx)).slice(-1);
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

  it("S-14 a mail to an address that no one has confirmed greets no one by name", async () => {
    const sender = async () => ({ name: "Nama", address: "Riyadh", phone: "", email: "info@example.com" });
    registerMails({ welcome: emails.welcome }, sender, isConfirmedAddress);
    const renderText = async (locale: "en" | "ar") => {
      const props = { name: "Sara Nasser", coursesUrl: "https://nama.example/courses" };
      const { html, text } = await renderMail(ctx, "welcome", props, locale, [], sara.email);
      for (const part of [html, text]) expect(part.includes("Sara")).toBe(text.includes("Sara"));
      return text;
    };
    expect(await renderText("en")).toContain("Hello, thank you");
    expect(await renderText("ar")).toMatch(/مرحبًا، /);
    await ctx.db.update(users).set({ emailVerified: true });
    expect(await renderText("en")).toContain("Hello Sara, thank you");
  });

  it("row 14 makes random tokens, and stores nothing that opens the account", async () => {
    registerMails({ "password-reset": emails.passwordReset, welcome: emails.welcome }, async () => ({
      name: "Nama",
      address: "Riyadh",
      phone: "",
      email: "info@example.com",
    }));
    const server = await startMailServer();
    const sending = { ...ctx, env: testEnv({ SMTP_URL: server.url }) };
    const tokens = [await requestReset(ctx, call), await requestReset(ctx, call)];
    expect(new Set(tokens).size).toBe(2);
    expect(tokens[0]).toMatch(/^[\w-]{43}$/);
    await sendMails(sending);
    const { rows } = await database.executeSql("select * from outbox_mail union all select * from outbox_mail");
    const links = (await database.executeSql("select * from verification")).rows;
    const text = JSON.stringify([rows, links]);
    // Once the email is sent, its recipient has the token and our database does not.
    expect(server.received.some(({ source }) => source.replace(/=\r?\n/g, "").includes(tokens[1] ?? "?"))).toBe(true);
    for (const token of tokens) expect(text).not.toContain(token);
    expect(text).toContain(
      createHash("sha256")
        .update(tokens[1] ?? "")
        .digest("base64url"),
    );
    // No stored value works as a token.
    for (const link of links)
      for (const part of [link["identifier"], String(link["identifier"]).split(":")[1], link["id"]])
        expect((await call("reset-password", { ...newPassword, token: String(part) })).status).toBe(422);
  });

  it("answers 429 after five attempts per address, known or unknown, and after twenty per client", async () => {
    const limited = limitedCalls(database);
    const statuses = async (email: (n: number) => string, count: number) => {
      const results = [];
      for (let n = 0; n < count; n++) results.push((await limited("forget-password", { email: email(n) })).status);
      return results;
    };
    expect(await statuses(() => sara.email, 6)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await statuses(() => "nobody@example.com", 6)).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await statuses((n) => `someone${n}@example.com`, 9)).slice(-2)).toEqual([200, 429]);
  });

  it("F-21 keeps a redirect within the site in the email's link, in both languages, and drops others", async () => {
    const target = "/ar/courses/patient-safety-essentials?run=3";
    const requestLink = async (redirect: unknown, lang: string) => {
      expect((await call("forget-password", { email: sara.email, redirect }, { lang })).status).toBe(200);
      const token = await sendQueuedResets(ctx);
      const mail = (await readOutbox(ctx)).findLast(({ template }) => template === "password-reset");
      const link = new URL(emails.passwordReset.link?.(ctx, mail?.props as never, lang as "en" | "ar") ?? "");
      expect(link.origin).toBe(new URL(ctx.env.BASE_URL).origin);
      expect(link.pathname).toBe(`${lang === "ar" ? "/ar" : ""}/reset-password-form/${token}`);
      return Object.fromEntries(link.searchParams);
    };
    for (const lang of ["en", "ar"]) expect(await requestLink(target, lang)).toEqual({ redirect: target });
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
      expect(await requestLink(other, "en"), JSON.stringify(other)).toEqual({});
  });

  it("F-06 answers 429 after five attempts per mailbox, whatever the spelling", async () => {
    const limited = limitedCalls(database);
    const statuses = [];
    for (let n = 0; n < 6; n++)
      statuses.push((await limited("forget-password", { email: `victim+${n}@example.com` })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
