import { sql, type SQL } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import { queueMail, type NewMail } from "#platform/mail/outbox.server.ts";
import type { OrderMailProps } from "./emails.server.tsx";
import { decimalFromHalalas } from "#i18n/money.ts";

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
  lines: { slug: string; name_eng: string; name_ar: string | null; qty: number; unit: number; start_date: string; end_date: string; venue_eng: string; venue_ar: string | null; attendees: string[] }[];
}

/** What went back, for the mail about it. */
interface MailedRefund {
  refundId?: number | null;
  /** Why; the order's own reason without it. */
  reason?: string;
  /** How much, where it was not the order's total. */
  refundedHalalas?: number | null;
  /** The provider's id of a payment that is no attempt of the order. */
  strayPayment?: string;
  /** The money never bought anything. */
  unused?: boolean;
}

type OrderMail = "order-confirmed" | "payment-failed" | "payment-refunded";

/** What mails about an order `o` say, as `OrderMailRow`. */
export const readOrderMail = (where: SQL): SQL => sql`
  select o.id as "orderId", u.email, u.name, o.locale, o.reason, o.sub_total_halalas as "subTotalHalalas", o.tax_halalas as "taxHalalas", o.tax_percent as "taxPercent",
    o.total_halalas as "totalHalalas", o.created_at as "createdAt",
    (select jsonb_agg(jsonb_build_object('slug', l.slug, 'name_eng', l.name_eng, 'name_ar', l.name_ar, 'qty', l.qty, 'unit', l.unit_price_halalas,
      'start_date', r.start_date, 'end_date', r.end_date, 'venue_eng', r.venue_eng, 'venue_ar', r.venue_ar,
      'attendees', (select coalesce(jsonb_agg(p.name order by p.seat), '[]') from attendee p where p.order_id = o.id and p.run_id = l.run_id)) order by l.id)
     from order_line l join course_run r on r.id = l.run_id where l.order_id = o.id) as lines
  from "order" o join "user" u on u.id = o.user_id where ${where}`;

/** Writes a mail about an order to the outbox, in the buyer's language, inside the open transaction; once per order and kind, or per refund. */
export async function queueOrderMail(ctx: Ctx, template: OrderMail, orderId: number, refund: MailedRefund = {}): Promise<void> {
  const { rows } = await ctx.db.execute(readOrderMail(sql`o.id = ${orderId}`));
  const order = rows[0] as unknown as OrderMailRow | undefined;
  if (!order) throw new Error(`Order ${orderId} is gone`);
  await queueMail(ctx, orderMail(ctx, template, order, refund));
}

/** A mail about an order, in the buyer's language. */
export function orderMail(ctx: Ctx, template: OrderMail, { orderId, ...order }: OrderMailRow, { refundId = null, reason, refundedHalalas, strayPayment, unused = false }: MailedRefund = {}): NewMail {
  const props: OrderMailProps = {
    orderId,
    refundId,
    name: order.name,
    reason: reason ?? order.reason,
    refunded: refundedHalalas ? decimalFromHalalas(refundedHalalas) : null,
    unused,
    subTotal: decimalFromHalalas(order.subTotalHalalas),
    tax: decimalFromHalalas(order.taxHalalas),
    taxPercent: Number(order.taxPercent),
    total: decimalFromHalalas(order.totalHalalas),
    orderUrl: `${ctx.env.BASE_URL}${order.locale === "ar" ? "/ar" : ""}/my-courses/${orderId}`,
    lines: order.lines.map(({ unit, ...line }) => ({ ...line, amount: decimalFromHalalas(unit * line.qty) })),
  };
  const which = strayPayment ?? refundId;
  return { key: which === null ? `${template}:${orderId}` : `${template}:${orderId}:${which}`, to: order.email, locale: order.locale, template, props };
}
