import { orderStatuses } from "./order-states.ts";
import { z } from "zod";
import { line as textLine, recordId } from "#platform/http/fields.server.ts";
import { money } from "#platform/http/codecs.server.ts";

/** An amount: SAR with two decimals in the API, whole halalas in our code. */
export const amountField = () => money.meta({ description: "SAR, two decimals", example: "1150.00" });

export const id = recordId();
export const userId = textLine(64);
export const orderStatus = z.enum(orderStatuses);
/** An amount that is text in our code too. */
export const amountText = z.string().meta({ description: "SAR, two decimals", example: "1150.00" });

/** Renames a run's id: the specification calls it `course_id`, our code `runId`. */
export const withRunId = <Input extends { course_id: number }>({
  course_id,
  ...rest
}: Input): Omit<Input, "course_id"> & { runId: number } => ({ ...rest, runId: course_id });
