import { createHmac } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import {
  accountCalls,
  accountEndpoints,
  createCaller,
  compareCalls,
  expectAlike,
  limitedCalls,
  sara,
  saraAsTyped,
  type Call,
  type LoginAnswer,
} from "#test/accounts.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase, type TestDatabase } from "#test/database.ts";
import { deleteExpiredSessions } from "./sessions.server.ts";
import { sessions } from "./tables.server.ts";

const right = { email: sara.email, password: sara.password };
const wrong = { ...right, password: "three other words" };

describeOnDatabase("login and its session", (open) => {
  let database: TestDatabase;
  let ctx: TestCtx;
  let call: Call<LoginAnswer>;
  let logged: string[];

  beforeEach(async () => {
    database = await open();
    ({ ctx, call, logged } = accountCalls(database));
    await call("register", saraAsTyped);
  });

  it("returns the same response for a wrong password and an unknown email", async () => {
    const [known, unknown] = [
      await call("login", wrong),
      await call("login", { ...wrong, email: "nobody@example.com" }),
    ];
    expect(known.body).toEqual({ email: ["The email address or password is incorrect. Check both and try again."] });
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: known.status, body: known.body });
    expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()]);
    expect(known.status).toBe(422);
  });

  it("B-13 accepts an address at an Arabic domain in Unicode or ASCII form", async () => {
    const email = "sara@مثال.السعودية";
    expect((await call("register", { ...saraAsTyped, email: `\u2068${email}\u2069` })).status).toBe(200);
    expect((await call("register", { ...saraAsTyped, email })).body).toHaveProperty("email");
    for (const typed of [email, "SARA@xn--mgbh0fb.xn--mgberp4a5d4ar"]) {
      const { status, body } = await call("login", { ...right, email: typed });
      expect([status, body.user?.email]).toEqual([200, "sara@xn--mgbh0fb.xn--mgberp4a5d4ar"]);
    }
    expect((await call("login", { ...wrong, email })).status).toBe(422);
  });

  it("rejects empty and malformed fields", async () => {
    expect((await call("login", {})).body).toEqual({
      email: ["This field is required."],
      password: ["This field is required."],
    });
    expect((await call("login", { email: "x", password: "y" })).body).toEqual({
      email: ["Enter a valid email address."],
    });
    expect((await call("login", { email: { $ne: "" }, password: ["y"] })).status).toBe(422);
  });

  it("A-03 returns token and user; me returns the same user", async () => {
    const { status, body } = await call("login", { ...right, email: " SARA@example.com" });
    expect(status).toBe(200);
    expect(body.user).toEqual({
      id: expect.any(String),
      name: "Sara Nasser",
      name_other: "",
      email: "sara@example.com",
      address: "Riyadh",
      contact_number: "+966500000001",
      scfhs_number: "07RM0012345",
      workplace: "Example Hospital",
      profession: "Nurse",
    });
    expect((await call("me", {}, { token: body.token })).body).toEqual({ user: body.user, email_confirmed: false });
  });

  it("R-11 logout ends its own session only", async () => {
    const [one, two] = [(await call("login", right)).body.token, (await call("login", right)).body.token];
    expect(await call("logout", {}, { token: one })).toMatchObject({
      status: 200,
      body: { message: "You’ve been logged out." },
    });
    expect((await call("me", {}, { token: one })).status).toBe(401);
    expect((await call("logout", {}, { token: one })).status).toBe(401);
    expect((await call("me", {}, { token: two })).status).toBe(200);
  });

  it("a new login ends the session of its request", async () => {
    const first = (await call("login", right)).body.token;
    const second = (await call("login", right, { token: first })).body.token;
    expect(second).not.toBe(first);
    expect((await call("me", {}, { token: first })).status).toBe(401);
    expect((await call("me", {}, { token: second })).status).toBe(200);
  });

  it("ASVS 7.1.1 a session ends 30 days after its login, even if used; then its row is deleted", async () => {
    const { token } = (await call("login", right)).body;
    const day = 24 * 60 * 60 * 1000;
    const start = Date.now();
    for (const days of [6, 12, 18, 24, 29.9]) {
      ctx.clock.now = new Date(start + days * day);
      await deleteExpiredSessions(ctx);
      expect((await call("me", {}, { token })).status, `day ${days}`).toBe(200);
    }
    ctx.clock.now = new Date(start + 30.1 * day);
    expect((await call("me", {}, { token })).status).toBe(401);
    await deleteExpiredSessions(ctx);
    expect(await database.db.$count(sessions)).toBe(0);
  });

  it("ASVS 7.3.1 a session ends after 7 days without use; use is recorded once an hour", async () => {
    const hour = 60 * 60 * 1000;
    const [idle, used] = [(await call("login", right)).body.token, (await call("login", right)).body.token];
    const start = Date.now();
    const readUse = async () =>
      (
        await database.executeSql(
          "select count(distinct updated_at)::int as times, max(updated_at) as last from session",
        )
      ).rows[0] as { times: number; last: Date };
    const before = await readUse();
    ctx.clock.now = new Date(start + 0.9 * hour);
    await call("me", {}, { token: used });
    expect(await readUse()).toEqual(before);
    ctx.clock.now = new Date(start + 1.1 * hour);
    await call("me", {}, { token: used });
    expect(new Date((await readUse()).last)).toEqual(ctx.clock.now);
    ctx.clock.now = new Date(start + 7 * 24 * hour + 0.5 * hour);
    expect((await call("sessions", {}, { token: used })).body.sessions).toHaveLength(1);
    expect((await call("me", {}, { token: idle })).status).toBe(401);
    expect((await call("me", {}, { token: used })).status).toBe(200);
    await deleteExpiredSessions(ctx);
    expect(await database.db.$count(sessions)).toBe(1);
    expect((await call("me", {}, { token: idle })).status).toBe(401);
  });

  it("rejects unsigned, forged and altered tokens, even if made from stored values", async () => {
    const { token } = (await call("login", right)).body;
    const stored = ((await database.executeSql("select token from session")).rows[0] as { token: string }).token;
    expect(token.startsWith(`${stored}.`)).toBe(true);
    const signedWith = (secret: string) => `${stored}.${createHmac("sha256", secret).update(stored).digest("base64")}`;
    const forged = signedWith("another-secret-of-more-than-32-characters");
    expect(signedWith(ctx.env.AUTH_SECRET ?? "")).toBe(token);
    const signature = token.slice(stored.length + 1);
    for (const guess of [
      stored,
      `${stored}.`,
      `${stored}.AAAA`,
      `${stored}.${stored}`,
      `${stored}x.${signature}`,
      forged,
      `.${signature}`,
      "x",
      encodeURIComponent(`${stored}=`),
    ]) {
      expect((await call("me", {}, { token: guess })).status, guess).toBe(401);
      await call("logout", {}, { token: guess });
    }
    expect((await call("me", {}, { token })).status).toBe(200);
  });

  it("allows ten guesses per account in 15 minutes, also concurrent ones; the owner's browser has its own limit", async () => {
    const limited = limitedCalls<LoginAnswer>(database);
    const { device } = (await limited("login", right)).body;
    const other = (await call("register", { ...saraAsTyped, email: "other@example.com" }),
    await limited("login", { ...right, email: "other@example.com" })).body.device;
    const guesses = await Promise.all(Array.from({ length: 30 }, () => limited("login", wrong)));
    expect(guesses.filter((reply) => reply.status === 422)).toHaveLength(10);
    const refused = guesses.filter((reply) => reply.status === 429);
    expect(refused).toHaveLength(20);
    for (const reply of refused) expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeLessThanOrEqual(15 * 60);
    // An eleventh attempt is refused even with the right password: otherwise the limit would only slow a guesser down.
    expect((await limited("login", right)).status).toBe(429);
    for (const wrongDevice of [other, `${device}x`, "x.y", "", `${device.split(".")[0]}.`])
      expect((await limited("login", { ...right, device: wrongDevice })).status, wrongDevice).toBe(429);
    expect((await limited("login", { ...right, device })).status).toBe(200);
    // Guessing in the owner's own browser is limited too.
    const ownStatuses = [];
    for (let n = 0; n < 11; n++) ownStatuses.push((await limited("login", { ...wrong, device })).status);
    expect(ownStatuses).toEqual([...Array<number>(10).fill(422), 429]);
  });

  it("resets the failures after a success, and all limits after 15 minutes", async () => {
    const limitedCtx = testContext(database, { env: testEnv({ RATE_LIMIT_FACTOR: "1" }) });
    const limited = createCaller<LoginAnswer>(limitedCtx, accountEndpoints);
    for (let n = 0; n < 9; n++) await limited("login", wrong);
    expect((await limited("login", right)).status).toBe(200);
    for (let n = 0; n < 10; n++) expect((await limited("login", wrong)).status).toBe(422);
    expect((await limited("login", right)).status).toBe(429);
    limitedCtx.clock.now = new Date(Date.now() + 15 * 60_000 + 1000);
    expect((await limited("login", right)).status).toBe(200);
  });

  it("answers 429 after 60 attempts from one IP address, for any accounts", async () => {
    const limited = limitedCalls(database);
    const statuses = [];
    for (let n = 0; n < 61; n++) statuses.push((await limited("login", { email: `someone${n}@example.com` })).status);
    expect(statuses).toEqual([...Array<number>(60).fill(422), 429]);
  });

  it("takes equally long for an unknown email and a wrong password", async () => {
    const compared = await compareCalls(
      31,
      () => call("login", wrong),
      (n) => call("login", { ...wrong, email: `nobody${n}@example.com` }),
    );
    expectAlike(compared);
    // Both calls hash a password; otherwise equal times would prove nothing.
    expect(compared.worked.second).toBeGreaterThan(compared.worked.first / 2);
  });

  it("logs no personal data and no secret", async () => {
    const { token, device } = (await call("login", right)).body;
    await call("login", wrong);
    await call("login", { ...wrong, email: "nobody@example.com" });
    await call("register", saraAsTyped);
    await call("logout", {}, { token });
    const text = logged.join("");
    expect(text).toContain("login-refused");
    for (const secret of [
      "sara",
      "nobody",
      "example.com",
      "three",
      "500000001",
      "+966",
      token,
      token.split(".")[0] ?? token,
      device,
      "Riyadh",
    ])
      expect(text.toLowerCase()).not.toContain(secret.toLowerCase());
  });
});
