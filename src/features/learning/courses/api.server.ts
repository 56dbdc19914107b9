import { z } from "zod";
import { darkCover } from "#features/catalogue/dark-cover.server.ts";
import { endpoint } from "#platform/http/endpoint.server.ts";
import { certificateLinksReply } from "#features/learning/certificates/links.server.ts";
import { personalGaps, personGaps } from "#features/learning/certificates/certificate-rules.ts";
import { listMyCourses } from "./my-courses.server.ts";

const session = z.object({ starts_at: z.string(), ends_at: z.string(), joining_url: z.string().nullable() });

export const mine = endpoint({
  summary: "Lists the courses that the caller attends or has bought seats on, and this year's CME hours",
  session: "required",
  body: z.object({}),
  reply: z.object({
    year: z.int(),
    attended: z.number().meta({ description: "Verified CME hours of this year" }),
    booked: z
      .number()
      .meta({ description: "CME hours of the caller's accredited courses that are still to come this year" }),
    courses: z.array(
      z.object({
        run_id: z.int(),
        slug: z.string(),
        name_eng: z.string(),
        name_ar: z.string().nullable(),
        image: z.string().meta({ description: "Cover for a dark background" }),
        start_date: z.string(),
        end_date: z.string(),
        days: z.int(),
        delivery: z.enum(["onsite", "online"]),
        venue_eng: z.string(),
        venue_ar: z.string().nullable(),
        map_url: z.string().nullable(),
        hours: z.number().meta({ description: "CME hours; 0 without accreditation" }),
        over: z.boolean(),
        attends: z.boolean().meta({ description: "Whether the caller has a seat of their own" }),
        sessions: z
          .array(session)
          .meta({ description: "The sessions, for attendees only and once the times are confirmed" }),
        today: z
          .object({ date: z.string(), is_today: z.boolean(), day: z.int(), days: z.int() })
          .nullable()
          .meta({ description: "The session that is in progress or begins within a day; else null" }),
        order_ids: z.array(z.int()).meta({ description: "The caller's orders with seats on this course" }),
        movable_until: z
          .string()
          .nullable()
          .meta({ description: "Last day on which a seat that the caller has bought can move free of charge" }),
        seats: z.int(),
        others: z.array(z.string()).meta({ description: "Names on other seats that the caller has bought" }),
        unnamed: z.int(),
        ticket: z
          .string()
          .nullable()
          .meta({ description: "Path of the caller's ticket, or of the first ticket that they have bought" }),
        tickets: z.int(),
        attendance: z
          .object({ sessions: z.int(), attended: z.int(), full: z.boolean() })
          .nullable()
          .meta({ description: "The caller's attendance on a finished course, once a session is marked" }),
        certificate: z.string().nullable().meta({ description: "Number of the valid certificate" }),
        missing: z
          .enum([...personGaps, "revoked"])
          .nullable()
          .meta({ description: "Why there is no certificate; null when there is one or the reason is not known yet" }),
        needed: z
          .array(z.enum(personalGaps))
          .meta({ description: "For an upcoming course: details for the certificate that the caller can add" }),
        certificate_links: certificateLinksReply.nullable(),
        feedback: z
          .object({ path: z.string(), required: z.boolean() })
          .nullable()
          .meta({ description: "Where the caller gives feedback; null once they have" }),
      }),
    ),
  }),
  handle: async (ctx) => {
    const { courses, ...hours } = await listMyCourses(ctx);
    return {
      ...hours,
      courses: courses.map(({ run, course, isOver, orderIds, movableUntil, mapUrl, certificateLinks, ...entry }) => ({
        run_id: run.id,
        slug: course.slug,
        name_eng: course.name_eng,
        name_ar: course.name_ar,
        image: darkCover(course.image),
        start_date: run.startDate,
        end_date: run.endDate,
        days: run.days,
        delivery: run.delivery,
        venue_eng: run.venueEng,
        venue_ar: run.venueAr,
        map_url: mapUrl,
        hours: run.accreditationStatus === "accredited" ? Number(run.hours) : 0,
        over: isOver,
        order_ids: orderIds,
        movable_until: movableUntil,
        certificate_links: certificateLinks,
        ...entry,
      })),
    };
  },
});
