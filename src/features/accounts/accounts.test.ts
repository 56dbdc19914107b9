import { beforeEach, describe, expect, it } from "vitest";
import type { AnyEndpoint } from "#platform/http/endpoint.server.ts";
import { openApiDocument } from "#platform/http/openapi.server.ts";
import { callsOf, logTo, type Call } from "#test/accounts.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase, type TestDatabase } from "#test/database.ts";
import * as profile from "#features/profile/api.server.ts";
import * as accounts from "./api.server.ts";
import { createDemoAccounts } from "./demo-accounts.server.ts";
import type { PublicUser } from "./user.ts";

const table: Record<string, AnyEndpoint> = {
  "/api/login": accounts.login,
  "/api/logout": accounts.logout,
  "/api/sessions": profile.sessions,
  "/api/me": accounts.me,
  "/api/register": accounts.register,
};

/** As people type: what is stored is cleaner. */
const sara = {
  name: "  Sara Nasser ",
  email: "Sara@Example.com",
  contact_number: "٠٥٠ ٠٠٠ ٠٠٠١",
  scfhs_number: "07-r-m 0012345",
  workplace: "Example Hospital",
  address: "Riyadh",
  profession: "Nurse",
  password: "three own words",
  password_confirmation: "three own words",
  remember_me: "accept",
};

type Body = { token: string; device: string; user: PublicUser; message: string } & Record<string, string[]>;
const api = (ctx: TestCtx) => callsOf<Body>(ctx, table);

describeOnDatabase("accounts", (open) => {
  let database: TestDatabase;
  let ctx: TestCtx;
  let call: Call<Body>;
  const logged: string[] = [];

  beforeEach(async () => {
    database = await open();
    logged.length = 0;
    ctx = testContext(database, { log: logTo(logged) });
    call = api(ctx);
  });

  const strict = () => api(testContext(database, { env: testEnv({ RATE_LIMIT_FACTOR: "1" }) }));
  const count = async (from: string) =>
    Number(((await database.executeSql(`select count(*) as n from ${from}`)).rows[0] as { n: number }).n);

  describe("register", () => {
    it("A-01 names every wrong field at once, first message first, the confirmation never", async () => {
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

    it("A-01 refuses what is not a registration", async () => {
      const refused = async (change: object) =>
        Object.entries((await call("register", { ...sara, ...change })).body as Record<string, string[]>).map(
          ([name, texts]) => `${name}: ${texts[0]}`,
        );
      expect(await refused({ remember_me: true })).toEqual(["remember_me: This field is required."]);
      expect(await refused({ remember_me: "yes" })).toEqual(["remember_me: This field is required."]);
      expect(await refused({ profession: "King" })).toEqual(["profession: Choose one of the options."]);
      expect(await refused({ email: "hello@example" })).toEqual(["email: Enter a valid email address."]);
      expect(await refused({ contact_number: "12" })).toEqual([
        "contact_number: Enter a valid phone number, for example 05X XXX XXXX.",
      ]);
      expect(await refused({ scfhs_number: "<b>" })).toEqual([
        "scfhs_number: Enter the number as printed on your SCFHS card (letters and digits only).",
      ]);
      expect(await refused({ name: "Sara\u0000" })).toEqual(["name: Remove the characters that can’t be used here."]);
      expect(await refused({ password_confirmation: "else" })).toEqual([
        "password: The passwords don’t match. Enter them again.",
      ]);
      expect(await refused({ password: "Riyadh2026", password_confirmation: "" })).toEqual([
        "password: This password is easy to guess. Choose another one, such as three words of your own.",
      ]);
      expect(await refused({ password: "short", password_confirmation: "short" })).toEqual([
        "password: Use at least 8 characters.",
      ]);
      expect(await refused({ name: null, workplace: [], address: { a: 1 } })).toEqual([
        "name: This field is required.",
      ]);
      expect((await call("register", { ...sara, remember_me: "" }, { lang: "ar" })).body).toEqual({
        remember_me: ["هذا الحقل مطلوب."],
      });
      expect(await count(`"user"`)).toBe(0);
    });

    it("A-01 stores the person in clean form, the password as argon2id, and logs no one in", async () => {
      const { status, body } = await call("register", sara, { lang: "ar" });
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
      expect(await count("session")).toBe(0);
    });

    it.each(["+966500000001", "00966500000001", "966500000001", "0500000001", "500000001", "+966 50-000 0001"])(
      "takes the number as people write it: %s",
      async (contact_number) => {
        expect((await call("register", { ...sara, contact_number })).status).toBe(200);
        expect(
          ((await database.executeSql(`select contact_number from "user"`)).rows[0] as { contact_number: string })
            .contact_number,
        ).toBe("+966500000001");
      },
    );

    it("refuses an e-mail that has an account, also when two arrive at the same moment", async () => {
      const both = await Promise.all([
        call("register", sara),
        call("register", { ...sara, email: "SARA@example.com" }),
      ]);
      expect(both.map((reply) => reply.status).toSorted()).toEqual([200, 422]);
      const again = await call("register", sara);
      expect(again).toMatchObject({
        status: 422,
        body: { email: ["There’s already an account with this email. Log in instead."] },
      });
      expect([await count(`"user"`), await count("account")]).toEqual([1, 1]);
    });

    it("F-06 welcomes a mailbox ten times an hour at most, however its address is spelled; accounts keep theirs as typed", async () => {
      const limited = strict();
      const statuses = [];
      for (let n = 0; n < 11; n++)
        statuses.push((await limited("register", { ...sara, email: `victim+${n}@example.com` })).status);
      expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
      expect((await limited("login", { email: "victim+3@example.com", password: sara.password })).status).toBe(200);
    });

    it("answers 429 after 20 tries of one address in an hour", async () => {
      const limited = strict();
      const statuses = [];
      for (let n = 0; n < 21; n++) statuses.push((await limited("register", {})).status);
      expect(statuses).toEqual([...Array<number>(20).fill(422), 429]);
    });
  });

  it("creates the demo logins once, in a demo only", async () => {
    await createDemoAccounts(testContext(database, { env: testEnv({ DEMO: "0" }) }));
    expect(await count(`"user"`)).toBe(0);
    const demo = testContext(database, { env: testEnv({ DEMO: "1" }) });
    await createDemoAccounts(demo);
    await createDemoAccounts(demo);
    expect(await count(`"user"`)).toBe(1);
    const login = { email: "learner@example.com", password: "demo-learner-1" };
    expect((await call("login", login)).status).toBe(200);
  });
});

describe("documentation", () => {
  it("describes the endpoints", async () => {
    const { paths } = (await openApiDocument(table, "http://127.0.0.1")) as {
      paths: Record<string, { post: { requestBody: { content: Record<string, { schema: { properties: object } }> } } }>;
    };
    const body = paths["/api/register"]?.post.requestBody.content["application/json"]?.schema;
    expect(body?.properties).toMatchObject({
      password_confirmation: { type: "string" },
      remember_me: { type: "string", description: expect.stringContaining("accept") },
    });
  });
});
