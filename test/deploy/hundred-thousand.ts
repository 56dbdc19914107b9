/** Writes 100,000 orders of 50,000 people by SQL. Hashes and texts of documents are placeholders. */
import pg from "pg";
import { documentJson } from "../../bench/lib/million.ts";

export const orderCount = 100_000;
const personCount = 50_000;
const runCount = 20_000;
const mailCount = 50_000;
const enquiryCount = 20_000;

/**
 * Writes orders of four years in every state but `pending`, each with an audit event. One order in five has two lines.
 * Also writes people, runs, tax documents, emails and requests.
 */
export async function fillOrders(url: string): Promise<void> {
  // This connection has none of the site's time limits, because a busy machine takes longer.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const buildLinesSql = (shift: number, where: string) => `
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
    buildLinesSql(0, "true"),
    buildLinesSql(7, "o.id % 5 = 0"),
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
       ${documentJson}, id, 'x', md5(id::text), 'x', 'x' from "order" where status = 'paid'`,
    `insert into outbox_mail (key, "to", locale, template, props, subject, html, text, created_at, status)
     select 'bench:' || n, 'person-' || n || '@example.com', 'en', 'bench', '{}', 'A subject', 'x', 'x', now() - n * interval '20 minutes',
       case when n % 5000 = 0 then 'failed' else 'sent' end from generate_series(1, ${mailCount}) n`,
    // A trigger copies the requests into the inbox.
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
