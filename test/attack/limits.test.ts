/** Rate limits against attempts that use two processes and forged IP addresses (reliability rows 12, 19). */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { limits } from "#platform/rate-limit.server.ts";
import { rateLimits } from "#platform/tables.server.ts";
import { address as billingAddress } from "#test/buyer.ts";
import { courseBySlug, newPerson, post, type Answer, type Person } from "#test/http/client.ts";
import { startTestSite, type TestSite } from "#test/site.ts";

let direct: TestSite;
/** Trusts the client addresses that the proxy at 127.0.0.1 reports. */
let proxied: TestSite;
let person: Person;
let run: number;

beforeAll(async () => {
  direct = await startTestSite({ database: "postgres", env: { RATE_LIMIT_FACTOR: "1" } });
  proxied = await startTestSite({
    database: "postgres",
    beside: direct,
    env: { RATE_LIMIT_FACTOR: "1", TRUSTED_PROXIES: "127.0.0.1" },
  });
  person = await newPerson(direct);
  run = (await courseBySlug(direct, "infection-prevention-control")).id;
});
afterAll(async () => {
  await proxied.stop();
  await direct.stop();
});
beforeEach(async () => void (await direct.database?.db.delete(rateLimits)));

const form = { name: "A", email: "a@example.com", contact_number: "0500000001", workplace: "B", program: "Analytics" };
/**
 * The endpoints with a limit per IP address, each with a body that cannot exhaust a limit per account: it is invalid,
 * or its email differs in each request.
 */
const perAddress: Record<string, { tries: number; body: (at: number) => object; signedIn?: true }> = {
  "/api/login": {
    tries: limits.loginPerAddress.max,
    body: (at) => ({ email: `nobody-${at}@example.com`, password: "" }),
  },
  "/api/register": { tries: limits.registerPerAddress.max, body: (at) => ({ email: `new-${at}@example.com` }) },
  "/api/forget-password": { tries: limits.forgotPerAddress.max, body: (at) => ({ email: `nobody-${at}@example.com` }) },
  "/api/reset-password": {
    tries: limits.resetPerAddress.max,
    body: () => ({ token: "x", password: "three own words", password_confirmation: "three own words" }),
  },
  "/api/check-reset-link": { tries: limits.resetLinkPerAddress.max, body: () => ({ token: "x" }) },
  "/api/confirm-email": { tries: limits.confirmPerAddress.max, body: () => ({ token: "x" }) },
  "/api/contact": {
    tries: limits.formPerAddress.max,
    body: (at) => ({ ...form, email: `a-${at}@example.com`, message: "x" }),
  },
  "/api/book-demo": { tries: limits.formPerAddress.max, body: (at) => ({ ...form, email: `b-${at}@example.com` }) },
  "/api/email_subscribe": { tries: limits.formPerAddress.max, body: (at) => ({ email: `c-${at}@example.com` }) },
  "/api/begin-checkout": { tries: limits.checkoutPerAddress.max, body: () => ({}), signedIn: true },
  "/api/order-document": { tries: limits.documentPerAddress.max, body: () => ({}), signedIn: true },
  "/api/quote": { tries: limits.quotePerAddress.max, body: () => ({}) },
  "/api/change-quote": { tries: limits.changePerAddress.max, body: () => ({}), signedIn: true },
  "/api/assign-seats": { tries: limits.assignSeatsPerAddress.max, body: () => ({}), signedIn: true },
};
const countLimited = (answers: Answer[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status === 429)].map(([limited, list]) => [
      limited ? "limited" : "let through",
      list.length,
    ]),
  );

it.each(Object.entries(perAddress))(
  "row 12: %s has one limit per address, shared by both processes; a forged X-Forwarded-For changes nothing",
  async (path, { tries, body, signedIn }) => {
    const extra = 4;
    const token = signedIn && person.token;
    const answers = await Promise.all(
      Array.from({ length: tries + extra }, (_, at) => {
        // All requests come from 127.0.0.1. `direct` gets forged headers, which it ignores; `proxied` gets none.
        const forged: Record<string, string> =
          at % 2
            ? {}
            : {
                "x-forwarded-for": `198.51.100.${at}`,
                "x-real-ip": `198.51.100.${at}`,
                forwarded: `for=198.51.100.${at}`,
              };
        return post(at % 2 ? proxied : direct, path, body(at), { headers: forged, token });
      }),
    );
    expect(countLimited(answers)).toEqual({ "let through": tries, limited: extra });
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    for (const { headers, body: answer } of answers.filter(({ status }) => status === 429)) {
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      expect(answer).toEqual({ message: expect.any(String) });
    }
    // A client at another address is not limited. The proxy appends that address; what the client wrote before it does
    // not count.
    const elsewhere = await post(proxied, path, body(1000), {
      headers: { "x-forwarded-for": `127.0.0.1, 203.0.113.${tries % 250}` },
      token,
    });
    expect(elsewhere.status).not.toBe(429);
  },
);

it("row 12: allows ten wrong passwords per account over all addresses and processes; the owner's browser can still log in", async () => {
  const { device } = (await post(direct, "/api/login", { email: person.email, password: person.password })).body as {
    device: string;
  };
  const guesses = await Promise.all(
    Array.from({ length: 40 }, (_, at) =>
      post(
        proxied,
        "/api/login",
        { email: person.email, password: `guess-${at}` },
        { headers: { "x-forwarded-for": `203.0.113.${at}` } },
      ),
    ),
  );
  expect(countLimited(guesses)).toEqual({ "let through": limits.loginPerAccount.max, limited: 30 });
  expect((await post(direct, "/api/login", { email: person.email, password: person.password })).status).toBe(429);
  expect((await post(direct, "/api/login", { email: person.email, password: person.password, device })).status).toBe(
    200,
  );
  // A forged device token does not help.
  expect(
    (
      await post(direct, "/api/login", {
        email: person.email,
        password: person.password,
        device: `${device.slice(0, -4)}AAAA`,
      })
    ).status,
  ).toBe(429);
});

it("row 12: limits one email at register, forgot-password and checkout, over all addresses", async () => {
  const fromAddress = (at: number) => ({ headers: { "x-forwarded-for": `203.0.113.${at}` } });
  const registration = {
    name: "Sara",
    email: person.email,
    address: "",
    contact_number: "0500000001",
    scfhs_number: "",
    workplace: "",
    profession: "Nurse",
    password: "three own words",
    password_confirmation: "three own words",
    remember_me: "accept",
  };
  const ask = (path: string, count: number, body: object, token?: string) =>
    Promise.all(
      Array.from({ length: count }, (_, at) =>
        post(at % 2 ? proxied : direct, path, body, { ...fromAddress(at), token }),
      ),
    );
  // `direct` ignores X-Forwarded-For, so its half of the requests all come from 127.0.0.1.
  expect(countLimited(await ask("/api/register", 14, registration))).toEqual({
    "let through": limits.registerPerAccount.max,
    limited: 4,
  });
  expect(countLimited(await ask("/api/forget-password", 9, { email: person.email }))).toEqual({
    "let through": limits.forgotPerAccount.max,
    limited: 4,
  });
  expect(
    countLimited(
      await ask(
        "/api/begin-checkout",
        33,
        { items: [{ course_id: run, qty: 1 }], billing: billingAddress },
        person.token,
      ),
    ),
  ).toEqual({ "let through": limits.checkoutPerAccount.max, limited: 3 });
});

it("row 19: sends one mailbox only a few emails for a thousand posts", async () => {
  const victim = "victim@example.com";
  const postMessage = (at: number) =>
    post(
      at % 2 ? proxied : direct,
      "/api/contact",
      { ...form, email: victim, message: `Post ${at}` },
      { headers: { "x-forwarded-for": `203.0.113.${at % 250}` } },
    );
  const answers: Answer[] = [];
  for (let at = 0; at < 1000; at += 50)
    answers.push(...(await Promise.all(Array.from({ length: 50 }, (_, offset) => postMessage(at + offset)))));
  expect(answers.filter(({ status }) => ![200, 429].includes(status))).toEqual([]);
  expect(
    await direct.database?.db.select({ id: outboxMails.id }).from(outboxMails).where(eq(outboxMails.to, victim)),
  ).toHaveLength(limits.formMailPerMailbox.max);
});
