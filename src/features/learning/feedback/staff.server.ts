import { z } from "zod";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { getOne, notFound, numericId } from "#platform/http/staff-resource.server.ts";
import { courseFeedback, requireFeedback, runFeedback, sums } from "./feedback-sums.server.ts";

const runRow = z.object({ required: z.boolean(), attendees: z.int(), ...sums });
const average = z.number().nullable();

export const getRunFeedback = getOne({
  access: runFeedback.permission,
  summary: "What the attendees of a run answered, without names",
  id: numericId(),
  row: runRow,
  read: runFeedback,
});

export const getCourseFeedback = getOne({
  access: courseFeedback.permission,
  summary: "What the attendees of all runs of a course answered, and the averages of each run",
  id: numericId(),
  row: z.object({
    ...sums,
    runs: z.array(
      z.object({
        run_id: z.int(),
        start_date: z.string(),
        end_date: z.string(),
        responses: z.int(),
        q1: average,
        q2: average,
        q4: average,
      }),
    ),
  }),
  read: courseFeedback,
});

export const require = staffEndpoint({
  access: requireFeedback.permission,
  summary: "Whether the certificates of a run wait for feedback",
  input: z.object({ id: numericId(), required: z.boolean("invalid") }),
  reply: z.object({ required: z.boolean() }),
  errors: notFound,
  handle: async (ctx, input) => {
    await requireFeedback(ctx, input);
    return { required: input.required };
  },
});
