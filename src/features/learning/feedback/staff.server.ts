import { z } from "zod";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { getOne, notFound, numericId } from "#platform/http/staff-resource.server.ts";
import { readCourseFeedback, setFeedbackRequired, readRunFeedback, sumsFields } from "./feedback-sums.server.ts";

const runRow = z.object({ required: z.boolean(), attendees: z.int(), ...sumsFields });
const average = z.number().nullable();

export const getRunFeedback = getOne({
  access: readRunFeedback.permission,
  summary: "Reads the feedback of a run's attendees, without names",
  id: numericId(),
  row: runRow,
  read: readRunFeedback,
});

export const getCourseFeedback = getOne({
  access: readCourseFeedback.permission,
  summary: "Reads the feedback on all runs of a course, and the averages of each run",
  id: numericId(),
  row: z.object({
    ...sumsFields,
    runs: z.array(
      z.object({
        runId: z.int(),
        startDate: z.string(),
        endDate: z.string(),
        responses: z.int(),
        q1: average,
        q2: average,
        q4: average,
      }),
    ),
  }),
  read: readCourseFeedback,
});

export const require = staffEndpoint({
  access: setFeedbackRequired.permission,
  summary: "Sets whether the certificates of a run require feedback",
  input: z.object({ id: numericId(), required: z.boolean("invalid") }),
  reply: z.object({ required: z.boolean() }),
  errors: notFound,
  handle: async (ctx, input) => {
    await setFeedbackRequired(ctx, input);
    return { required: input.required };
  },
});
