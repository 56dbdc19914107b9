/** The staff's lists among 100,000 orders of 50,000 people on PostgreSQL: one call of the API, with session, permission and count. */
import { createHash } from "node:crypto";
import pg from "pg";
import { testContext } from "#test/context.ts";
import { makeStaff, signedIn } from "#test/staff.ts";
import { percentiles } from "../lib/load.ts";
import { shown, type PartFigures } from "../lib/report.ts";
import type { Bench } from "../lib/settings.ts";
import { openBenchDatabase } from "../lib/stage.ts";
import { exportFigures } from "./staff-export.ts";

const orderCount = 100_000;
const personCount = 50_000;
const runCount = 20_000;
const mailCount = 50_000;
const enquiryCount = 20_000;

/** Orders of four years in every state, two lines for one in five, an audit event each. */
async function fill(url: string): Promise<void> {
  // A connection without the site's limits: a busy machine takes longer than a visitor may wait.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const line = (shift: number, where: string) => `
    insert into order_line (order_id, run_id, qty, unit_price_halalas, slug, name_eng)
    select o.id, r.id, 1 + o.id % 3, 100000, 'x', 'A course' from "order" o
    join (select id, row_number() over (order by id) - 1 as place from course_run) r on r.place = (o.id + ${shift}) % (select count(*) from course_run)
    where ${where}`;
  for (const statement of [
    `insert into "user" (id, name, email, contact_number, scfhs_number, profession)
     select 'u' || n, (array['Sara','Omar','Huda','Lina','Faris','أحمد'])[n % 6 + 1] || ' ' || md5(n::text), 'person-' || n || '@example.com',
       '+9665' || lpad(n::text, 8, '0'), case when n % 20 = 0 then '' else lpad(n::text, 8, '0') end, (array['Nurse','Doctor','Technician'])[n % 3 + 1]
     from generate_series(1, ${personCount}) n`,
    `insert into "order" (user_id, status, locale, sub_total_halalas, tax_percent, tax_halalas, total_halalas, billing, items_key, created_at, expires_at)
     select 'u' || (n * 7919::bigint % ${personCount} + 1),
       case when n % 100 < 70 then 'paid' when n % 100 < 85 then 'expired' when n % 100 < 95 then 'failed' when n % 100 < 99 then 'refunded' else 'partially_refunded' end,
       'en', 100000 + n % 977 * 100, 15, 15000 + n % 977 * 15, 115000 + n % 977 * 115, '{}', 'x', now() - (${orderCount} - n) * interval '20 minutes', now()
     from generate_series(1, ${orderCount}) n`,
    line(0, "true"),
    line(7, "o.id % 5 = 0"),
    `insert into audit_event (at, actor_kind, action, entity, entity_id, after, request_id)
     select created_at, 'job', 'order.' || status, 'order', id::text, '{"status":"paid"}', '-' from "order"`,
    `insert into payment (id, order_id, number, method, status, amount_halalas, currency, card_masked, created_at, updated_at, settled_at)
     select md5('p' || o.id)::uuid, o.id, 1, 'card', case o.status when 'paid' then 'paid' else 'failed' end, o.total_halalas, 'SAR', '4111-11XX-XXXX-1111',
       o.created_at, o.created_at, case o.status when 'paid' then o.created_at end from "order" o`,
    `insert into course_run (course_id, start_date, end_date, days, hours, venue_eng, delivery, capacity, price_halalas, accreditation_status)
     select (array(select id from course))[n % (select count(*) from course) + 1], current_date + n % 1000 - 500, current_date + n % 1000 - 498, 3, 18, 'Riyadh',
       'onsite', 24, 240000, 'none' from generate_series(1, ${runCount}) n`,
    `insert into enrolment (run_id, order_line_id, order_id, seat, attendee_name, attendee_email, scfhs_number, user_id, state, held_until, created_at, confirmed_at)
     select (select max(id) from course_run) - l.id % ${runCount}, l.id, l.order_id, 1, 'x', 'person-' || l.id || '@example.com', '', o.user_id, 'confirmed', now(), now(), now()
     from order_line l join "order" o on o.id = l.order_id where o.status = 'paid' and l.id % 2 = 0 and l.id < 120000`,
    `insert into tax_document (kind, sequence, number, uuid, type_code, name_code, order_id, issued_at, currency, tax_percent, net_halalas, tax_halalas,
       total_halalas, seller, buyer, lines, payment, counter, previous_hash, hash, qr, issuer)
     select 'invoice', id, 'INV-' || id, gen_random_uuid(), '388', '0100000', id, created_at, 'SAR', 15, sub_total_halalas, tax_halalas, total_halalas,
       '{}', '{}', '[]', '{}', id, 'x', md5(id::text), 'x', 'x' from "order" where status = 'paid'`,
    `insert into outbox_mail (key, "to", locale, template, props, subject, html, text, created_at, status)
     select 'bench:' || n, 'person-' || n || '@example.com', 'en', 'bench', '{}', 'A subject', 'x', 'x', now() - n * interval '20 minutes',
       case when n % 5000 = 0 then 'failed' else 'sent' end from generate_series(1, ${mailCount}) n`,
    // A trigger brings them into the inbox.
    `insert into contact_request (name, email, contact_number, workplace, locale, spam, created_at, title, message)
     select (array['Sara','Omar','Huda','Lina','Faris','أحمد'])[n % 6 + 1] || ' ' || md5(n::text), 'writer-' || n || '@example.com', '', 'Hospital ' || n % 300,
       'en', n % 50 = 0, now() - n * interval '1 hour', '', 'When is the next date of course ' || md5('c' || n) || '? ' || repeat('More words. ', n % 30)
     from generate_series(1, ${enquiryCount}) n`,
    `update enquiry set state = case when id % 10 = 0 then 'open' else 'answered' end, first_answered_at = created_at + interval '5 hours' where state = 'new' and id > 500`,
    "analyze",
  ])
    await client.query(statement);
  await client.end();
}

const paymentOf = (orderId: number): string =>
  createHash("md5")
    .update(`p${orderId}`)
    .digest("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

const filters: Record<string, Record<string, string>> = {
  "orders, first page": {},
  "orders, 100 a page, the last that is paged to": { perPage: "100", page: "100" },
  "orders by total": { sort: "total", order: "ASC", page: "30" },
  "orders by time": { sort: "created_at" },
  "orders of a state": { filter: `{"status":["failed"]}` },
  "orders of a rare state": { filter: `{"status":["partially_refunded"]}` },
  "orders of a state without any": { filter: `{"status":["pending"]}` },
  "orders by number": { filter: `{"q":"51234"}` },
  "orders by e-mail": { filter: `{"q":"person-4711@"}` },
  "orders by a common name": { filter: `{"q":"Sara"}` },
  "orders by a name no one has": { filter: `{"q":"Nobody"}` },
  "orders by two letters": { filter: `{"q":"sa"}` },
  "orders by the provider's payment": { filter: `{"q":"${paymentOf(51234)}"}` },
  "orders by document": { filter: `{"q":"INV-2026-000182"}` },
  "orders of companies": { filter: `{"company":true}` },
  "orders with seats without a name": { filter: `{"unnamed":true}` },
  "orders of a run": { filter: `{"run_id":1}` },
  "orders of a week": { filter: `{"from":"2026-01-01T00:00:00Z","to":"2026-01-08T00:00:00Z"}` },
};
const auditFilters: Record<string, Record<string, string>> = {
  "audit log, first page": {},
  "audit log of an order": { filter: `{"entity":"order","entity_id":"51234"}` },
  "audit log of an action": { filter: `{"action":"order.refunded"}` },
};

const peopleFilters: Record<string, Record<string, string>> = {
  "people, first page": { order: "ASC" },
  "people, 100 a page, the last that is paged to": { perPage: "100", page: "100", order: "ASC" },
  "people by age of the account": { sort: "created_at" },
  "people without an SCFHS number": { filter: `{"scfhs":"missing"}` },
  "people of a profession": { filter: `{"profession":"Doctor"}` },
  "people of a course": { filter: `{"course_id":1}` },
  "people who attended in a year": { filter: `{"attended_since":"2026-01-01"}` },
};
const peopleSearches = {
  "a common name": "Sara",
  "a common Arabic name, spelled otherwise": "احمد",
  "two letters": "in",
  "an e-mail": "person-4711@",
  "a phone": "050 000 4711",
  "an SCFHS number": "00004711",
  "a name and a number": "omar 4711",
  nobody: "Nobody Atall",
};
const mailFilters: Record<string, Record<string, string>> = {
  "mails, first page": {},
  "mails that failed": { filter: `{"state":["failed","retrying"]}` },
  "mails to a person": { filter: `{"to":"person-4711@example.com"}` },
  "mails searched": { filter: `{"q":"person-4711"}` },
};

const finds = {
  "a name": "Sara",
  "an e-mail": "person-4711@",
  "a number": "51234",
  "a course": "safety",
  nobody: "Nobody",
};

const enquiryFilters: Record<string, object> = {
  "enquiries, all": {},
  "enquiries that wait": { state: ["new", "open"] },
  "enquiries of nobody": { state: ["new", "open"], assignee: "nobody" },
  "enquiries by e-mail": { q: "writer-4711@" },
  "enquiries by a common name": { q: "احمد" },
  "enquiries by their text": { q: "next date of course" },
  "enquiries by a text no one wrote": { q: "zzzzqqqq" },
};

export async function staff({ stage, rounds }: Bench): Promise<PartFigures> {
  const url = await stage.database("bench_staff");
  const database = await openBenchDatabase(url);
  try {
    await fill(url);
    const ctx = testContext(database);
    const browser = await signedIn(ctx, (await makeStaff(ctx, "owner")).id);
    const times: Record<string, number[]> = {};
    const lists = [
      ...Object.entries(filters).map(([name, query]) => ["GET orders", name, query] as const),
      ...Object.entries(auditFilters).map(([name, query]) => ["GET audit", name, query] as const),
      ...Object.entries(peopleFilters).map(([name, query]) => ["GET people", name, query] as const),
      ...Object.entries(peopleSearches).map(
        ([name, q]) =>
          ["GET people", `people searched by ${name}`, { order: "ASC", filter: JSON.stringify({ q }) }] as const,
      ),
      ...Object.entries(mailFilters).map(([name, query]) => ["GET mails", name, query] as const),
      ["GET mails-today", "mails of today", {}] as const,
      ["GET people/u4711", "one person", {}] as const,
      ["GET audit", "audit log of a person", { filter: `{"person_id":"u4711"}` }] as const,
      ...Object.entries(enquiryFilters).map(
        ([name, filter]) => ["GET enquiries", name, { order: "ASC", filter: JSON.stringify(filter) }] as const,
      ),
      ["GET enquiry-summary", "counts of the inbox", {}] as const,
      ["GET enquiries/512", "one enquiry", {}] as const,
      ["GET orders/51234", "one order", {}] as const,
      ["GET orders/51234/story", "one order's story", {}] as const,
      ["GET order-counts", "counts of all saved views", {}] as const,
      ["GET dashboard", "the first page", {}] as const,
      ...Object.entries(finds).map(([name, q]) => ["GET find", `found by ${name}`, { q }] as const),
    ];
    for (let round = -1; round < rounds * 5; round += 1)
      for (const [call, name, query] of lists) {
        const from = performance.now();
        const { status } = await browser.call(call, query);
        if (status !== 200) throw new Error(`${name} answered ${status}`);
        if (round >= 0) (times[name] ??= []).push(performance.now() - from);
      }
    const worst = (of: (name: string) => boolean, name: string, atMost: number) => {
      const [slowest] = Object.entries(times)
        .filter(([call]) => of(call))
        .map(([call, list]) => ({ call, p95Ms: percentiles(list).p95Ms }))
        .toSorted((a, b) => b.p95Ms - a.p95Ms);
      const note = `the slowest: ${slowest?.call}; ${shown(orderCount)} orders, ${shown(personCount)} people`;
      return { name, value: slowest?.p95Ms ?? 0, unit: "ms" as const, target: { atMost }, note };
    };
    const isFind = (name: string) => name.startsWith("found by");
    const isSearch = (name: string) => name.startsWith("people searched");
    return {
      figures: [
        worst(
          (name) => !isFind(name) && !isSearch(name),
          "a list of the staff or the first page, 95th percentile",
          200,
        ),
        worst(isSearch, "a search of people, 95th percentile", 300),
        worst(isFind, "the palette of the staff, 95th percentile", 300),
        ...(await exportFigures(database, url)),
      ],
      details: {
        columns: ["list", "median ms", "95th percentile ms"],
        rows: Object.entries(times).map(([name, list]) => [name, percentiles(list).p50Ms, percentiles(list).p95Ms]),
      },
      remarks: [],
    };
  } finally {
    await database.close();
  }
}
