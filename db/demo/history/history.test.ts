/** D-01: the demo's past is complete and consistent. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDemoAccounts } from "#features/people/demo-accounts.server.ts";
import { users } from "#features/people/tables.server.ts";
import { unsubscribe } from "#features/contact/subscriptions.server.ts";
import { closeMonth, listMonths, readMonth } from "#features/invoices/finance/months.server.ts";
import { checkDocuments } from "#features/invoices/finance/check.server.ts";
import { compareMonth } from "#features/invoices/finance/compare.server.ts";
import { verifyDocuments } from "#features/invoices/verify-documents.server.ts";
import { recordTransferRefund } from "#features/settlement/transfers/transfers.server.ts";
import { listCases, recordAction } from "#features/settlement/cases/cases.server.ts";
import { readRunToDo } from "#features/learning/certificates/run-certificates.server.ts";
import { readRunFeedback } from "#features/learning/feedback/feedback-sums.server.ts";
import { countCodes } from "#features/discounts/staff-codes.server.ts";
import { requestRefund } from "#features/changes/refund-request.server.ts";
import { planPeriod } from "#features/settings/setting-periods.server.ts";
import { createDemoStaff, listDemoStaff } from "#features/staff/demo-staff.server.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import { startTask } from "#features/staff/tasks/tasks.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { staffRoutes } from "#platform/http/staff-endpoint.server.ts";
import { migrateJobs } from "#platform/jobs-queues.server.ts";
import { registerMails } from "#platform/mail/templates.server.ts";
import { readDashboard } from "#site/dashboard/dashboard.server.ts";
import { findTicket } from "#features/seats/tickets.server.ts";
import { listBuyerOrders } from "#features/order-views/my-orders/my-orders.server.ts";
import { paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { readyPicture } from "#test/media.ts";
import { signedIn } from "#test/staff.ts";
import { runQueuedTasks } from "#test/tasks.ts";
import { startSandbox, type Sandbox } from "../../../sandbox/server.ts";
import { jobs } from "../../../src/jobs.ts";
import { mails } from "../../../src/mails.ts";
import { staffApi } from "../../../src/staff-api.ts";
import { tasks } from "../../../src/tasks.ts";
import { loadDemoContent } from "../load.server.ts";
import { followAddress, packHistory, unpack } from "./pack.server.ts";
import { seedHistory } from "./seed-history.server.ts";

describeOnDatabase("the demo's past", (open) => {
  let ctx: TestCtx;
  let sandbox: Sandbox;
  const dataDir = mkdtempSync(join(tmpdir(), "nama-history-"));
  const rows = async (query: string) => (await ctx.db.execute(sql.raw(query))).rows as Record<string, unknown>[];
  const staff = async (role: "owner" | "finance") => {
    const [member] = await ctx.db.select().from(staffUsers).where(eq(staffUsers.role, role));
    return ctx.asStaff(role, { id: member?.id ?? "", name: member?.name ?? "" });
  };

  beforeAll(async () => {
    const env = { DEMO: "1", DATA_DIR: dataDir, SMTP_URL: "smtp://127.0.0.1:9" };
    registerMails(mails, async () => ({ name: "Nama", address: "", phone: "", email: "hello@example.com" }));
    const database = await open();
    const demoCtx = testContext(database, { env: testEnv(env) });
    await migrateJobs(database, demoCtx.log);
    await loadDemoContent(demoCtx, { hasHistory: true });
    await createDemoAccounts(demoCtx);
    await createDemoStaff(demoCtx);
    expect(await seedHistory(demoCtx, tasks)).toBe(true);
    expect(await seedHistory(demoCtx, tasks)).toBe(false);
    // Has the keys and data folder of the site, so that it knows the payments of the demo's past.
    const { PAYMENTS_PUBLISHABLE_KEY: publishable, PAYMENTS_SECRET_KEY: secret } = demoCtx.env;
    sandbox = await startSandbox({
      dataDir: join(dataDir, "sandbox"),
      publishableKey: publishable,
      secretKey: secret,
    });
    const { SMTP_URL: _, ...envWithoutMail } = env;
    const keys = { publishable, secret, webhook: demoCtx.env.PAYMENTS_WEBHOOK_SECRET };
    ctx = testContext(database, { env: testEnv({ ...envWithoutMail, ...paymentsAt(sandbox, keys) }) });
  });
  afterAll(async () => {
    await sandbox.close();
    rmSync(dataDir, { recursive: true });
  });

  it("D-01 K-05 has enough feedback on a past run for its averages, and declared activities of at least two years", async () => {
    const [run] = await rows(
      "select run_id, count(*)::int as given from feedback where sent_at is not null group by run_id order by 2 desc",
    );
    expect(Number(run?.["given"])).toBeGreaterThanOrEqual(5);
    const feedback = await readRunFeedback(await staff("owner"), { id: Number(run?.["run_id"]) });
    expect(feedback.questions?.[0]?.average).toBeGreaterThan(3);
    expect((await rows("select distinct extract(year from date) from declared_activity")).length).toBeGreaterThan(1);
  });

  it("D-01 K-01 K-02 has attendance and certificates for past runs: one replaced, one revoked, one on hold, valid ones for the learner", async () => {
    const count = async (query: string) => Number((await rows(`select count(*)::int as n from ${query}`))[0]?.["n"]);
    expect(await count("certificate where state = 'valid'")).toBeGreaterThan(30);
    expect(await count("certificate where state = 'replaced'")).toBe(1);
    expect(await count("certificate where state = 'revoked'")).toBe(1);
    expect(await count("certificate_hold")).toBe(1);
    for (const state of ["absent", "late", "excused"])
      expect(await count(`attendance_mark where state = '${state}'`), state).toBeGreaterThan(0);
    const withEnrolment = "certificate c join enrolment e on e.id = c.enrolment_id";
    expect(
      await count(`${withEnrolment} where e.attendee_email = 'learner@example.com' and c.state = 'valid'`),
    ).toBeGreaterThan(0);
    // The latest ended run lacks attendance of at least one person.
    const latest =
      "select run_id from run_session group by run_id having max(ends_at) < now() order by max(ends_at) desc limit 1";
    const [run] = await rows(latest);
    const training = ctx.asStaff("training");
    expect((await readRunToDo(training, { runId: Number(run?.["run_id"]) })).attendance).toBeGreaterThan(0);
    const verifyUrls = "select distinct issuer ->> 'verifyUrl' as url from certificate";
    expect(await rows(verifyUrls)).toEqual([{ url: `${ctx.env.BASE_URL}/verify` }]);
  });

  it("D-01 has correct seat counts for every run, many buyers, and full, nearly full and open runs", async () => {
    const wrong = await rows(`
      select r.id from course_run r
      where seats_sold <> (select count(*) from enrolment e where e.run_id = r.id and e.state = 'confirmed')`);
    expect(wrong).toEqual([]);
    const [sold] = await rows(`
      select count(*)::int as seats, count(distinct user_id)::int as people,
        count(*) filter (where attendee_name is null)::int as unnamed from enrolment where state = 'confirmed'`);
    expect(sold?.["seats"]).toBeGreaterThanOrEqual(120);
    expect(sold?.["people"]).toBeGreaterThanOrEqual(40);
    expect(sold?.["unnamed"]).toBeGreaterThan(0);
    const left = await rows(`
      select capacity - seats_sold as left from course_run
      where start_date > current_date and cancelled_at is null order by 1`);
    expect(left[0]).toEqual({ left: 0 });
    expect(left[1]).toEqual({ left: 1 });
    expect(left.filter((run) => Number(run["left"]) >= 10).length).toBeGreaterThanOrEqual(10);
  });

  it("D-01 has its latest records from yesterday or today", async () => {
    const [last] = await rows(`select (select max(created_at) from "order") as order,
      (select max(issued_at) from tax_document) as document, (select max(created_at) from enquiry) as enquiry,
      (select max(at) from audit_event) as event, (select max(created_at) from outbox_mail) as mail`);
    for (const at of Object.values(last ?? {})) {
      const instant = new Date(String(at));
      expect(instant.getTime()).toBeLessThanOrEqual(ctx.now().getTime());
      expect(riyadhDate(instant) >= addDays(riyadhDate(ctx.now()), -1)).toBe(true);
    }
  });

  it("D-01 has an unbroken chain of documents in order of time, which agree with the orders", async () => {
    const { documents, faults } = await verifyDocuments(ctx);
    expect(faults).toEqual([]);
    expect(documents).toBeGreaterThan(100);
    expect(
      await rows(`
      select a.number from tax_document a join tax_document b on b.counter = a.counter + 1
      where b.issued_at < a.issued_at`),
    ).toEqual([]);
    const disagree = await rows(`
      select o.id from "order" o where o.total_halalas > 0
        and o.status in ('paid', 'partially_refunded', 'refunded') and o.total_halalas <>
        coalesce((select sum(d.total_halalas) from tax_document d where d.order_id = o.id and d.kind = 'invoice'), 0)`);
    expect(disagree).toEqual([]);
    const refunds = await rows(`
      select p.order_id from payment p where p.settled_at is not null and p.refunded_halalas <>
        coalesce((select sum(d.total_halalas) from tax_document d
          where d.order_id = p.order_id and d.kind = 'credit-note'), 0)`);
    expect(refunds).toEqual([]);
  });

  it("D-01 has no overdue work, and its months add up to its documents", async () => {
    expect(await rows(`select id from "order" where status = 'pending' and expires_at < now()`)).toEqual([]);
    // After a declined card, seats stay `held`; once `held_until` is past, they no longer count.
    expect(
      await rows(`select e.id from enrolment e join "order" o on o.id = e.order_id
      where e.state = 'held' and e.held_until < now() and o.status <> 'failed'`),
    ).toEqual([]);
    expect(await rows(`select id from staff_task where state in ('queued', 'running')`)).toEqual([]);
    expect(await rows(`select id from outbox_mail where status = 'queued' or status = 'sent'`)).toEqual([]);
    const finance = await staff("finance");
    const query = { page: 1, perPage: 50, sort: "id", order: "desc", filter: {} } as const;
    const months = (await listMonths(finance, query)).data;
    const [documents] = await rows(`
      select sum(case kind when 'invoice' then net_halalas else -net_halalas end)::int as net from tax_document`);
    const net = months.reduce((sum, month) => sum + Math.round(Number(month.net) * 100), 0);
    expect(net).toBe(documents?.["net"]);
  });

  it("D-01 sends mails only to example addresses", async () => {
    const wrong = await rows(`
      select "to" from outbox_mail where "to" !~ '@example\\.(com|org|net)$'
      union select email from "user" where email !~ '@example\\.(com|org|net)$'`);
    expect(wrong).toEqual([]);
    const [mailbox] = await rows(`select count(*) filter (where html is null)::int as unwritten from outbox_mail`);
    expect(mailbox).toEqual({ unwritten: 0 });
  });

  it("D-01 has enquiries, newsletter issues, news and approvals in several states, and actions of six members of staff", async () => {
    const states = await rows(`select distinct state from enquiry order by 1`);
    expect(states.map(({ state }) => state)).toEqual(["answered", "new", "open", "spam"]);
    const contentStates =
      await rows(`select distinct state from newsletter_issue union select distinct state from content_revision
      where entity = 'news' order by 1`);
    expect(contentStates.map(({ state }) => state)).toEqual(expect.arrayContaining(["draft", "sent", "scheduled"]));
    expect(await rows(`select state from refund_request where state <> 'direct' order by 1`)).toEqual([
      { state: "approved" },
      { state: "declined" },
      { state: "waiting" },
    ]);
    const [actors] = await rows(
      `select count(distinct actor_id)::int as n from audit_event where actor_kind = 'staff'`,
    );
    expect(actors).toEqual({ n: 6 });
    const today = await readDashboard(await staff("owner"));
    const { payments, cancellations, enquiries, mails: failed, arabic, next, decide } = today;
    expect([payments?.count, cancellations?.count]).toEqual([1, 1]);
    for (const count of [enquiries?.count, failed?.count, arabic?.count, next?.items.length, decide?.count])
      expect(count).toBeGreaterThan(0);
    expect(Number(today.sales?.previous.net)).toBeGreaterThan(0);
  });

  it("D-01 X-01 X-05 X-06 has runs to decide, changes of each kind, codes of each status and claimed seats", async () => {
    expect((await readDashboard(await staff("owner"))).decide?.count).toBe(2);
    expect(await rows(`select distinct kind, state from order_change order by 1, 2`)).toEqual([
      { kind: "cancel", state: "asked" },
      { kind: "cancel", state: "done" },
      { kind: "cancel", state: "refused" },
      { kind: "move", state: "done" },
      { kind: "person", state: "done" },
    ]);
    const { states } = await countCodes(await staff("finance"));
    expect(states.map(({ name, total }) => [name, total])).toEqual([
      ["in-force", 2],
      ["planned", 1],
      ["ended", 1],
      ["used-up", 1],
      ["paused", 1],
    ]);
    expect(await rows(`select count(claimed_at)::int as claimed, count(*)::int as links from seat_link`)).toEqual([
      { claimed: 1, links: 2 },
    ]);
  });

  /** Calls every GET of the staff API, those with an id for the first records of each list. Returns bodies by path. */
  async function fetchAnswers(language: Locale): Promise<Map<string, string>> {
    const [owner] = await ctx.db.select().from(staffUsers).where(eq(staffUsers.role, "owner"));
    const browser = await signedIn(ctx, owner?.id ?? "");
    const answers = new Map<string, string>();
    const ask = async (path: string) => {
      const name = `GET ${path.replace("/api/staff/", "")}`;
      const { body } = await browser.call(name, {}, { "accept-language": language });
      answers.set(path, JSON.stringify(body));
      return Array.isArray(body["data"]) ? (body["data"] as { id: string | number }[]) : [];
    };
    const paths = staffRoutes(staffApi).flatMap(({ method, path }) => (method === "GET" ? [path] : []));
    for (const path of paths.filter((path) => !path.includes(":id"))) {
      const recordPaths = paths.filter((recordPath) => recordPath.startsWith(`${path}/:id`));
      for (const { id } of (await ask(path)).slice(0, 8))
        for (const recordPath of recordPaths) await ask(recordPath.replace(":id", encodeURIComponent(id)));
    }
    return answers;
  }

  it("C28: uses the Arabic names of staff in every Arabic response and mail", async () => {
    const [owner, finance] = [await staff("owner"), await staff("finance")];
    // Adds what the demo's past lacks.
    await planPeriod(finance, { setting: "tax", startsOn: "2100-01-01", data: { taxPercent: 15 } });
    await readyPicture(owner);
    const query = { page: 1, perPage: 1, sort: "id", order: "asc", filter: { open: true } } as const;
    for (const { case: one } of (await listCases(owner, query)).data) await recordAction(owner, one, "resync");

    const members = await ctx.db.select().from(staffUsers);
    const latin = new RegExp(members.map(({ name }) => name.replaceAll(".", "\\.")).join("|"));
    const listAreasWithLatinNames = (answers: Map<string, string>) =>
      [...answers].flatMap(([path, answer]) => (latin.test(answer) ? [path.split("/")[3]] : []));
    // Negative control: in English, these parts of the API name members of staff.
    const areas = [...new Set(listAreasWithLatinNames(await fetchAnswers("en")))].toSorted();
    expect(areas.join(" ")).toBe(
      "account audit audit-actors colleagues content discount-codes enquiries me media months newsletter-issues orders " +
        "payment-cases refund-requests revisions runs setting-periods staff tasks",
    );
    // Their own account has both names. Mails are in the language of their recipient, and are checked below.
    const remaining = new Set(listAreasWithLatinNames(await fetchAnswers("ar")).filter((area) => area !== "mails"));
    expect([...remaining]).toEqual(["account"]);
    const mailed = await rows(
      `select concat(props::text, subject, text) as words from outbox_mail where locale = 'ar'`,
    );
    expect(mailed.filter(({ words }) => latin.test(String(words)))).toEqual([]);
    const arabic = new RegExp(members.map(({ nameAr }) => nameAr?.replaceAll(".", "\\.")).join("|"));
    expect(mailed.filter(({ words }) => arabic.test(String(words))).length).toBeGreaterThan(0);
  });

  it("D-01 gives the learner past, coming and refunded courses", async () => {
    const [learner] = await ctx.db.select().from(users).where(eq(users.email, "learner@example.com"));
    const learnerOrders = await listBuyerOrders(ctx, learner?.id ?? "");
    expect(learnerOrders.map(({ payment }) => payment.status).toSorted()).toEqual([
      "paid",
      "paid",
      "paid",
      "paid",
      "refunded",
    ]);
    const dates = await rows(`
      select r.end_date < current_date as over from enrolment e join course_run r on r.id = e.run_id
      where e.user_id = '${learner?.id}' and e.state = 'confirmed' order by 1`);
    expect(dates.map(({ over }) => over)).toEqual([false, true, true, true]);
    const years = await rows(`
      select distinct left(c.activity ->> 'endDate', 4) as year from certificate c join enrolment e on e.id = c.enrolment_id
      where e.attendee_email = 'learner@example.com' and c.state = 'valid'`);
    expect(years).toHaveLength(2);
  });

  it("D-01 has payments that the provider can refund, and its jobs find nothing wrong", async () => {
    const owner = await staff("owner");
    const [paid] = await rows(`
      select e.order_id as id from enrolment e join "order" o on o.id = e.order_id and o.status = 'paid'
        and o.total_halalas between 1 and 400000
      where e.state = 'confirmed' order by e.id desc limit 1`);
    const orderId = Number(paid?.["id"]);
    await requestRefund(owner, { orderId, whole: true, reason: "goodwill", key: "test" });
    expect(await rows(`select status from "order" where id = ${orderId}`)).toEqual([{ status: "refunded" }]);
    const before = await rows(`select status, count(*)::int as n from "order" group by 1 order by 1`);
    for (const [name, job] of Object.entries(jobs))
      if (job.everySeconds) await job.work({ ...ctx, actor: { kind: "job", name } }, {}, { isLast: true });
    expect(await rows(`select status, count(*)::int as n from "order" group by 1 order by 1`)).toEqual(before);
    const query = { page: 1, perPage: 10, sort: "opened_at", order: "asc", filter: { open: true } } as const;
    const { data } = await listCases(owner, query);
    expect(data.map(({ case: { kind, facts } }) => [kind, facts.method])).toEqual([
      ["refund-needs-person", "transfer"],
    ]);
    expect((await verifyDocuments(ctx)).faults).toEqual([]);
  });

  it("D-01 its last month can be closed once the waiting refund of a transfer is made; earlier months are closed", async () => {
    const finance = await staff("finance");
    const today = riyadhDate(ctx.now());
    // Staff decided this refund a few days ago. Early in a month, last month waits for it.
    const [refund] = await rows(`select id from refund where status = 'needs-person'`);
    await recordTransferRefund(finance, { refundId: Number(refund?.["id"]), reference: "NCB 4471", paidOn: today });
    const last = addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7);
    await startTask(finance, checkDocuments, {});
    await startTask(finance, compareMonth, { month: last });
    await runQueuedTasks(ctx, tasks);
    const { comparison, check, closed } = await readMonth(finance, { id: last });
    expect([comparison?.faults, check?.faults, closed]).toEqual([0, 0, null]);
    await closeMonth(finance, { month: last });
    const months = await rows(
      `select distinct to_char(issued_at at time zone 'Asia/Riyadh', 'YYYY-MM') as month from tax_document`,
    );
    for (const id of months.map(({ month }) => String(month)).filter((month) => month < last))
      expect((await readMonth(finance, { id })).closed?.differences, id).toEqual([]);
  });

  it("D-01 U-17 is dumped by the build, restored on a site with another secret, and takes over that site's address", async () => {
    /** Counts the ticket links in mails that open on a site. */
    const countOpenTickets = async (site: Ctx) => {
      const texts = await rows("select text from outbox_mail where text is not null");
      const tickets = texts.flatMap(({ text }) => [...String(text).matchAll(/\/ticket\/([\w-]+)/g)]);
      const results = await Promise.all(tickets.map(([, token = ""]) => findTicket(site, token)));
      return results.filter((ticket) => ticket !== null).length;
    };
    const before = await countOpenTickets(ctx);
    expect(before).toBeGreaterThan(0);
    await packHistory(ctx);
    expect(await countOpenTickets(ctx)).toBe(0);
    expect(await listDemoStaff(ctx)).toEqual([]);
    const otherDir = join(dataDir, "elsewhere");
    const env = { DEMO: "1", DATA_DIR: otherDir, BASE_URL: "https://demo.example.com", AUTH_SECRET: "y".repeat(40) };
    const otherSite = { ...ctx, env: testEnv(env) };
    await createDemoStaff(otherSite);
    const payments = join(dataDir, "sandbox/payments-sandbox.jsonl");
    await unpack(otherSite, payments);
    await unpack(otherSite, payments);
    expect(await listDemoStaff(otherSite)).toHaveLength(6);
    const [old] = await rows(`select count(*)::int as n from outbox_mail
      where concat(html, text, props::text, unsubscribe_url) like '%${ctx.env.BASE_URL}%'`);
    expect(old).toEqual({ n: 0 });
    // Ticket links in mails open on this site too, although another secret signs them.
    expect(await countOpenTickets(otherSite)).toBe(before);
    const certified = await rows("select distinct issuer ->> 'verifyUrl' as url from certificate");
    expect(certified).toEqual([{ url: "https://demo.example.com/verify" }]);
    // U-17: after the next start at another port, certificates have the new address.
    const restartedSite = { ...ctx, env: testEnv({ ...env, BASE_URL: "http://127.0.0.1:4110" }) };
    await followAddress(restartedSite);
    expect(await rows("select distinct issuer ->> 'verifyUrl' as url from certificate")).toEqual([
      { url: "http://127.0.0.1:4110/verify" },
    ]);
    await followAddress(otherSite);
    const [mail] = await rows(`select unsubscribe_url as url, text from outbox_mail
      where template = 'newsletter-welcome' order by id desc limit 1`);
    const url = String(mail?.["url"]);
    expect(mail?.["text"]).toContain(url);
    await unsubscribe(otherSite, { token: url.split("/").at(-1) ?? "" });
    expect(readFileSync(join(otherDir, "sandbox/payments-sandbox.jsonl"))).toEqual(readFileSync(payments));
  });
});
