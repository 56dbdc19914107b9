/** After a purchase: no secret is stored, and nobody else can see the order (reliability row 23). */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { BegunCheckout } from "#features/checkout/checkout.schema.ts";
import { sandboxKeys } from "#platform/env.server.ts";
import { approvedCard, pay } from "#test/buyer.ts";
import { startTestSite, type TestSite } from "#test/site.ts";
import { beginOrder, courseBySlug, newPerson, post, type Person } from "./client.ts";

/** All bytes of a file; "" if the running database has deleted it since it was listed. */
function readIfExists(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}

describe.each(["own", "postgres"] as const)("after a purchase (%s)", (kind) => {
  let site: TestSite;
  let buyer: Person;
  let other: Person;
  let order: BegunCheckout;
  let runId: number;

  beforeAll(async () => {
    site = await startTestSite({ database: kind, env: { LOG_LEVEL: "trace" } });
    buyer = await newPerson(site, "Buyer Unmistakable");
    other = await newPerson(site, "Somebody Else");
    const course = await courseBySlug(site, "research-methods");
    runId = course.id;
    order = await beginOrder(site, buyer, course.id);
    await pay(order);
    const report = {
      user_id: buyer.id,
      order_id: order.order_id,
      course_id: course.id,
      sub_total: order.sub_total,
      tax: order.tax,
      total: order.total,
      payment_response: { id: order.given_id },
    };
    const { body } = await post(site, "/api/process-payment", report, { token: buyer.token });
    expect(body["order"]).toMatchObject({ payment: { status: "paid" } });
    // Two welcome emails and the order confirmation.
    await vi.waitFor(async () => expect(await site.mails()).toHaveLength(3), 20_000);
    // Failed requests are logged too.
    await post(site, "/api/login", { email: buyer.email, password: `${buyer.password}-not` });
    await post(site, "/api/me", {}, { token: `${buyer.token.slice(0, -4)}AAA=` });
  });
  afterAll(() => site.stop());

  const digits = approvedCard.number;
  const secrets = () => [
    digits,
    digits.replace(/(.{4})(?=.)/g, "$1 "),
    digits.replace(/(.{4})(?=.)/g, "$1-"),
    buyer.password,
    buyer.token,
    buyer.token.slice(buyer.token.indexOf(".") + 1),
    "test-secret-of-more-than-32-characters",
    sandboxKeys.secret,
    sandboxKeys.webhook,
  ];
  const findLeaks = (text: string, needles: string[]) => needles.filter((needle) => text.includes(needle));

  /** All rows of all tables, or all bytes of the files of the site's own PostgreSQL, WAL included. */
  async function dumpDatabase(): Promise<string> {
    if (!site.database) {
      const files = readdirSync(site.dataDir, { recursive: true, withFileTypes: true }).filter(
        (entry) => entry.isFile() && entry.name !== "auth-secret",
      );
      return files.map((entry) => readIfExists(join(entry.parentPath, entry.name))).join("\n");
    }
    const { db } = site.database;
    const tables = (
      await db.execute(
        sql`select table_schema as s, table_name as t from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
      )
    ).rows as { s: string; t: string }[];
    const rows = [];
    for (const { s, t } of tables)
      rows.push((await db.execute(sql`select * from ${sql.identifier(s)}.${sql.identifier(t)}`)).rows);
    return JSON.stringify(rows);
  }

  it("the database holds no card number, password, token or key", async () => {
    const text = await dumpDatabase();
    // Control: the search finds a text that the database does hold.
    expect(findLeaks(text, [buyer.email])).toEqual([buyer.email]);
    expect(findLeaks(text, secrets())).toEqual([]);
  });

  it("the log holds no secrets, names, email addresses or phone numbers", async () => {
    const text = site.output.join("\n");
    expect(
      findLeaks(text, [
        ...secrets(),
        buyer.email,
        other.email,
        "Unmistakable",
        "0500000001",
        "966500000001",
        "Example Street",
      ]),
    ).toEqual([]);
  });

  it("the order confirmation shows the total and holds no secrets", async () => {
    const mail = (await site.mails()).find(({ to, text }) => to === buyer.email && text.includes("3,565.00"));
    expect(mail?.to).toBe(buyer.email);
    expect(findLeaks(JSON.stringify(mail), secrets())).toEqual([]);
  });

  it("the fake provider keeps no full card number", () => {
    expect(findLeaks(JSON.stringify(site.sandbox.control.payments()), secrets())).toEqual([]);
  });

  it("the API returns no passwords or tokens with the account and its orders", async () => {
    for (const [path, body] of Object.entries({
      "/api/me": {},
      "/api/orders": { id: buyer.id },
      "/api/order_details": { user_id: buyer.id, order_id: order.order_id },
    })) {
      const text = JSON.stringify((await post(site, path, body, { token: buyer.token })).body);
      expect(findLeaks(text, secrets())).toEqual([]);
      expect(text).not.toMatch(/argon2|"password/);
    }
  });

  it("A-06 nobody else can read or change the order: 403 for another user id, 404 for another's or an unknown order", async () => {
    const totals = {
      sub_total: order.sub_total,
      tax: order.tax,
      total: order.total,
      course_id: runId,
      payment_response: { id: order.given_id },
    };
    const attempts: [string, object, number][] = [
      ["/api/orders", { id: buyer.id }, 403],
      ["/api/order_details", { user_id: buyer.id, order_id: order.order_id }, 403],
      ["/api/order_details", { user_id: other.id, order_id: order.order_id }, 404],
      ["/api/order_details", { user_id: other.id, order_id: 999_999 }, 404],
      ["/api/check-course-booking", { user_id: buyer.id, course_id: runId }, 403],
      ["/api/process-payment", { user_id: buyer.id, order_id: order.order_id, ...totals }, 403],
      ["/api/process-payment", { user_id: other.id, order_id: order.order_id, ...totals }, 404],
      ["/api/process-payment", { user_id: other.id, ...totals }, 404],
      ["/api/update-payment-status", { id: order.given_id, status: "paid" }, 404],
    ];
    for (const [path, body, status] of attempts) {
      const response = await post(site, path, body, { token: other.token });
      expect([path, body, response.status, response.body]).toEqual([
        path,
        body,
        status,
        { message: expect.any(String) },
      ]);
    }
    expect((await post(site, "/api/orders", { id: other.id }, { token: other.token })).body).toEqual({ orders: [] });
    const ownOrder = await post(
      site,
      "/api/order_details",
      { user_id: buyer.id, order_id: order.order_id },
      { token: buyer.token },
    );
    expect(ownOrder.body["order"]).toMatchObject({
      id: order.order_id,
      payment: { status: "paid", card_masked: "4111-11XX-XXXX-1111" },
    });
  });

  it("tokens from a copy of the session table are rejected", async () => {
    if (!site.database) return expect(findLeaks(await dumpDatabase(), [buyer.token])).toEqual([]);
    const { rows } = await site.database.db.execute(sql`select token from session`);
    expect(rows.length).toBeGreaterThan(0);
    for (const { token } of rows as { token: string }[])
      expect((await post(site, "/api/me", {}, { token })).status).toBe(401);
  });

  it("a token is valid only until logout", async () => {
    const person = await newPerson(site);
    expect((await post(site, "/api/me", {}, { token: person.token })).status).toBe(200);
    expect((await post(site, "/api/logout", {}, { token: person.token })).status).toBe(200);
    expect((await post(site, "/api/me", {}, { token: person.token })).status).toBe(401);
  });
});
