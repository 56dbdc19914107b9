import { sql } from "drizzle-orm";
import { localePath, type Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import type { AttendeeMailProps } from "./attendee-emails.server.tsx";

interface PlaceRow {
  id: number;
  name: string;
  email: string;
  scfhsNumber: string;
  locale: Locale;
  buyer: string;
  slug: string;
  runId: number;
  course: AttendeeMailProps["course"];
}

/**
 * Writes to each person of a paid order but its buyer, inside the open transaction and once per place: in the language of their
 * account where they have one, else in the order's.
 */
export async function queueAttendeeMails(ctx: Ctx, orderId: number): Promise<void> {
  const { rows } = await ctx.db.execute(sql`
    select p.id, p.name, p.email, p.scfhs_number as "scfhsNumber", coalesce(own.locale, o.locale) as locale, buyer.name as buyer, l.slug, l.run_id as "runId",
      jsonb_build_object('name_eng', l.name_eng, 'name_ar', l.name_ar, 'start_date', r.start_date, 'end_date', r.end_date, 'venue_eng', r.venue_eng, 'venue_ar', r.venue_ar) as course
    from attendee p join "order" o on o.id = p.order_id join "user" buyer on buyer.id = o.user_id left join "user" own on own.id = p.user_id
      join order_line l on l.order_id = p.order_id and l.run_id = p.run_id join course_run r on r.id = p.run_id
    where p.order_id = ${orderId} and p.user_id is distinct from o.user_id and p.email <> buyer.email order by l.id, p.seat`);
  for (const row of rows as unknown as PlaceRow[]) {
    const { id, email, locale, slug, runId, name, buyer, scfhsNumber, course } = row;
    const props: AttendeeMailProps = { orderId, runId, name, buyer, scfhsNumber, course, courseUrl: `${ctx.env.BASE_URL}${localePath(`/courses/${slug}?run=${runId}`, locale)}` };
    await queueMail(ctx, { key: `attendee-place:${id}`, to: email, locale, template: "attendee-place", props });
  }
}
