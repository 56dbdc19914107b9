import { z } from "zod";
import { courseSummary, course as courseReply, runId, runKey } from "#features/catalogue/catalogue.schema.server.ts";
import { id, userId, withRunId } from "#features/orders/fields.server.ts";
import { endpoint, fileReply } from "#platform/http/endpoint.server.ts";
import { whole } from "#platform/http/fields.server.ts";
import { cartItems as readCartItems, seatsNow } from "./availability.server.ts";
import { orderCalendar as calendar } from "./calendar-runs.server.ts";
import { checkCourseBooking as check } from "./bookings.server.ts";

export const checkCourseBooking = endpoint({
  summary: "Whether the caller has a confirmed seat on a course run, bought by anyone",
  session: "required",
  body: z.object({ course_id: id, user_id: userId }),
  reply: z.object({ already_registered: z.boolean() }),
  errors: { 403: "Another person's user_id." },
  handle: (ctx, input) => check(ctx, withRunId(input)),
});

export const orderCalendar = endpoint({
  summary: "Reads the courses of a paid order as a calendar file",
  session: "required",
  body: z.object({ order_id: id }),
  file: "text/calendar",
  reply: fileReply,
  errors: { 404: "No such paid order of the caller." },
  handle: calendar,
});

export const getCourseQty = endpoint({
  summary: "Counts the seats of a run that can still be bought, and the held seats of people who are paying",
  session: "optional",
  body: z.object({ course_id: runId, key: runKey }),
  reply: z.object({ qty: z.int(), held: z.int() }),
  errors: { 404: "No such run." },
  handle: (ctx, { course_id, key }) => seatsNow(ctx, course_id, key),
});

export const cartItems = endpoint({
  summary: "Reads the items of a cart with current details; `removed` lists runs that can no longer be bought",
  session: "optional",
  body: z.object({
    items: z.array(z.object({ id: runId, qty: whole(1, 1000), key: runKey }), "required").max(50, "invalid"),
  }),
  reply: z.object({
    data: z.object({
      items: z.array(
        z.object({
          id: z.int(),
          qty: z.int(),
          details: courseSummary.extend(
            courseReply.pick({ sessions: true, change_steps: true, minimum: true, key: true }).shape,
          ),
        }),
      ),
      removed: z.array(z.object({ id: z.int(), name_eng: z.string().nullable(), name_ar: z.string().nullable() })),
    }),
  }),
  handle: async (ctx, { items }) => ({ data: await readCartItems(ctx, items) }),
});
