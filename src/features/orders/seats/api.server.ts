import { z } from "zod";
import { id, userId, withRunId } from "#features/orders/fields.server.ts";
import { endpoint, fileReply } from "#platform/http/endpoint.server.ts";
import { orderCalendar as calendar } from "./calendar-runs.server.ts";
import { checkCourseBooking as check } from "./registrations.server.ts";

export const checkCourseBooking = endpoint({
  summary: "Whether the caller has a confirmed seat on a course run, bought by anyone",
  session: "required",
  body: z.object({ course_id: id, user_id: userId }),
  reply: z.object({ already_registered: z.boolean() }),
  errors: { 403: "Another person's user_id." },
  handle: (ctx, input) => check(ctx, withRunId(input)),
});

export const orderCalendar = endpoint({
  summary: "The courses of a paid order as a calendar file",
  session: "required",
  body: z.object({ order_id: id }),
  file: "text/calendar",
  reply: fileReply,
  errors: { 404: "No such paid order of the caller." },
  handle: calendar,
});
