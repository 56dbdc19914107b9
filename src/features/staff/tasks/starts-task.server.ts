import { z } from "zod";

/** How an endpoint that starts long work answers. */
export const startsTask = {
  status: 201,
  reply: z.object({ id: z.int().meta({ description: "The task" }) }),
} as const;

/** Its refusal beside those of the change itself. */
export const tooManyTasks = { 409: "Ten of the caller's own tasks are open" };
