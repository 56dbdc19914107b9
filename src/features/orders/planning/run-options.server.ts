import { asc, desc, sql } from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { taxPercent } from "#features/settings/settings.server.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { requirePermission, type Ctx } from "#platform/context.server.ts";

const mostCourses = 500;
const mostVenues = 30;

/**
 * What the form of a run offers: courses with their latest run to begin from, venues that were used, the tax for the
 * price with VAT. For `schedule.read`. Throws Unauthenticated, Forbidden.
 */
export async function readRunOptions(ctx: Ctx) {
  requirePermission(ctx, "schedule.read");
  const { id, nameEng, nameAr, closed, speakers } = courses;
  const all = await ctx.db
    .select({ id, nameEng, nameAr, closed, speakers })
    .from(courses)
    .orderBy(asc(nameEng))
    .limit(mostCourses);
  const latest = await ctx.db
    .selectDistinctOn([courseRuns.courseId])
    .from(courseRuns)
    .orderBy(courseRuns.courseId, desc(courseRuns.startDate), desc(courseRuns.id));
  const { venueEng, venueAr, addressEng, addressAr, delivery } = courseRuns;
  const venues = await ctx.db
    .select({ venueEng, venueAr, addressEng, addressAr, delivery, used: sql<number>`count(*)::int` })
    .from(courseRuns)
    .groupBy(venueEng, venueAr, addressEng, addressAr, delivery)
    .orderBy(desc(sql`count(*)`), asc(venueEng))
    .limit(mostVenues);
  return {
    tax_percent: await taxPercent(ctx),
    venues: venues.map((venue) => ({
      venue_eng: venue.venueEng,
      venue_ar: venue.venueAr,
      address_eng: venue.addressEng,
      address_ar: venue.addressAr,
      delivery: venue.delivery,
    })),
    courses: all.map((course) => {
      const last = latest.find(({ courseId }) => courseId === course.id);
      return {
        id: course.id,
        name_eng: course.nameEng,
        name_ar: course.nameAr,
        closed: course.closed,
        speakers: course.speakers.map(({ name_eng, name_ar }) => ({ name_eng, name_ar })),
        last_run: last
          ? {
              delivery: last.delivery,
              venue_eng: last.venueEng,
              venue_ar: last.venueAr,
              address_eng: last.addressEng,
              address_ar: last.addressAr,
              language: last.language,
              capacity: last.capacity,
              price: decimalFromHalalas(last.priceHalalas),
              hours: Number(last.hours),
            }
          : null,
      };
    }),
  };
}
