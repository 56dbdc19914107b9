/** Checks what must hold after each step (docs/invariants.md). Each query lists the rows that break its sentence. */
import { isDeepStrictEqual } from "node:util";
import { sql, type SQL } from "drizzle-orm";
import { getBuyerEmail, getBuyerName, type World } from "./world.ts";
import { cancelRun, endRefunded, sumAmounts, type Model } from "./model.ts";

type Row = Record<string, unknown>;

// SQL expressions for amounts of order `o`.

const received = sql`(select coalesce(sum(p.amount_halalas), 0) from payment p where p.order_id = o.id and p.settled_at is not null)`;
/** Counts refunds in every state, because all of them return money to the buyer. */
const refunded = sql`(select coalesce(sum(f.amount_halalas), 0) from refund f join payment p on p.id = f.payment_id where p.order_id = o.id and p.settled_at is not null)`;
const refundedDone = sql`(select coalesce(sum(f.amount_halalas), 0) from refund f join payment p on p.id = f.payment_id where p.order_id = o.id and p.settled_at is not null and f.status = 'done')`;
const sumDocuments = (kind: string) =>
  sql`(select coalesce(sum(d.total_halalas), 0) from tax_document d where d.order_id = o.id and d.kind = ${kind})`;

/** Queries by the sentence that they check. */
const queries: Record<string, (world: World) => SQL> = {
  "Seats sold, held and offered never exceed the capacity of a run": (world) => sql`
    select r.id, r.capacity, r.seats_sold, r.seats_offered from course_run r where r.capacity < r.seats_sold + r.seats_offered + (select count(*) from enrolment e
        where e.run_id = r.id and e.state = 'held' and e.held_until > ${world.clock.now.toISOString()}
          and not exists (select from waiting_place w where w.order_id = e.order_id and w.run_id = r.id and w.state = 'offered'))`,
  "The seats that a run counts as sold are its confirmed seats": () => sql`
    select r.id, r.seats_sold from course_run r where r.seats_sold <> (select count(*) from enrolment e where e.run_id = r.id and e.state = 'confirmed')`,
  "A person has at most one confirmed seat in a run": () => sql`
    select e.run_id, e.attendee_email from enrolment e
      where e.state = 'confirmed' and e.attendee_email is not null
      group by e.run_id, e.attendee_email having count(*) > 1`,
  "Refunds of an order never exceed what was paid for it": () => sql`
    select o.id from "order" o where ${refunded} > ${received}`,
  "A paid order has one invoice, of what was paid for it": () => sql`
    select o.id, o.status, ${sumDocuments("invoice")} as invoiced, ${received} as received from "order" o
      where ${sumDocuments("invoice")} <> case when o.paid_at is null then 0 else o.total_halalas end`,
  "Credit notes come to the refunds of the order that are done": () => sql`
    select o.id, ${sumDocuments("credit-note")} as credited, ${refundedDone} as refunded from "order" o
      where o.paid_at is not null and ${sumDocuments("credit-note")} <> ${refundedDone}`,
  "VAT of a document is 15 % of its net amount": () => sql`
    select d.number, d.net_halalas, d.tax_halalas from tax_document d
      where abs(d.tax_halalas - d.net_halalas * 0.15) > 2`,
  "A discount code is used no more often than it may be": () => sql`
    select c.code, c.uses_in_all from discount_code c where c.uses_in_all <
      (select count(*) from "order" o where o.discount_code_id = c.id and o.paid_at is not null)`,
  "A buyer has at most one live waitlist entry for a run": () => sql`
    select w.run_id, w.user_id from waiting_place w
      where w.state <> 'ended' group by w.run_id, w.user_id having count(*) > 1`,
};

/** What must hold once all jobs have run and no hold or offer is open any more. */
const finalQueries: Record<string, (world: World) => SQL> = {
  "No hold is live at the end, and no offer is open after its time": (world) => sql`
    select e.run_id, e.order_id from enrolment e where e.state = 'held' and e.held_until > ${world.clock.now.toISOString()}
    union all select w.run_id, w.order_id from waiting_place w where w.state = 'offered' and w.offer_ends_at <= ${world.clock.now.toISOString()}`,
  "Each refund by card is done": () => sql`
    select f.id, f.status, f.reason from refund f join payment p on p.id = f.payment_id
      where p.method = 'card' and f.status <> 'done'`,
  "An order that is not paid keeps no money": () => sql`
    select o.id, o.status, o.reason from "order" o where o.paid_at is null and ${received} > ${refundedDone}`,
};

/** The sentence that does not hold, with the rows that break it. */
export class BrokenInvariant extends Error {
  override name = "BrokenInvariant";
  constructor(sentence: string, rows: unknown) {
    super(`${sentence}: ${JSON.stringify(rows)}`);
  }
}

/** Runs all queries in one statement. Throws BrokenInvariant. */
async function check(world: World, queriesBySentence: typeof queries): Promise<void> {
  const parts = Object.entries(queriesBySentence).map(
    ([sentence, query]) =>
      sql`select ${sentence}::text as sentence, to_jsonb(broken) as row from (${query(world)}) broken`,
  );
  const { rows } = await world.processes[0].db.execute<{ sentence: string; row: Row }>(
    sql.join(parts, sql` union all `),
  );
  const [first] = rows;
  if (first)
    throw new BrokenInvariant(
      first.sentence,
      rows.filter(({ sentence }) => sentence === first.sentence).map(({ row }) => row),
    );
}

/**
 * Applies to the model what it cannot compute: when the site learns of a payment, and which runs the job cancels
 * because they have too few people.
 */
async function applyLearned(world: World, model: Model): Promise<void> {
  const { rows } = await world.processes[0].db.execute<{ order: number | null; run: number | null }>(sql`
    select id as order, null::int as run, paid_at as at from "order" where paid_at is not null
    union all select null, id, cancelled_at from course_run where cancelled_at is not null
    order by 3, 1, 2`);
  for (const { order, run } of rows) {
    if (run !== null) cancelRun(model, world.runIds.indexOf(run));
    if (order === null) continue;
    model.unsettled.get(order)?.();
    model.unsettled.delete(order);
  }
  for (const order of model.orders.values()) endRefunded(order);
}

interface OrderRow extends Record<string, unknown> {
  id: number;
  received: number;
  returned: number;
  seats: number;
  /** Whether a refund is not done yet. */
  isReturning: boolean;
}

/** Checks that the seats and the money of each order are the same in the database and in the model. */
async function compareModel(world: World, model: Model): Promise<void> {
  // The model has no order for a transfer that has arrived only in part.
  const { rows } = await world.processes[0].db.execute<OrderRow>(sql`
    select coalesce(o.difference_of, o.id)::int as id, sum(${received})::int as received, sum(${refunded})::int as returned,
      (sum((select count(*) from enrolment e where e.order_id = o.id and e.state = 'confirmed')))::int as seats,
      bool_or(exists (select from refund f join payment p on p.id = f.payment_id where p.order_id = o.id and f.status <> 'done')) as "isReturning"
    from "order" o where o.paid_at is not null or not exists (select from payment p where p.order_id = o.id and p.method = 'transfer')
    group by 1`);
  await applyLearned(world, model);
  for (const { id, isReturning, ...actual } of rows) {
    const order = model.orders.get(id);
    const expected = {
      received: order?.receivedHalalas ?? 0,
      returned: order?.returnedHalalas ?? 0,
      // Seats stay until their refund is done, so they are checked after that.
      seats: isReturning ? actual.seats : (order?.seats.length ?? 0),
    };
    if (!isDeepStrictEqual(actual, expected))
      throw new BrokenInvariant("Seats and money of an order are those of the model", { id, actual, expected });
  }
}

/** Checks that the text of a certificate never changes, except that an erasure removes its holder. */
async function checkCertificates({ certificates, processes }: World): Promise<void> {
  if (!certificates) return;
  const { rows } = await processes[0].db.execute<{ number: string; seat: number; state: string; text: string }>(sql`
    select number, enrolment_id as seat, state,
      concat_ws(' ', coalesce(holder::text, 'erased'), activity, issuer, wording, issued_at) as text
    from certificate`);
  for (const { number, text } of rows) {
    const issued = certificates.get(number) ?? text;
    if (text !== issued && !text.startsWith("erased "))
      throw new BrokenInvariant("The text of a certificate never changes", { number, issued, text });
    certificates.set(number, text);
  }
  const valid = rows.filter(({ state }) => state === "valid").map(({ seat }) => seat);
  if (new Set(valid).size < valid.length) throw new BrokenInvariant("A seat has one valid certificate", { valid });
}

/** Mails that may name an erased person: the one about the erasure, and unsent ones to other people. */
const keptMails = ["%account-deleted%", '%""forget"": true%'];

/**
 * Checks that no table has the name or the address of an erased person, except documents and orders that the tax law
 * requires, and `keptMails`.
 */
async function checkErased({ erased, processes }: World): Promise<void> {
  if (erased.size === 0) return;
  const { db } = processes[0];
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`);
  const names = [...erased].flatMap((buyer) => [getBuyerName(buyer).name, getBuyerEmail(buyer)]);
  const parts = tables.map(
    ({ name }) => sql`select ${name}::text as name, row::text as text from ${sql.identifier(name)} row`,
  );
  const { rows } = await db.execute<Row>(sql`
    select name, text from (${sql.join(parts, sql` union all `)}) everything
    where text ilike any (${sql.param(names.map((name) => `%${name}%`))})
      and name not in ('tax_document', 'order')
      and not (name = 'outbox_mail' and text like any (${sql.param(keptMails)}))`);
  if (rows.length > 0) throw new BrokenInvariant("An erased person is in no table", rows);
}

/** Checks what must hold after each step. Throws BrokenInvariant. */
export async function checkInvariants(world: World, model: Model): Promise<void> {
  await check(world, queries);
  await compareModel(world, model);
  await checkCertificates(world);
}

/** Checks what must hold once everything has ended, also at the card provider. Throws BrokenInvariant. */
export async function checkAtEnd(world: World, model: Model): Promise<void> {
  await checkInvariants(world, model);
  await check(world, finalQueries);
  await checkErased(world);
  const held = sumAmounts(
    world.sandbox.control
      .payments()
      .filter(({ status }) => ["paid", "captured", "refunded"].includes(status))
      .map(({ amount, refunded }) => amount - refunded),
  );
  const byCard = [...model.orders.values()].filter(({ isTransfer }) => !isTransfer);
  const expected = sumAmounts(byCard.map((order) => order.receivedHalalas - order.returnedHalalas));
  if (held !== expected) throw new BrokenInvariant("The card provider keeps what the orders keep", { held, expected });
}
