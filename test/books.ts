/** Setup for tests of the company's books: a database, the fake provider and a finance colleague. */
import { startSandbox } from "../sandbox/server.ts";
import { paymentsAt } from "./buyer.ts";
import { testContext, testEnv, type TestCtx } from "./context.ts";
import { openTestDatabase, type TestDatabase } from "./database.ts";
import { makeStaff } from "./staff.ts";

interface Books {
  database: TestDatabase;
  ctx: TestCtx;
  /** The same context, signed in as a finance colleague. */
  finance: TestCtx;
  close(): Promise<void>;
}

/** Call it once per test file. `settings` are environment variables. */
export async function openBooks(settings: Record<string, string> = {}): Promise<Books> {
  const sandbox = await startSandbox();
  const database = await openTestDatabase();
  const ctx = testContext(database, { env: testEnv({ ...paymentsAt(sandbox), ...settings }) });
  const finance = ctx.asStaff("finance", { id: (await makeStaff(ctx, "finance")).id });
  const close = async () => {
    await database.close();
    await sandbox.close();
  };
  return { database, ctx, finance, close };
}
