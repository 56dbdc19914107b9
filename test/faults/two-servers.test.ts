/**
 * The last seats over HTTP: two web servers on one PostgreSQL and one card provider (reliability rows 1 and 2).
 * two-processes.test.ts has the larger rounds.
 */
import { createHmac, randomUUID } from "node:crypto";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { sessions, users } from "#features/people/tables.server.ts";
import type { BegunCheckout } from "#features/checkout/checkout.schema.ts";
import { address, pay } from "#test/buyer.ts";
import { post } from "#test/http/client.ts";
import { raceRounds } from "#test/database.ts";
import { startTestSite, type TestSite } from "#test/site.ts";

const buyers = 80;
const capacity = 3;
const rounds = raceRounds(3);
let first: TestSite;
let pair: TestSite[];
let unlocked: TestSite[];
let people: { id: string; token: string }[];

/** Creates accounts with a session each, as a login leaves them, because a real login hashes a password. */
async function logInAll({ database }: TestSite): Promise<typeof people> {
  const made = Array.from({ length: buyers }, (_, at) => ({ id: `http-rush-${at}`, random: randomUUID() }));
  const now = new Date();
  await database?.db.insert(users).values(made.map(({ id }) => ({ id, name: "Sara N.", email: `${id}@example.com` })));
  await database?.db.insert(sessions).values(
    made.map(({ id, random }) => ({
      id: random,
      token: random,
      userId: id,
      expiresAt: new Date(now.getTime() + 3_600_000),
      createdAt: now,
      updatedAt: now,
    })),
  );
  const sign = (random: string) =>
    createHmac("sha256", "test-secret-of-more-than-32-characters").update(random).digest("base64");
  return made.map(({ id, random }) => ({ id, token: `${random}.${sign(random)}` }));
}

beforeAll(async () => {
  first = await startTestSite({ database: "postgres" });
  const startBeside = (moreEnv: Record<string, string> = {}) =>
    startTestSite({
      database: "postgres",
      beside: first,
      env: { PAYMENTS_SANDBOX_PORT: String(first.sandbox.port), ...moreEnv },
    });
  const withoutLocks = { NODE_OPTIONS: `--import ${pathToFileURL("test/without-run-locks.ts").href}` };
  const [second, ...others] = await Promise.all([startBeside(), startBeside(withoutLocks), startBeside(withoutLocks)]);
  pair = second ? [first, second] : [];
  unlocked = others;
  people = await logInAll(first);
});
afterAll(async () => {
  await Promise.all([...pair.slice(1), ...unlocked].map((site) => site.stop()));
  await first.stop();
});

/**
 * Sends all requests at once, alternating between the servers. Each buyer who gets a seat pays and reports the payment
 * to both. Returns counts from the tables, from the provider and of the statuses.
 */
async function playRound(sites: TestSite[]) {
  const { database } = first;
  if (!database) throw new Error("no database");
  const run = await makeRun(database.db, (await makeCourse(database.db)).id, { capacity });
  const siteFor = (index: number) => sites[index % sites.length] ?? first;
  const countCharged = () =>
    first.sandbox.control.payments().filter(({ status, refunded }) => status === "paid" && refunded === 0).length;
  const chargedBefore = countCharged();
  const answers = await Promise.all(
    people.map(async ({ token }, index) => ({
      token,
      ...(await post(
        siteFor(index),
        "/api/begin-checkout",
        { items: [{ course_id: run.id, qty: 1 }], billing: address },
        { token },
      )),
    })),
  );
  const { rows: holds } = await database.executeSql("select count(*)::int as held from enrolment where run_id = $1", [
    run.id,
  ]);
  const begun = answers.flatMap(({ status, token, body }) =>
    status === 200 ? [{ token, order: body as unknown as BegunCheckout }] : [],
  );
  const reports = await Promise.all(
    begun.map(async ({ token, order }) => {
      await pay(order);
      return Promise.all(
        sites.map((site) => post(site, "/api/update-payment-status", { id: order.given_id }, { token })),
      );
    }),
  );
  const { rows } = await database.executeSql(
    `select r.seats_sold as sold, (select count(*)::int from "order" o join order_line l on l.order_id = o.id where l.run_id = r.id and o.status = 'paid') as paid from course_run r where r.id = $1`,
    [run.id],
  );
  const statuses = [...answers, ...reports.flat()].map(({ status }) => status);
  return {
    held: (holds[0] as { held: number }).held,
    ...(rows[0] as { sold: number; paid: number }),
    charged: countCharged() - chargedBefore,
    refused: statuses.filter((status) => status === 409).length,
    broken: statuses.filter((status) => status >= 500).length,
  };
}

it(
  `S-08 rows 1 and 2: ${rounds} rounds of ${buyers} buyers over HTTP: every seat is sold once, and no one is charged without a seat`,
  { timeout: 120_000 },
  async () => {
    for (let n = 0; n < rounds; n++)
      expect(await playRound(pair)).toEqual({
        held: capacity,
        sold: capacity,
        paid: capacity,
        charged: capacity,
        refused: buyers - capacity,
        broken: 0,
      });
  },
);

it(
  "G-01 two servers without locks on the run: the database alone prevents overselling",
  { timeout: 120_000 },
  async () => {
    const { held, sold, paid, charged } = await playRound(unlocked);
    expect([held, sold, paid, charged]).toEqual([capacity, capacity, capacity, capacity]);
  },
);

it(
  "negative control: two servers without locks and trigger hold more seats than there are",
  { timeout: 120_000 },
  async () => {
    await first.database?.executeSql("alter table enrolment disable trigger enrolment_inserted");
    let maxHeld = 0;
    for (let n = 0; n < 6 && maxHeld <= capacity; n++) maxHeld = Math.max(maxHeld, (await playRound(unlocked)).held);
    expect(maxHeld).toBeGreaterThan(capacity);
  },
);
