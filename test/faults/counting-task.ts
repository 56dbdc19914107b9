/** A task of five steps that counts in the database and in its file, to test processes that are killed meanwhile. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { defineTask } from "#features/staff/tasks/define.server.ts";
import type { Database } from "#platform/db/database.server.ts";

/** With `outside` the task counts outside of the step's transaction. This is the negative control: counts repeat. */
export const countingTask = (outside?: Database) =>
  defineTask<Record<string, never>, number>({
    kind: "test.counting",
    permission: "finance.export",
    input: z.strictObject({}),
    title: () => "Counting",
    async step(ctx, _input, { cursor, write }) {
      const item = (cursor ?? 0) + 1;
      write(`${item}\n`);
      await (outside ?? ctx).db.execute(sql`insert into counted (item) values (${item})`);
      return { cursor: item < 5 ? item : null, done: 1 };
    },
    file: () => ({ name: "counted.txt", type: "text/plain" }),
  });
