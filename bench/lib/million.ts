/** Fills a database as several years would: SQL writes a million orders with their people, payments and documents. */
import pg from "pg";
import { address } from "#test/buyer.ts";
import { defaultSettings } from "#features/settings/settings.ts";

/** The line of every tax document, as long as a real one. */
const documentLine = {
  nameEng: "Patient Safety Essentials",
  nameAr: "أساسيات سلامة المرضى",
  qty: 1,
  unitPriceHalalas: 240_000,
  amountHalalas: 240_000,
  taxHalalas: 36_000,
  supplyFrom: "2026-10-04",
  supplyTo: "2026-10-06",
};

const toSqlLiteral = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;

/** SQL values for the JSON columns of a tax document: seller, buyer, lines and payment. */
export const documentJson = [
  defaultSettings.seller,
  { name: "A buyer", email: "buyer@example.com", billing: address, company: null },
  [documentLine],
  { cardScheme: "visa", cardMasked: "4111-11XX-XXXX-1111" },
]
  .map(toSqlLiteral)
  .join(", ");

/** How many rows of each kind a filled database has. */
export const million = { orders: 1_000_000, people: 200_000, courses: 2_000, runs: 20_000, mails: 1_000_000 } as const;

const nameSql = `(array['Sara','Omar','Huda','Lina','Faris','احمد'])[n % 6 + 1] || ' ' || md5(n::text)`;
/** SQL expression for the run of order `o`. Every statement uses it, so that all agree on the run. */
const runIdSql = `(select min(id) from course_run where venue_eng = 'Bench') + (o.id * 7919::bigint % ${million.runs})::int`;

const courses = `
  insert into course (slug, category, subject_eng, subject_ar, name_eng, name_ar, summary_eng, summary_ar, about_course_eng, about_course_ar,
    prerequisites_eng, prerequisites_ar, trainer_ids, curriculum, image, created_at, updated_at)
  select c.slug || '-' || n, c.category, c.subject_eng, c.subject_ar, c.name_eng || ' ' || n, c.name_ar || ' ' || n, c.summary_eng, c.summary_ar,
    c.about_course_eng, c.about_course_ar, c.prerequisites_eng, c.prerequisites_ar, c.trainer_ids, c.curriculum, c.image, c.created_at, c.updated_at
  from generate_series(1, ${million.courses}) n
  join (select *, row_number() over (order by id) - 1 as place from course) c on c.place = n % (select count(*) from course)`;

/** Ten runs per course, spread over five years. One run in seven is in the future. */
const runs = `
  insert into course_run (course_id, start_date, end_date, days, hours, venue_eng, delivery, capacity, price_halalas, accreditation_status)
  select c.id, current_date + n * 613 % 1825 - 1565, current_date + n * 613 % 1825 - 1563, 3, 18, 'Bench', 'onsite', 200, 240000, 'none'
  from generate_series(1, ${million.runs}) n
  join (select id, row_number() over (order by id desc) - 1 as place from course) c on c.place = n % ${million.courses}`;

/**
 * Statements that run without triggers and foreign keys, because these would check each row, which takes half an hour.
 * The statements write what the triggers would have written.
 */
const withoutTriggers = [
  `insert into "user" (id, name, email, contact_number, scfhs_number, profession, created_at, updated_at)
   select 'u' || n, ${nameSql}, 'person-' || n || '@example.com', '+9665' || lpad(n::text, 8, '0'), lpad(n::text, 8, '0'),
     (array['Nurse','Doctor','Technician'])[n % 3 + 1], now() - n * interval '10 minutes', now() from generate_series(1, ${million.people}) n`,
  `insert into run_session (run_id, starts_at, ends_at)
   select r.id, (r.start_date + day + time '09:00') at time zone 'Asia/Riyadh', (r.start_date + day + time '15:00') at time zone 'Asia/Riyadh'
   from course_run r, generate_series(0, 2) day where r.venue_eng = 'Bench'`,
  `insert into "order" (user_id, status, locale, sub_total_halalas, tax_percent, tax_halalas, total_halalas, billing, items_key, search, created_at, expires_at, paid_at)
   select u.id, s.status, 'en', 240000, 15, 36000, 276000, '{}', 'x', lower(u.name || ' ' || u.email), s.at, s.at, case when s.status in ('paid', 'refunded') then s.at end
   from (select n, 'u' || (n * 7919::bigint % ${million.people} + 1) as person, now() - (${million.orders} - n) * interval '2 minutes' as at,
     case when n % 100 < 70 then 'paid' when n % 100 < 85 then 'expired' when n % 100 < 97 then 'failed' else 'refunded' end as status
     from generate_series(1, ${million.orders}) n) s join "user" u on u.id = s.person order by s.n`,
  `insert into order_line (order_id, run_id, qty, unit_price_halalas, slug, name_eng, name_ar)
   select o.id, ${runIdSql}, 1, 240000, 'x', 'A course', 'دورة' from "order" o`,
  `insert into enrolment (run_id, order_line_id, order_id, seat, attendee_name, attendee_email, scfhs_number, user_id, state, held_until, created_at, confirmed_at, ended_at)
   select l.run_id, l.id, o.id, 1, 'x', 'seat-' || o.id || '@example.com', '', o.user_id,
     case o.status when 'paid' then 'confirmed' else 'cancelled' end, o.expires_at, o.created_at, o.paid_at,
     case when o.status <> 'paid' then o.expires_at end from order_line l join "order" o on o.id = l.order_id`,
  `update course_run r set seats_sold = e.seats from (select run_id, count(*) as seats from enrolment where state = 'confirmed' group by 1) e where e.run_id = r.id`,
  `insert into payment (id, order_id, number, method, status, amount_halalas, currency, card_masked, created_at, updated_at, settled_at, refunded_halalas)
   select md5('p' || o.id)::uuid, o.id, 1, 'card', case o.status when 'paid' then 'paid' when 'refunded' then 'refunded' else 'failed' end, 276000, 'SAR',
     '4111-11XX-XXXX-1111', o.created_at, o.created_at, o.paid_at, case o.status when 'refunded' then 276000 else 0 end from "order" o`,
  `insert into refund (payment_id, amount_halalas, reason, status, created_at, done_at)
   select md5('p' || id)::uuid, 276000, 'requested', 'done', created_at, created_at from "order" where status = 'refunded'`,
  `insert into payment_event (id, type, payment_id, received_at) select 'e' || id, 'payment_paid', md5('p' || id), created_at from "order" where paid_at is not null`,
  `insert into tax_document (kind, sequence, number, uuid, type_code, name_code, order_id, issued_at, currency, tax_percent, net_halalas, tax_halalas,
     total_halalas, seller, buyer, lines, payment, counter, previous_hash, hash, qr, issuer)
   select 'invoice', id, 'B-' || id, gen_random_uuid(), '388', '0100000', id, created_at, 'SAR', 15, 240000, 36000, 276000,
     ${documentJson}, id, 'x', md5('i' || id), 'x', 'x' from "order" where paid_at is not null`,
  `insert into tax_document (kind, sequence, number, uuid, type_code, name_code, order_id, refund_id, original_id, reason, issued_at, currency, tax_percent,
     net_halalas, tax_halalas, total_halalas, seller, buyer, lines, payment, counter, previous_hash, hash, qr, issuer)
   select 'credit-note', o.id, 'C-' || o.id, gen_random_uuid(), '381', '0100000', o.id, r.id, d.id, 'requested', o.created_at, 'SAR', 15,
     240000, 36000, 276000, ${documentJson}, 10000000 + o.id, 'x', md5('c' || o.id), 'x', 'x'
   from "order" o join refund r on r.payment_id = md5('p' || o.id)::uuid join tax_document d on d.order_id = o.id where o.status = 'refunded'`,
  `insert into audit_event (at, actor_kind, action, entity, entity_id, after, request_id)
   select created_at, 'job', 'order.' || status, 'order', id::text, '{"status":"paid"}', '-' from "order"`,
  // Mails of the last month only, because the retention job deletes older ones.
  `insert into outbox_mail (key, "to", locale, template, props, subject, html, text, created_at, status)
   select 'bench:' || n, 'person-' || (n % ${million.people} + 1) || '@example.com', 'en', 'order-confirmed', jsonb_build_object('orderId', n), 'A subject', 'x', 'x',
     now() - (${million.mails} - n) * interval '2 seconds', case when n % 5000 = 0 then 'failed' else 'sent' end from generate_series(1, ${million.mails}) n`,
  `insert into session (id, token, user_id, expires_at, created_at, updated_at)
   select 's' || n, 't' || n, 'u' || n, now() + interval '7 days', now() - interval '1 day', now() from generate_series(1, ${million.people}) n`,
];

/**
 * Fills a database of the stage that has the demo content. Resolves with its size in bytes and with the seconds that
 * the filling took.
 */
export async function fillMillion(url: string): Promise<{ bytes: number; seconds: number }> {
  const began = performance.now();
  // This connection has none of the site's time limits.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const run = async (statement: string) => {
      try {
        await client.query(statement);
      } catch (error) {
        throw new Error(`The million orders could not be written: ${statement.slice(0, 80)}`, { cause: error });
      }
    };
    for (const statement of [courses, runs]) await run(statement);
    // Updating the trigram indexes row by row would take most of the time, so they are dropped and created again.
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
       where indrelid in ('"order"'::regclass, '"user"'::regclass, 'outbox_mail'::regclass, 'tax_document'::regclass, 'audit_event'::regclass)
         and not indisunique`,
    );
    for (const { name } of indexes) await run(`drop index ${name}`);
    await run("set session_replication_role = replica");
    for (const statement of withoutTriggers) await run(statement);
    await run("set session_replication_role = default");
    await run("set maintenance_work_mem = '512MB'");
    for (const { definition } of indexes) await run(definition);
    await run("analyze");
    const { rows } = await client.query<{ bytes: string }>("select pg_database_size(current_database()) as bytes");
    return { bytes: Number(rows[0]?.bytes), seconds: (performance.now() - began) / 1000 };
  } finally {
    await client.end();
  }
}
