import { orderStatuses } from "./order-states.ts";
import { z } from "zod";
import { line, recordId } from "#platform/http/fields.server.ts";
import { money as moneyCodec } from "#platform/http/codecs.server.ts";

/** An amount: SAR with two decimals in the API, whole halalas in our code. */
export const amountField = () => moneyCodec.meta({ description: "SAR, two decimals", example: "1150.00" });

export const id = recordId();
export const userId = line(64);
export const orderStatus = z.enum(orderStatuses);
export const money = z.string().meta({ description: "SAR, two decimals", example: "1150.00" });

/** Renames a run's id: the specification calls it `course_id`, our code `runId`. */
export const withRunId = <Input extends { course_id: number }>({
  course_id,
  ...rest
}: Input): Omit<Input, "course_id"> & { runId: number } => ({ ...rest, runId: course_id });
