import { sql, type SQL } from "drizzle-orm";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { Forbidden, NotFound } from "#platform/errors.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { m } from "#messages";
import type { OrderStatus } from "./order-states.ts";
import type { BillingAddress, Company } from "./checkout.schema.ts";
import type { Order, OrderLine } from "./order.schema.ts";

interface OrderRow {
  id: number;
  createdAt: string | Date;
  expiresAt: string | Date;
  status: OrderStatus;
  subTotalHalalas: number;
  taxHalalas: number;
  taxPercent: string | number;
  totalHalalas: number;
  billing: BillingAddress;
  company: Company | null;
  returnedHalalas: number;
  reason: string | null;
  message: string | null;
  cardScheme: string | null;
  cardMasked: string | null;
  held: boolean;
  returning: boolean;
  lines: (Omit<OrderLine, "unit_price" | "amount"> & { unit_price_halalas: number })[];
}

const attendeeColumns = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'email', p.email, 'scfhs_number', p.scfhs_number) order by p.seat), '[]')
  from attendee p where p.order_id = l.order_id and p.run_id = l.run_id)`;

/** As nameOpenSeats allows it; nothing is looked up for a line of one seat, which always has a name. */
const openSeats = (today: string) => sql`(
  select coalesce(jsonb_agg(n order by n), '[]') from generate_series(1, case when l.qty > 1 then l.qty else 0 end) n
  where o.status in ('paid', 'partially_refunded') and r.cancelled_at is null and r.start_date > ${today}::date
    and exists (select 1 from seat_hold h where h.order_id = l.order_id and h.run_id = l.run_id and h.state = 'sold')
    and not exists (select 1 from attendee p where p.order_id = l.order_id and p.run_id = l.run_id and p.seat = n))`;

const lineColumns = (today: string) => sql`(
  select jsonb_agg(jsonb_build_object('course_id', l.run_id, 'slug', l.slug, 'name_eng', l.name_eng, 'name_ar', l.name_ar, 'qty', l.qty,
    'unit_price_halalas', l.unit_price_halalas, 'image', c.image, 'start_date', r.start_date, 'end_date', r.end_date, 'days', r.days, 'hours', r.hours,
    'accreditation_status', r.accreditation_status, 'venue_eng', r.venue_eng, 'venue_ar', r.venue_ar, 'attendees', ${attendeeColumns}, 'seats_to_name', ${openSeats(today)}) order by l.id)
  from order_line l join course_run r on r.id = l.run_id join course c on c.id = r.course_id where l.order_id = o.id)`;

function toOrder(row: OrderRow): Order {
  const lines = row.lines.map(({ unit_price_halalas, ...line }) => ({
    ...line,
    unit_price: decimalFromHalalas(unit_price_halalas),
    amount: decimalFromHalalas(unit_price_halalas * line.qty),
  }));
  const first = lines[0];
  if (!first) throw new Error(`Order ${row.id} has no line`);
  return {
    id: row.id,
    created_at: new Date(row.createdAt).toISOString(),
    sub_total: decimalFromHalalas(row.subTotalHalalas),
    tax: decimalFromHalalas(row.taxHalalas),
    tax_percent: Number(row.taxPercent),
    total: decimalFromHalalas(row.totalHalalas),
    currency: "SAR",
    payment: {
      status: row.status,
      returning: row.returning,
      returned: row.returnedHalalas > 0 ? decimalFromHalalas(row.returnedHalalas) : null,
      reason: row.reason,
      message: row.status === "failed" ? row.message : null,
      card_scheme: row.cardScheme,
      card_masked: row.cardMasked,
    },
    course: { id: first.course_id, slug: first.slug, name_eng: first.name_eng, name_ar: first.name_ar },
    lines,
    billing: row.billing,
    company: row.company,
    /** Until when the seats are kept, while they are. */
    held_until: row.held ? new Date(row.expiresAt).toISOString() : null,
  };
}

async function readOrders(ctx: Ctx, where: SQL): Promise<Order[]> {
  const { rows } = await ctx.db.execute(sql`
    select o.id, o.created_at as "createdAt", o.expires_at as "expiresAt", o.status, o.sub_total_halalas as "subTotalHalalas", o.tax_halalas as "taxHalalas",
      o.tax_percent as "taxPercent", o.total_halalas as "totalHalalas", o.billing, o.company,
      coalesce((select sum(f.amount_halalas) from refund f where f.attempt_id = a.id and f.status = 'done'), 0)::int as "returnedHalalas", coalesce(
        (select f.reason from refund f where f.attempt_id = a.id order by f.id desc limit 1),
        case when o.status in ('failed', 'expired') then o.reason end
      ) as reason, a.message, a.card_scheme as "cardScheme", a.card_masked as "cardMasked",
      (o.expires_at > ${ctx.now().toISOString()} and exists (select 1 from seat_hold h where h.order_id = o.id and h.state = 'held')) as held,
      exists (select 1 from refund f where f.attempt_id = a.id and f.status <> 'done') as returning,
      ${lineColumns(riyadhDate(ctx.now()))} as lines
    from "order" o left join payment_attempt a on a.order_id = o.id where ${where} order by o.id desc limit 500`);
  return (rows as unknown as OrderRow[]).map(toOrder);
}

function requireSelf(ctx: Ctx, userId: string): string {
  const viewer = requireViewer(ctx);
  if (userId !== viewer.id) throw new Forbidden(m.platform_not_yours({}, { locale: ctx.locale }));
  return viewer.id;
}

/** The caller's orders, newest first. Throws NotLoggedIn, Forbidden for another person's id. */
export async function listMyOrders(ctx: Ctx, input: { id: string }): Promise<Order[]> {
  return readOrders(ctx, sql`o.user_id = ${requireSelf(ctx, input.id)}`);
}

/** One order of the caller. Throws NotLoggedIn, Forbidden for another person's id, NotFound for another's order as for none. */
export async function myOrder(ctx: Ctx, input: { user_id: string; order_id: number }): Promise<Order> {
  const userId = requireSelf(ctx, input.user_id);
  const [order] = await readOrders(ctx, sql`o.user_id = ${userId} and o.id = ${input.order_id}`);
  if (!order) throw new NotFound(m.sales_order_not_found({}, { locale: ctx.locale }));
  return order;
}
