import { sql, type SQL } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import { queueMail, type NewMail } from "#platform/mail/outbox.server.ts";
import type { MailedLine, OrderMailProps } from "./emails.server.tsx";
import { decimalFromHalalas } from "#i18n/money.ts";
import { localePath, type Locale } from "#i18n/locale.ts";

export interface OrderMailRow {
  orderId: number;
  email: string;
  name: string;
  locale: "en" | "ar";
  reason: string | null;
  subTotalHalalas: number;
  taxHalalas: number;
  taxPercent: string;
  totalHalalas: number;
  createdAt: string | Date;
  /** End of the seat hold. */
  expiresAt: string | Date;
  wasPaid: boolean;
  cardScheme: string | null;
  cardMasked: string | null;
  /** Finished refunds of its payment. */
  refundedHalalas: number;
  lines: (Omit<MailedLine, "amount"> & { runId: number; unit: number })[];
}

/** What went back, for the mail about it. */
interface MailedRefund {
  refundId?: number | null;
  /** Why; the order's own reason without it. */
  reason?: string;
  /** How much, where it was not everything. */
  refundedHalalas?: number | null;
}

/** The card of a payment that is not written down yet. */
interface MailedPayment {
  cardScheme: string | null;
  cardMasked: string | null;
}

type OrderMail = "order-confirmed" | "payment-failed" | "payment-refunded";

/** What mails say of a run `r` besides dates and venue, as fields of a JSON object. */
export const runLasting = sql`
  'days', r.days, 'hours', r.hours, 'delivery', r.delivery,
  'accreditation_number', case when r.accreditation_status = 'accredited' then r.accreditation_number end`;

/** All that mails say of a run `r`, as fields of a JSON object. */
export const runFacts = sql`
  'start_date', r.start_date, 'end_date', r.end_date, 'venue_eng', r.venue_eng, 'venue_ar', r.venue_ar, ${runLasting}`;

/** What mails about an order `o` say, as `OrderMailRow`: one statement, for a sale reads it under its locks. */
export const readOrderMail = (where: SQL): SQL => sql`
  select o.id as "orderId", u.email, u.name, o.locale, o.reason, o.sub_total_halalas as "subTotalHalalas",
    o.tax_halalas as "taxHalalas", o.tax_percent as "taxPercent", o.total_halalas as "totalHalalas",
    o.created_at as "createdAt", o.expires_at as "expiresAt", o.paid_at is not null as "wasPaid",
    a.card_scheme as "cardScheme", a.card_masked as "cardMasked",
    (select coalesce(sum(f.amount_halalas), 0)::int from refund f
      where f.attempt_id = a.id and f.status = 'done') as "refundedHalalas",
    (select jsonb_agg(jsonb_build_object(
        'slug', l.slug, 'runId', l.run_id, 'name_eng', l.name_eng, 'name_ar', l.name_ar,
        'qty', l.qty, 'unit', l.unit_price_halalas, ${runFacts},
        'kept', exists (select 1 from seat_hold h
          where h.order_id = o.id and h.run_id = l.run_id and h.state = 'sold'),
        'attendees', (select coalesce(jsonb_agg(jsonb_build_object(
            'name', p.name, 'you', p.user_id is not distinct from o.user_id) order by p.seat), '[]')
          from attendee p where p.order_id = o.id and p.run_id = l.run_id)) order by l.id)
      from order_line l join course_run r on r.id = l.run_id where l.order_id = o.id) as lines
  from "order" o join "user" u on u.id = o.user_id left join payment_attempt a on a.order_id = o.id where ${where}`;

/**
 * Writes a mail about an order to the outbox, in the buyer's language, inside the open transaction; once per order and
 * kind, or per refund.
 */
export async function queueOrderMail(
  ctx: Ctx,
  template: OrderMail,
  orderId: number,
  refund: MailedRefund = {},
  payment?: MailedPayment,
): Promise<void> {
  const { rows } = await ctx.db.execute(readOrderMail(sql`o.id = ${orderId}`));
  const order = rows[0] as unknown as OrderMailRow | undefined;
  if (!order) throw new Error(`Order ${orderId} is gone`);
  await queueMail(ctx, orderMail(ctx, template, order, refund, payment));
}

/**
 * Where a buyer pays for the same again: the checkout of a single seat, else the order's page, which knows the cart.
 */
function retryPath({ orderId, lines }: OrderMailRow, locale: Locale): string {
  const [line] = lines;
  const isSingle = lines.length === 1 && line?.qty === 1;
  return localePath(isSingle ? `/checkout/${line.slug}?run=${line.runId}` : `/my-courses/${orderId}`, locale);
}

/**
 * A mail about an order, in the buyer's language. `payment` is the one that causes it, where it is not written down
 * yet.
 */
export function orderMail(
  ctx: Ctx,
  template: OrderMail,
  row: OrderMailRow,
  { refundId = null, reason, refundedHalalas }: MailedRefund = {},
  payment: MailedPayment = row,
): NewMail {
  const { orderId, locale, ...order } = row;
  const now = ctx.now();
  const heldUntil = new Date(order.expiresAt);
  const props: OrderMailProps = {
    orderId,
    refundId,
    name: order.name,
    reason: reason ?? order.reason,
    refunded: refundedHalalas ? decimalFromHalalas(refundedHalalas) : null,
    refundedInAll: order.refundedHalalas > 0 ? decimalFromHalalas(order.refundedHalalas) : null,
    subTotal: decimalFromHalalas(order.subTotalHalalas),
    tax: decimalFromHalalas(order.taxHalalas),
    taxPercent: Number(order.taxPercent),
    total: decimalFromHalalas(order.totalHalalas),
    orderUrl: `${ctx.env.BASE_URL}${localePath(`/my-courses/${orderId}`, locale)}`,
    retryUrl: `${ctx.env.BASE_URL}${retryPath(row, locale)}`,
    heldUntil: heldUntil > now ? heldUntil.toISOString() : null,
    card: { scheme: payment.cardScheme, masked: payment.cardMasked },
    wasPaid: order.wasPaid,
    at: now.toISOString(),
    lines: order.lines.map(({ unit, ...line }) => ({ ...line, amount: decimalFromHalalas(unit * line.qty) })),
  };
  return {
    key: refundId === null ? `${template}:${orderId}` : `${template}:${orderId}:${refundId}`,
    to: order.email,
    locale,
    template,
    props,
  };
}
