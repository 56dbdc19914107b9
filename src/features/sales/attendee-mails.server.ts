import { sql, type SQL } from "drizzle-orm";
import { localePath, type Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import type { AttendeeMailProps } from "./attendee-emails.server.tsx";
import { runFacts } from "./order-mails.server.ts";

interface PlaceRow {
  id: number;
  orderId: number;
  name: string;
  email: string;
  scfhsNumber: string;
  locale: Locale;
  buyer: string;
  slug: string;
  runId: number;
  course: AttendeeMailProps["course"];
}

/** Writes to the people of places `p` in runs `r` that match, but never to the buyer: in the language of their account where they have one, else in the order's. */
async function queuePlaceMails(ctx: Ctx, template: "attendee-place" | "attendee-returned", where: SQL): Promise<void> {
  const { rows } = await ctx.db.execute(sql`
    select p.id, p.order_id as "orderId", p.name, p.email, p.scfhs_number as "scfhsNumber", coalesce(own.locale, o.locale) as locale, buyer.name as buyer, l.slug, l.run_id as "runId",
      jsonb_build_object('name_eng', l.name_eng, 'name_ar', l.name_ar, ${runFacts}) as course
    from attendee p join "order" o on o.id = p.order_id join "user" buyer on buyer.id = o.user_id left join "user" own on own.id = p.user_id
      join order_line l on l.order_id = p.order_id and l.run_id = p.run_id join course_run r on r.id = p.run_id
    where ${where} and p.user_id is distinct from o.user_id and p.email <> buyer.email order by l.id, p.seat`);
  for (const row of rows as unknown as PlaceRow[]) {
    const { id, email, locale, slug, ...facts } = row;
    const props: AttendeeMailProps = { ...facts, courseUrl: `${ctx.env.BASE_URL}${localePath(`/courses/${slug}?run=${row.runId}`, locale)}` };
    await queueMail(ctx, { key: `${template}:${id}`, to: email, locale, template, props });
  }
}

/** Tells each person of a paid order but its buyer of their place, inside the open transaction and once per place; `seats` names the only ones to be told. */
export async function queueAttendeeMails(ctx: Ctx, orderId: number, seats?: { runId: number; seat: number }[]): Promise<void> {
  const only = seats ? sql`and (p.run_id, p.seat) in (${sql.join(seats.map(({ runId, seat }) => sql`(${runId}::int, ${seat}::int)`), sql`, `)})` : sql``;
  await queuePlaceMails(ctx, "attendee-place", sql`p.order_id = ${orderId} ${only}`);
}

/**
 * Tells each person but the buyer that their place is gone, inside the transaction that returns the seats and before it does; once per place.
 * Whose course was cancelled as a whole has heard of it already. `runIds` null: all of the order.
 */
export async function queueReturnedMails(ctx: Ctx, orderId: number, runIds: readonly number[] | null): Promise<void> {
  const of = runIds ? sql`and p.run_id in (${sql.join(runIds.map((id) => sql`${id}`), sql`, `)})` : sql``;
  await queuePlaceMails(ctx, "attendee-returned", sql`p.order_id = ${orderId} and p.state = 'booked' and r.cancelled_at is null ${of}`);
}
