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

describeOnDatabase("profile and email change", (open) => {
  let database: TestDatabase;
  let ctx: TestCtx;
  let call: Call;
  let token: string;
  let id: string;

  beforeEach(async () => {
    database = await open();
    ({ ctx, call } = accountCalls(database));
    await registerSaraAndOmar(call);
    ({ token, id } = await logInAs(call));
  });
  const edit = (change: object = {}, options: object = {}) =>
    call("edit-profile", { ...sara, id, password: undefined, ...change }, { token, ...options });
  const isLoggedIn = async (session: string) => (await call("me", {}, { token: session })).status === 200;

  it("A-01 sends a new account one welcome email, in its language", async () => {
    await call("register", { ...sara, email: "third@example.com" }, { lang: "ar" });
    await call("register", { ...sara, email: "third@example.com" }, { lang: "ar" });
    expect((await readOutbox(ctx)).map(({ to, template, locale }) => [to, template, locale])).toEqual([
      ["sara@example.com", "welcome", "en"],
      ["other@example.com", "welcome", "en"],
      ["third@example.com", "welcome", "ar"],
    ]);
  });

  describe("edit-profile", () => {
    it("row 9 answers 403 for another person's id, even with other errors, and changes nothing", async () => {
      const { id: other } = await logInAs(call, { ...sara, email: "other@example.com" });
      for (const foreign of [other, "", "x", "a\u0000b", null, { $ne: "" }, 1])
        expect(await edit({ id: foreign, name: "" }), String(foreign)).toMatchObject({
          status: 403,
          body: { message: expect.any(String) },
        });
      expect((await call("edit-profile", { ...sara, id })).status).toBe(401);
      expect((await database.executeSql(`select name from "user" order by name`)).rows).toEqual([
        { name: "Omar Ali" },
        { name: "Sara Nasser" },
      ]);
      expect(await isLoggedIn(token)).toBe(true);
    });

    it("A1 U-20 saves the name in the other script, rejects the same script, and keeps it if not sent", async () => {
      const save = async (change: object) =>
        (await edit(change)).body as { token: string; user?: { name_other: string } };
      const readVersions = async () =>
        (await database.executeSql(`select name_other_version as version from "user" where id = '${id}'`)).rows;
      const body = await save({ name_other: " سارة  ناصر " });
      expect(body.user?.name_other).toBe("سارة ناصر");
      token = body.token;
      // A page of an earlier version of the site does not send it.
      ({ token } = await save({}));
      ({ token } = await save({ name_other: "سارة ناصر" }));
      expect(await readVersions()).toEqual([{ version: 2 }]);
      expect((await call("me", {}, { token })).body).toMatchObject({ user: { name_other: "سارة ناصر" } });
      const wrong = await edit({ name: "سارة ناصر", name_other: "سارة ناصر" });
      expect([wrong.status, wrong.body]).toEqual([422, { name_other: ["Enter the name in Latin letters."] }]);
      expect((await edit({ name_other: "Sara" }, { lang: "ar" })).body).toEqual({
        name_other: ["أدخل الاسم بالأحرف العربية."],
      });
      expect((await save({ name_other: "" })).user?.name_other).toBe("");
    });

    it("A1 registration accepts the other name; S-14 web addresses are rejected as names everywhere", async () => {
      const third = { ...sara, email: "third@example.com", name: "سارة ناصر" };
      expect((await call("register", { ...third, name_other: "Sara Nasser" })).status).toBe(200);
      expect(
        (await database.executeSql(`select name_other from "user" where email = 'third@example.com'`)).rows,
      ).toEqual([{ name_other: "Sara Nasser" }]);
      const refused = { name: ["Enter the name alone, without web or email addresses."] };
      const name = "https://evil.test/win Click now";
      expect((await call("register", { ...third, email: "fourth@example.com", name })).body).toEqual(refused);
      expect((await edit({ name })).body).toEqual(refused);
      expect((await edit({ name_other: "ع www.evil.test" })).body).toEqual({ name_other: refused.name });
    });

    it("A-04 returns an error for every wrong field, in both languages", async () => {
      const empty = Object.fromEntries(Object.keys(sara).map((name) => [name, ""]));
      expect((await edit(empty)).body).toEqual(
        Object.fromEntries(
          ["name", "email", "contact_number", "profession"].map((name) => [name, ["This field is required."]]),
        ),
      );
      const wrong = {
        name: "a\u0000",
        email: "x",
        contact_number: "12",
        scfhs_number: "<b>",
        workplace: "a\nb",
        address: "a\u0007b",
        profession: "King",
      };
      const { status, body } = await edit(wrong, { lang: "ar" });
      expect([status, Object.keys(body).toSorted()]).toEqual([422, Object.keys(wrong).toSorted()]);
      expect(JSON.stringify(body)).not.toMatch(/[a-z]{3,} [a-z]{3,}/);
      expect(await isLoggedIn(token)).toBe(true);
    });

    it("F-24 rejects an invalid SCFHS number with what to enter; accepts Arabic digits", async () => {
      for (const scfhs_number of ["<b>", "1234", "07_RM_0012345"]) {
        expect((await edit({ scfhs_number })).body).toEqual({
          scfhs_number: ["Enter the number as printed on your SCFHS card (letters and digits only)."],
        });
        const registration = await call(
          "register",
          { ...sara, email: "new@example.com", scfhs_number },
          { lang: "ar" },
        );
        expect(registration.body).toEqual({ scfhs_number: ["أدخل الرقم كما هو في بطاقة الهيئة، بالأحرف والأرقام فقط."] });
      }
      expect((await edit({ scfhs_number: "١٢-jm-۰۰۱۲۳۴۵" })).body).toMatchObject({
        user: { scfhs_number: "12JM0012345" },
      });
    });

    it("A-04 saves normalised values and replaces the token; other sessions continue", async () => {
      const elsewhere = await logInAs(call);
      const { status, body } = await edit({
        name: " Sara N. Nasser ",
        contact_number: "٠٥٠ ٠٠٠ ٠٠٠٢",
        profession: "Doctor",
        workplace: "",
        scfhs_number: "07-r-m 0054321",
      });
      expect(status).toBe(200);
      const user = {
        id,
        name: "Sara N. Nasser",
        name_other: "",
        email: "sara@example.com",
        address: "Riyadh",
        contact_number: "+966500000002",
        scfhs_number: "07RM0054321",
        workplace: "",
        profession: "Doctor",
      };
      expect(body).toEqual({
        token: expect.any(String),
        user,
        email_pending: null,
        message: "Profile has been updated successfully",
      });
      expect(body["token"]).not.toBe(token);
      expect([
        await isLoggedIn(token),
        await isLoggedIn(String(body["token"])),
        await isLoggedIn(elsewhere.token),
      ]).toEqual([false, true, true]);
      expect((await call("me", {}, { token: String(body["token"]) })).body).toEqual({ user, email_confirmed: false });
      expect((await edit({ name: "Late" })).status).toBe(401);
    });

    it("row 11 lets one of two concurrent edits with one token win", async () => {
      const replies = await Promise.all([edit({ name: "One" }), edit({ name: "Two" })]);
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401]);
      const winner = replies.find(({ status }) => status === 200)?.body as { token: string; user: { name: string } };
      expect((await call("me", {}, { token: winner.token })).body).toMatchObject({ user: { name: winner.user.name } });
    });
  });

  describe("changing the email", () => {
    const emailChange = { email: "New@Example.com", password: sara.password };
    const linkToken = async (to = "new@example.com") =>
      signToken(
        ctx,
        "email-change",
        (await readOutbox(ctx)).findLast((mail) => mail.template === "email-change" && mail.to === to)?.props["seed"] ??
          "",
      );
    const confirm = (link: string, lang = "en") =>
      call("confirm-email", { token: link, password: sara.password }, { lang });
    const gone = { token: [expect.stringContaining("has expired")] };

    it("requires the password and an address without an account; until then saves and sends nothing", async () => {
      expect((await edit({ email: "new@example.com" })).body).toEqual({
        email: ["Enter your password to change your email."],
      });
      expect((await edit({ ...emailChange, password: "" })).body).toEqual({ password: ["This field is required."] });
      expect((await edit({ ...emailChange, password: "not my words", name: "Changed" })).body).toEqual({
        password: ["That password is incorrect. Check it and try again."],
      });
      expect((await edit({ ...emailChange, email: "other@example.com" })).body).toEqual({
        email: ["There’s already an account with this email."],
      });
      expect((await call("me", {}, { token })).body).toMatchObject({
        user: { name: "Sara Nasser", email: "sara@example.com" },
      });
      expect((await readOutbox(ctx)).filter(({ template }) => template !== "welcome")).toEqual([]);
    });

    it("takes effect when the link is used; the old address is notified of request and change", async () => {
      const { status, body } = await edit({ ...emailChange, name: "Sara N." });
      expect([status, body["email_pending"]]).toEqual([200, "new@example.com"]);
      expect(body["user"]).toMatchObject({ name: "Sara N.", email: "sara@example.com" });
      expect(
        (await readOutbox(ctx)).slice(2).map(({ to, template, props }) => [to, template, props["isDone"]]),
      ).toEqual([
        ["new@example.com", "email-change", undefined],
        ["sara@example.com", "email-change-notice", false],
      ]);
      expect((await call("login", { ...sara, email: "new@example.com" })).status).toBe(422);

      expect((await confirm("x")).body).toEqual(gone);
      expect((await confirm("x", "ar")).text).toMatch(/[\u0600-\u06ff]/);
      expect(await confirm(await linkToken())).toMatchObject({ status: 200, body: { email: "new@example.com" } });
      expect((await confirm(await linkToken())).body).toEqual(gone);
      expect((await readOutbox(ctx)).at(-1)).toMatchObject({
        to: "sara@example.com",
        template: "email-change-notice",
        props: { isDone: true },
      });
      expect([
        (await call("login", sara)).status,
        (await call("login", { ...sara, email: "new@example.com" })).status,
      ]).toEqual([422, 200]);
      expect(
        (await database.executeSql(`select email_verified from "user" where email = 'new@example.com'`)).rows,
      ).toEqual([{ email_verified: true }]);
    });

    it("row 14 rejects a link after a newer request, after a change of password, and after an hour", async () => {
      ({ token } = (await edit(emailChange)).body as { token: string });
      const first = await linkToken();
      ({ token } = (await edit({ ...emailChange, email: "newer@example.com" })).body as { token: string });
      expect((await confirm(first)).body).toEqual(gone);
      const second = await linkToken("newer@example.com");
      ({ token } = (await call("change-password", { current_password: sara.password, ...newPassword }, { token }))
        .body as { token: string });
      expect((await confirm(second)).body).toEqual(gone);
      await edit({ ...emailChange, password: newPassword.password });
      ctx.clock.now = new Date(Date.now() + 61 * 60_000);
      expect((await confirm(await linkToken())).body).toEqual(gone);
    });

    it("rejects an address that got an account meanwhile; lets one of several concurrent uses win", async () => {
      ({ token } = (await edit(emailChange)).body as { token: string });
      const link = await linkToken();
      await call("register", { ...sara, email: "new@example.com" });
      expect((await confirm(link)).body).toEqual({ email: ["There’s already an account with this email."] });
      await edit({ ...emailChange, email: "free@example.com" });
      const replies = await Promise.all(
        Array.from({ length: 5 }, async () => confirm(await linkToken("free@example.com"))),
      );
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422]);
    });

    it("row 19 answers 429 after five requests a day", async () => {
      const limited = limitedCalls(database);
      const statuses = [];
      for (let n = 0; n < 6; n++) {
        const reply = await limited("edit-profile", { ...sara, id, email: `new${n}@example.com` }, { token });
        if (reply.status === 200) token = String(reply.body["token"]);
        statuses.push(reply.status);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    });

    it("F-06 sends one mailbox at most five confirmations a day, whatever the spelling or account", async () => {
      const limited = limitedCalls(database);
      const statuses = [];
      let other = await logInAs(call, { ...sara, email: "other@example.com" });
      for (let n = 0; n < 6; n++) {
        const editor = n % 2 ? { ...sara, id } : { ...sara, id: other.id };
        const reply = await limited(
          "edit-profile",
          { ...editor, email: `victim+${n}@example.com` },
          { token: n % 2 ? token : other.token },
        );
        if (reply.status === 200 && n % 2) token = String(reply.body["token"]);
        else if (reply.status === 200) other = { ...other, token: String(reply.body["token"]) };
        statuses.push(reply.status);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
      expect((await readOutbox(ctx)).filter(({ template }) => template === "email-change").map(({ to }) => to)).toEqual(
        Array.from({ length: 5 }, (_, n) => `victim+${n}@example.com`),
      );
    });

    it("F-13 ends every session except the requesting and the confirming one", async () => {
      const [confirming, stranger] = [await logInAs(call, sara, { userAgent: firefoxOnWindows }), await logInAs(call)];
      const foreign = await logInAs(call, { ...sara, email: "other@example.com" });
      ({ token } = (await edit(emailChange)).body as { token: string });
      expect(await isLoggedIn(stranger.token)).toBe(true);
      const answer = await call("confirm-email", { token: await linkToken() }, { token: confirming.token });
      expect(answer).toMatchObject({
        status: 200,
        body: { message: expect.stringContaining("Every other device has been logged out.") },
      });
      expect([
        await isLoggedIn(token),
        await isLoggedIn(confirming.token),
        await isLoggedIn(stranger.token),
        await isLoggedIn(foreign.token),
      ]).toEqual([true, true, false, true]);
    });

    it("S-07 requires the account's session or password besides the link", async () => {
      ({ token } = (await edit(emailChange)).body as { token: string });
      const foreign = await logInAs(call, { ...sara, email: "other@example.com" });
      const link = await linkToken();
      for (const session of [{}, { token: foreign.token }])
        expect((await call("confirm-email", { token: link }, session)).body).toEqual({
          password: [expect.stringContaining("Enter its password")],
        });
      expect((await call("me", {}, { token })).body).toMatchObject({ user: { email: sara.email } });
    });

    it("F-13 a link used in another account's session ends all but the requesting session; a rejected link ends none", async () => {
      const stranger = await logInAs(call);
      const foreign = await logInAs(call, { ...sara, email: "other@example.com" });
      ({ token } = (await edit(emailChange)).body as { token: string });
      expect((await call("confirm-email", { token: "x" }, { token: foreign.token })).status).toBe(422);
      expect(await isLoggedIn(stranger.token)).toBe(true);
      const confirmation = { token: await linkToken(), password: sara.password };
      expect((await call("confirm-email", confirmation, { token: foreign.token })).status).toBe(200);
      expect([await isLoggedIn(token), await isLoggedIn(stranger.token), await isLoggedIn(foreign.token)]).toEqual([
        true,
        false,
        true,
      ]);
    });
  });
});
