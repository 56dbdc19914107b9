import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { createDemoAccounts } from "#features/accounts/demo-accounts.server.ts";
import { createDemoStaff } from "#features/staff/demo-staff.server.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnBothDatabases } from "#test/database.ts";
import { registerMails } from "#platform/mail/templates.server.ts";
import { mails } from "../../../src/mails.ts";
import { tasks } from "../../../src/tasks.ts";
import { loadDemoContent } from "../load.server.ts";
import { tellHistory } from "./tell-history.server.ts";

describeOnBothDatabases("the demo's history", (open) => {
  let ctx: TestCtx;
  beforeAll(async () => {
    ctx = testContext(await open(), {
      env: testEnv({ DEMO: "1", DATA_DIR: mkdtempSync(join(tmpdir(), "nama-history-")) }),
    });
    registerMails(mails, async () => ({ name: "Nama", address: "", phone: "", email: "hello@example.com" }));
    await loadDemoContent(ctx, { hasHistory: true });
    await createDemoAccounts(ctx);
    await createDemoStaff(ctx);
    const began = performance.now();
    await tellHistory(ctx, tasks);
    console.log("history ms", performance.now() - began);
  }, 120_000);

  it("counts", async () => {
    for (const q of [
      `select status, count(*)::int from "order" group by 1`,
      `select count(*)::int, kind from tax_document group by 2`,
      `select state, count(*)::int from enrolment group by 1`,
      `select action, count(*)::int from audit_event group by 1`,
      `select count(*)::int, template from outbox_mail group by 2`,
    ])
      console.log(JSON.stringify((await ctx.db.execute(sql.raw(q))).rows));
    expect(1).toBe(1);
  });
});
