import { beforeEach, describe, expect, it } from "vitest";
import { openApiDocument } from "#platform/http/openapi.server.ts";
import {
  accountCalls,
  accountEndpoints,
  limitedCalls,
  saraAsTyped,
  type Call,
  type LoginAnswer,
} from "#test/accounts.ts";
import { testContext, testEnv } from "#test/context.ts";
import { describeOnDatabase, type TestDatabase } from "#test/database.ts";
import { createDemoAccounts } from "./demo-accounts.server.ts";
import { accounts, sessions, users } from "./tables.server.ts";

describeOnDatabase("registration and demo logins", (open) => {
  let database: TestDatabase;
  let call: Call<LoginAnswer>;

  beforeEach(async () => {
    database = await open();
    ({ call } = accountCalls(database));
  });

  describe("register", () => {
    it("A-01 returns an error for every missing field, except the confirmation", async () => {
      const { status, body } = await call("register", {});
      expect(status).toBe(422);
      expect(body).toEqual(
        Object.fromEntries(
          ["name", "email", "contact_number", "profession", "remember_me", "password"].map((name) => [
            name,
            ["This field is required."],
          ]),
        ),
      );
    });

    it("A-01 rejects invalid values, each with its message", async () => {
      const getErrors = async (change: object) =>
        Object.entries((await call("register", { ...saraAsTyped, ...change })).body as Record<string, string[]>).map(
          ([name, texts]) => `${name}: ${texts[0]}`,
        );
      expect(await getErrors({ remember_me: true })).toEqual(["remember_me: This field is required."]);
      expect(await getErrors({ remember_me: "yes" })).toEqual(["remember_me: This field is required."]);
      expect(await getErrors({ profession: "King" })).toEqual(["profession: Choose one of the options."]);
      expect(await getErrors({ email: "hello@example" })).toEqual(["email: Enter a valid email address."]);
      expect(await getErrors({ contact_number: "12" })).toEqual([
        "contact_number: Enter a valid phone number, for example 05X XXX XXXX.",
      ]);
      expect(await getErrors({ scfhs_number: "<b>" })).toEqual([
        "scfhs_number: Enter the number as printed on your SCFHS card (letters and digits only).",
      ]);
      expect(await getErrors({ name: "Sara\u0000" })).toEqual(["name: Remove the characters that can’t be used here."]);
      expect(await getErrors({ password_confirmation: "else" })).toEqual([
        "password: The passwords don’t match. Enter them again.",
      ]);
      expect(await getErrors({ password: "Riyadh2026", password_confirmation: "" })).toEqual([
        "password: This password is easy to guess. Choose another one, such as three words of your own.",
      ]);
      expect(await getErrors({ password: "short", password_confirmation: "short" })).toEqual([
        "password: Use at least 8 characters.",
      ]);
      expect(await getErrors({ name: null, workplace: [], address: { a: 1 } })).toEqual([
        "name: This field is required.",
      ]);
      expect((await call("register", { ...saraAsTyped, remember_me: "" }, { lang: "ar" })).body).toEqual({
        remember_me: ["هذا الحقل مطلوب."],
      });
      expect(await database.db.$count(users)).toBe(0);
    });

    it("A-01 stores normalised values and an argon2id hash, and opens no session", async () => {
      const { status, body } = await call("register", saraAsTyped, { lang: "ar" });
      expect({ status, body }).toEqual({ status: 200, body: { message: "حسابك جاهز. سجّل الدخول للمتابعة." } });
      const { rows } = await database.executeSql(
        `select u.*, a.password from "user" u join account a on a.user_id = u.id`,
      );
      expect(rows).toMatchObject([
        {
          name: "Sara Nasser",
          email: "sara@example.com",
          contact_number: "+966500000001",
          scfhs_number: "07RM0012345",
          locale: "ar",
          profession: "Nurse",
        },
      ]);
      expect((rows[0] as { password: string }).password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      expect((rows[0] as { terms_accepted_at: unknown }).terms_accepted_at).not.toBeNull();
      expect(await database.db.$count(sessions)).toBe(0);
    });

    it.each(["+966500000001", "00966500000001", "966500000001", "0500000001", "500000001", "+966 50-000 0001"])(
      "accepts the phone number %s",
      async (contact_number) => {
        expect((await call("register", { ...saraAsTyped, contact_number })).status).toBe(200);
        expect(
          ((await database.executeSql(`select contact_number from "user"`)).rows[0] as { contact_number: string })
            .contact_number,
        ).toBe("+966500000001");
      },
    );

    it("rejects an email that already has an account, also in concurrent requests", async () => {
      const replies = await Promise.all([
        call("register", saraAsTyped),
        call("register", { ...saraAsTyped, email: "SARA@example.com" }),
      ]);
      expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 422]);
      const again = await call("register", saraAsTyped);
      expect(again).toMatchObject({
        status: 422,
        body: { email: ["There’s already an account with this email. Log in instead."] },
      });
      expect([await database.db.$count(users), await database.db.$count(accounts)]).toEqual([1, 1]);
    });

    it("F-06 allows ten registrations an hour per mailbox, whatever the spelling; accounts keep the address as typed", async () => {
      const limited = limitedCalls(database);
      const statuses = [];
      for (let n = 0; n < 11; n++)
        statuses.push((await limited("register", { ...saraAsTyped, email: `victim+${n}@example.com` })).status);
      expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
      expect((await limited("login", { email: "victim+3@example.com", password: saraAsTyped.password })).status).toBe(
        200,
      );
    });

    it("answers 429 after 20 attempts from one IP address in an hour", async () => {
      const limited = limitedCalls(database);
      const statuses = [];
      for (let n = 0; n < 21; n++) statuses.push((await limited("register", {})).status);
      expect(statuses).toEqual([...Array<number>(20).fill(422), 429]);
    });
  });

  it("creates the demo logins once, in a demo only", async () => {
    await createDemoAccounts(testContext(database, { env: testEnv({ DEMO: "0" }) }));
    expect(await database.db.$count(users)).toBe(0);
    const demo = testContext(database, { env: testEnv({ DEMO: "1" }) });
    await createDemoAccounts(demo);
    await createDemoAccounts(demo);
    expect(await database.db.$count(users)).toBe(1);
    const login = { email: "learner@example.com", password: "demo-learner-1" };
    expect((await call("login", login)).status).toBe(200);
  });
});

describe("documentation", () => {
  it("describes the endpoints", async () => {
    const { paths } = (await openApiDocument(accountEndpoints, "http://127.0.0.1")) as {
      paths: Record<string, { post: { requestBody: { content: Record<string, { schema: { properties: object } }> } } }>;
    };
    const body = paths["/api/register"]?.post.requestBody.content["application/json"]?.schema;
    expect(body?.properties).toMatchObject({
      password_confirmation: { type: "string" },
      remember_me: { type: "string", description: expect.stringContaining("accept") },
    });
  });
});
