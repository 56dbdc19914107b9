/** A task of five steps, each recorded in the database and in the task's file, for tests that kill its process. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { defineTask } from "#features/staff/tasks/define.server.ts";
import type { Database } from "#platform/db/database.server.ts";

/** With `outside` a step is recorded outside of its transaction: the negative control, in which records repeat. */
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
