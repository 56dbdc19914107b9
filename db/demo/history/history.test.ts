/** The demo's past: told by the product's verbs, so all its books must agree (D-01). */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDemoAccounts } from "#features/accounts/demo-accounts.server.ts";
import { monthSums } from "#features/finance/months.server.ts";
import { verifyNextDocuments } from "#features/invoicing/verify-documents.server.ts";
import { createDemoStaff } from "#features/staff/demo-staff.server.ts";
import { registerMails } from "#platform/mail/templates.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { startSandbox, type Sandbox } from "../../../sandbox/server.ts";
import { jobs } from "../../../src/jobs.ts";
import { mails } from "../../../src/mails.ts";
import { tasks } from "../../../src/tasks.ts";
import { loadDemoContent } from "../load.server.ts";
import { moveIn } from "./move-in.server.ts";
import { tellHistory } from "./tell-history.server.ts";

describeOnDatabase("the demo's past", (open) => {
  const dataDir = mkdtempSync(join(tmpdir(), "nama-history-"));
  let ctx: TestCtx;
  let sandbox: Sandbox | undefined;
  const rows = async <T extends Record<string, unknown>>(query: string) =>
    (await ctx.db.execute<T>(sql.raw(query))).rows;

  beforeAll(async () => {
    ctx = testContext(await open(), { env: testEnv({ DEMO: "1", DATA_DIR: dataDir }) });
    registerMails(mails, async () => ({ name: "Nama", address: "", phone: "", email: "hello@example.com" }));
    await loadDemoContent(ctx, { hasHistory: true });
    await createDemoAccounts(ctx);
    await createDemoStaff(ctx);
    expect(await tellHistory(ctx, tasks)).toBe(true);
    await moveIn(ctx);
    // As the site starts it: with the payments of the past.
    sandbox = await startSandbox({
      dataDir: join(dataDir, "sandbox"),
      publishableKey: ctx.env.PAYMENTS_PUBLISHABLE_KEY,
      secretKey: ctx.env.PAYMENTS_SECRET_KEY,
      webhookSecret: ctx.env.PAYMENTS_WEBHOOK_SECRET,
    });
    ctx = { ...ctx, env: testEnv({ ...paymentsAt(sandbox), DEMO: "1", DATA_DIR: dataDir }) };
  });
  afterAll(async () => {
    await sandbox?.close();
    rmSync(dataDir, { recursive: true });
  });

  it("D-01 is told once", async () => {
    expect(await tellHistory(ctx, tasks)).toBe(false);
  });

  it("D-01 all rows are of the past, the last of them of yesterday or today", async () => {
    const [last] = await rows<{ order: Date | string; document: Date | string; enquiry: Date | string }>(
      `select (select max(created_at) from "order") as order, (select max(issued_at) from tax_document) as document,
        (select max(created_at) from enquiry) as enquiry`,
    );
    for (const at of Object.values(last ?? {})) {
      expect(new Date(at).getTime()).toBeLessThanOrEqual(ctx.now().getTime());
      expect(riyadhDate(new Date(at)) >= addDays(riyadhDate(ctx.now()), -5)).toBe(true);
    }
  });

  it("D-01 the documents are whole, and their sums are what orders and months say", async () => {
    let cursor: Parameters<typeof verifyNextDocuments>[1] = null;
    let documents = 0;
    for (;;) {
      const checked = await verifyNextDocuments(ctx, cursor);
      expect(checked.faults).toEqual([]);
      documents += checked.documents;
      if (checked.place === null) break;
      cursor = checked.place;
    }
    expect(documents).toBeGreaterThan(100);
    const months = await monthSums(ctx);
    expect(months.length).toBeGreaterThan(3);
    const sum = (of: (month: (typeof months)[number]) => number) =>
      months.reduce((before, month) => before + of(month), 0);
    const [books] = await rows<{ sold: number; refunded: number }>(`select
      (select sum(total_halalas)::int from "order" where paid_at is not null and total_halalas > 0) as sold,
      (select sum(r.amount_halalas)::int from refund r join payment p on p.id = r.payment_id
        where r.status = 'done' and exists (select 1 from tax_document d where d.order_id = p.order_id)) as refunded`);
    expect(sum(({ sales, salesTax }) => sales + salesTax)).toBe(books?.sold);
    expect(sum(({ refunds, refundTax }) => refunds + refundTax)).toBe(books?.refunded);
  });

  it("D-01 every seat sold has its row, and no run has more than its seats", async () => {
    const runs = await rows<{ sold: number; seats: number; capacity: number }>(`select r.seats_sold as sold, r.capacity,
      (select count(*)::int from enrolment e where e.run_id = r.id and e.state = 'confirmed') as seats
      from course_run r where r.cancelled_at is null`);
    expect(runs.filter(({ sold, seats, capacity }) => sold !== seats || sold > capacity)).toEqual([]);
    expect(runs.some(({ sold, capacity }) => sold === capacity)).toBe(true);
    expect(runs.some(({ sold, capacity }) => sold === capacity - 1)).toBe(true);
  });

  it("D-01 the learner has a course behind, one ahead and one refunded", async () => {
    const today = riyadhDate(ctx.now());
    const courses = await rows<{ status: string; ahead: boolean }>(`select o.status, r.start_date > '${today}' as ahead
      from "order" o join order_line l on l.order_id = o.id join course_run r on r.id = l.run_id
      join "user" u on u.id = o.user_id where u.email = 'learner@example.com' order by r.start_date`);
    expect(courses).toContainEqual({ status: "paid", ahead: false });
    expect(courses).toContainEqual({ status: "paid", ahead: true });
    expect(courses).toContainEqual({ status: "refunded", ahead: true });
  });

  it("D-01 there is work of each kind: enquiries, letters, drafts, Arabic to write, an email that failed", async () => {
    const names = async (query: string) => (await rows<{ name: string }>(query)).map(({ name }) => name);
    expect(await names("select distinct state as name from enquiry order by 1")).toEqual([
      "answered",
      "new",
      "open",
      "spam",
    ]);
    expect(await names("select distinct state as name from newsletter_issue order by 1")).toEqual(["draft", "sent"]);
    expect(await names("select distinct state as name from content_revision order by 1")).toEqual(
      expect.arrayContaining(["draft", "scheduled", "published"]),
    );
    expect(await names("select template as name from outbox_mail where status = 'failed'")).toHaveLength(2);
    const outside = `select "to" as name from outbox_mail where "to" !~ '(@|\\.)example\\.(com|org|net)$'`;
    expect(await names(outside)).toEqual([]);
    const actors = `select distinct s.role as name from audit_event a join staff_user s on s.id = a.actor_id order by 1`;
    expect(await names(actors)).toEqual(["auditor", "content", "finance", "owner", "support", "training"]);
  });

  it("D-01 nothing waits that cannot be worked on: every job runs, and finds nothing to mend", async () => {
    const facts = `select (select count(*)::int from payment_case where closed_at is null) as cases,
      (select count(*)::int from tax_document) as documents, (select json_agg(o.status order by id) from "order" o) as orders`;
    const before = await rows(facts);
    expect(before).toMatchObject([{ cases: 1 }]);
    // Those that look into the queue of jobs have none here.
    const names = Object.keys(jobs).filter((name) => jobs[name]?.everySeconds && !/queue-|stuck/.test(name));
    expect(names.length).toBeGreaterThan(15);
    for (const name of names) await jobs[name]?.work({ ...ctx, actor: { kind: "job", name } }, {}, { isLast: true });
    expect(await rows(facts)).toEqual(before);
  });
});
