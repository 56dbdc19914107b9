/** The newsletter: rejections, then an issue from its draft to every subscriber's mailbox (P-18). */
import { desc, eq, sql } from "drizzle-orm";
import { Hono } from "hono";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { makeCourse } from "#db/factories/course.ts";
import { unsubscribe, newsletterLinks, oneClickUnsubscribe } from "#features/contact/subscriptions.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { newsletterSubscriptions } from "#features/contact/tables.server.ts";
import { startExport } from "#features/staff/tasks/export.server.ts";
import { staffTasks } from "#features/staff/tasks/tables.server.ts";
import {
  Conflict,
  EditConflict,
  Forbidden,
  FreshSignInRequired,
  Unauthenticated,
  ValidationError,
} from "#platform/errors.ts";
import { sendMail } from "#platform/mail/jobs.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { registerMails } from "#platform/mail/templates.server.ts";
import { closeTransport } from "#platform/mail/transport.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { letter, manySubscribers, subscriber } from "#test/enquiries.ts";
import { parseMime, listLeafParts, sendMails, startMailServer } from "#test/mail-server.ts";
import { makeStaff } from "#test/staff.ts";
import { runQueuedTasks } from "#test/tasks.ts";
import { mails } from "../../../mails.ts";
import { batchSize, sendNewsletters } from "./jobs.server.ts";
import { createIssue, deleteIssue, listIssues, readIssue, saveIssue } from "./issues.server.ts";
import { scheduleIssue, startScheduled, unscheduleIssue } from "./schedule.server.ts";
import { pauseIssue, previewIssue, resumeIssue, startIssue, stopIssue, testIssue } from "./send.server.ts";
import { listSubscribers, subscribersExport } from "./subscribers.server.ts";
import { newsletterIssues } from "./tables.server.ts";

describeOnDatabase("the newsletter's issues", (open) => {
  let visitor: TestCtx;
  let faris: TestCtx;
  let database: Awaited<ReturnType<typeof open>>;
  beforeEach(async () => {
    database = await open();
    visitor = testContext(database, { env: testEnv({ BASE_URL: "https://nama.example", RATE_LIMIT_FACTOR: "1000" }) });
    faris = visitor.asStaff("content", { id: (await makeStaff(visitor, "content")).id, name: "Faris M." });
    registerMails(mails, async () => ({ name: "Nama", address: "Riyadh", phone: "", email: "hello@example.com" }));
  });
  const advanceClock = (ms: number) => void (visitor.clock.now = new Date(visitor.clock.now.getTime() + ms));
  const job = () => ({ ...visitor, actor: { kind: "job" as const, name: "newsletter.send" } });
  const runJobs = async () => {
    await startScheduled(job());
    await sendNewsletters(job());
  };
  /** Marks all queued mails as sent. */
  const deliverAll = () =>
    visitor.db.update(outboxMails).set({ status: "sent", attempts: 1 }).where(eq(outboxMails.status, "queued"));
  const readIssueMails = () =>
    visitor.db.select().from(outboxMails).where(eq(outboxMails.template, "newsletter-issue")).orderBy(outboxMails.id);
  const hours = (count: number) => new Date(visitor.clock.now.getTime() + count * 3_600_000);
  const start = async () => {
    const { id, version } = await createIssue(faris, letter);
    return startIssue(faris, { id, version, accepted: ["untested"] });
  };

  describe("refusals", () => {
    it("P-18 rejects every action without the permission", async () => {
      const { id, version } = await createIssue(faris, letter);
      const page = { page: 1, perPage: 25, sort: "created_at", order: "desc", filter: {} } as const;
      const verbs = [
        (ctx: TestCtx) => listIssues(ctx, { ...page, sort: "id" }),
        (ctx: TestCtx) => readIssue(ctx, { id }),
        (ctx: TestCtx) => createIssue(ctx, letter),
        (ctx: TestCtx) => saveIssue(ctx, { id, version, ...letter }),
        (ctx: TestCtx) => deleteIssue(ctx, { id }),
        (ctx: TestCtx) => previewIssue(ctx, { id, locale: "en" }),
        (ctx: TestCtx) => testIssue(ctx, { id, readers: ["x"], locales: ["en"] }),
        (ctx: TestCtx) => startIssue(ctx, { id, version }),
        (ctx: TestCtx) => scheduleIssue(ctx, { id, version, scheduledAt: hours(1) }),
        (ctx: TestCtx) => unscheduleIssue(ctx, { id }),
        (ctx: TestCtx) => stopIssue(ctx, { id }),
        (ctx: TestCtx) => pauseIssue(ctx, { id }),
        (ctx: TestCtx) => resumeIssue(ctx, { id }),
        (ctx: TestCtx) => listSubscribers(ctx, page),
      ];
      for (const verb of verbs) {
        await expect(verb(visitor)).rejects.toThrow(Unauthenticated);
        for (const role of ["training", "finance", "support", "auditor"] as const)
          await expect(verb(visitor.asStaff(role))).rejects.toThrow(Forbidden);
      }
    });

    it("P-18 CT-05 rejects an issue that is incomplete, not Arabic in Arabic, or has a dead link", async () => {
      await subscriber(visitor, "sara@example.com");
      const { slug, name_eng: title } = await makeCourse(visitor.db);
      const broken = ["/courses/no-such-course", "/no-such-page", "https://nama.example/news/none", "http://localhost"];
      const wrong = {
        ...letter,
        preheader_ar: "",
        subject_ar: "English",
        body_eng: broken.map((to) => `<a href="${to}">x</a>`).join(" "),
      };
      const issue = await createIssue(faris, wrong);
      expect(issue.checks).toEqual({
        missing: ["preheader_ar"],
        notArabic: ["subject_ar"],
        brokenLinks: broken,
        oneLanguage: [
          { title: "/courses/no-such-course", missingIn: "ar" },
          { title: "/news/none", missingIn: "ar" },
        ],
        leave: true,
      });
      await expect(startIssue(faris, issue)).rejects.toThrow(ValidationError);
      const good = ["/", `/courses/${slug}`, "mailto:hello@example.com", "https://example.com"];
      const right = await saveIssue(faris, {
        ...issue,
        ...letter,
        body_eng: good.map((to) => `<a href="${to}">x</a>`).join(" "),
      });
      // The home page has no row of its own in an empty database.
      const checks = { missing: [], notArabic: [], brokenLinks: ["/"], leave: true };
      expect(right.checks).toEqual({ ...checks, oneLanguage: [{ title, missingIn: "ar" }] });
      // CT-05: the Arabic text links to the same course, although that address has /ar.
      const complete = await saveIssue(faris, { ...right, body_ar: `<p>دورة</p><a href="/ar/courses/${slug}">x</a>` });
      expect(complete.checks).toEqual({ ...checks, oneLanguage: [] });
      expect(await readIssueMails()).toEqual([]);
    });

    it("P-18 rejects saving or sending an outdated version", async () => {
      await subscriber(visitor, "sara@example.com");
      const issue = await createIssue(faris, letter);
      await saveIssue(visitor.asStaff("owner"), { ...issue, subject_eng: "Theirs" });
      for (const verb of [() => saveIssue(faris, { ...issue, subject_eng: "Mine" }), () => startIssue(faris, issue)])
        await expect(verb()).rejects.toThrow(EditConflict);
      const refused = await saveIssue(faris, { ...issue, subject_eng: "Mine" }).catch((error: EditConflict) =>
        error.body(),
      );
      expect(refused).toMatchObject({ current: { subject_eng: "Theirs" }, yours: { subject_eng: "Mine" } });
    });

    it("P-18 rejects changing, deleting or restarting an issue being sent, and sending without subscribers", async () => {
      const draft = await createIssue(faris, letter);
      await expect(startIssue(faris, draft)).rejects.toThrow(Conflict);
      await subscriber(visitor, "sara@example.com");
      const sending = await startIssue(faris, { ...draft, accepted: ["untested"] });
      for (const verb of [
        () => saveIssue(faris, { ...sending }),
        () => deleteIssue(faris, sending),
        () => startIssue(faris, sending),
        () => resumeIssue(faris, sending),
      ])
        await expect(verb()).rejects.toThrow(Conflict);
      const role = visitor.asStaff("content", { id: "x" });
      await expect(testIssue(role, { id: draft.id, readers: ["someone-else"], locales: ["en"] })).rejects.toThrow(
        ValidationError,
      );
    });

    it("P-18 rejects scheduling in the past, of an unfinished issue, without subscribers, or in another state", async () => {
      const draft = await createIssue(faris, letter);
      const at = { scheduledAt: hours(1), accepted: ["untested"] as const };
      await expect(scheduleIssue(faris, { ...draft, ...at })).rejects.toThrow(Conflict);
      await subscriber(visitor, "sara@example.com");
      const unfinished = await createIssue(faris, { ...letter, body_ar: "" });
      await expect(scheduleIssue(faris, { ...unfinished, ...at })).rejects.toThrow("checks");
      for (const scheduledAt of [hours(0), hours(-1), new Date(Number.NaN)])
        await expect(scheduleIssue(faris, { ...draft, ...at, scheduledAt })).rejects.toThrow("scheduledAt");
      await expect(unscheduleIssue(faris, draft)).rejects.toThrow(Conflict);
      const scheduled = await scheduleIssue(faris, { ...draft, ...at });
      await expect(scheduleIssue(faris, { ...draft, ...at })).rejects.toThrow(EditConflict);
      for (const verb of [saveIssue, deleteIssue, pauseIssue, stopIssue])
        await expect(verb(faris, scheduled)).rejects.toThrow(Conflict);
      await startIssue(faris, { ...scheduled, accepted: ["untested"] });
      const { version } = await readIssue(faris, draft);
      await expect(scheduleIssue(faris, { ...draft, ...at, version })).rejects.toThrow(Conflict);
    });

    it("CT-05 requires accepting cards in one language and an untested text", async () => {
      await subscriber(visitor, "sara@example.com");
      const { slug } = await makeCourse(visitor.db);
      const body_eng = `${letter.body_eng}<p><a href="/courses/${slug}">x</a></p>`;
      const issue = await createIssue(faris, { ...letter, body_eng });
      expect(issue.warnings).toEqual(["one_language", "untested"]);
      const { id } = await makeStaff(visitor, "owner");
      const test = () => testIssue(faris, { id: issue.id, readers: [id], locales: ["ar"] });
      expect((await test()).warnings).toEqual(["one_language"]);
      advanceClock(1000);
      const saved = await saveIssue(faris, { ...issue, ...letter, body_eng });
      expect(saved.warnings).toEqual(["one_language", "untested"]);
      for (const accepted of [undefined, ["one_language"], ["untested"]] as const)
        for (const verb of [startIssue, scheduleIssue])
          await expect(verb(faris, { ...saved, accepted, scheduledAt: hours(1) })).rejects.toThrow("accepted");
      await test();
      expect(await startIssue(faris, { ...saved, accepted: ["one_language"] })).toMatchObject({ state: "sending" });
    });

    it("removes script from the text, in record and preview", async () => {
      const evil =
        '<p onclick="x()">Hi<script>alert(1)</script><img src=x onerror=x()><a href="javascript:x()">y</a></p>';
      const issue = await createIssue(faris, { ...letter, subject_eng: "<b>Hi</b>\u2029", body_eng: evil });
      expect(issue.body_eng).toBe("<p>Hiy</p>");
      expect(await previewIssue(faris, { id: issue.id, locale: "en" })).not.toMatch(/<script|onerror|javascript:|<b>/);
    });
  });

  it("P-18 previews both languages, and sends a marked test to colleagues only", async () => {
    const issue = await createIssue(faris, letter);
    expect(await previewIssue(faris, { id: issue.id, locale: "ar" })).toMatch(/dir="rtl"[\s\S]*متاحة/);
    const owner = await makeStaff(visitor, "owner");
    const tested = await testIssue(faris, { id: issue.id, readers: [owner.id], locales: ["en", "ar"] });
    expect(tested).toMatchObject({ testedBy: "Faris M.", state: "draft", sent: 0 });
    await sendMails(visitor);
    expect((await readIssueMails()).map(({ to, subject, unsubscribeUrl }) => [to, subject, unsubscribeUrl])).toEqual([
      [owner.email, "Test: Three courses in December", null],
      [owner.email, "تجربة: ثلاث دورات في ديسمبر", null],
    ]);
  });

  it("P-18 sends to confirmed subscribers only, in their language, with a working unsubscribe link", async () => {
    const server = await startMailServer();
    const online = { ...visitor, env: testEnv({ BASE_URL: "https://nama.example", SMTP_URL: server.url }) };
    onTestFinished(closeTransport);
    await subscriber(visitor, "sara@example.com", "en");
    await subscriber(visitor, "omar@example.com", "ar");
    await subscriber(visitor, "never@example.com", "en", false);
    const gone = await subscriber(visitor, "gone@example.com");
    const issue = await start();
    expect(issue).toMatchObject({ state: "sending", recipients: 3, subscribers: { all: 3, en: 2, ar: 1 } });
    // One subscriber leaves between the start and the first batch, another comes after the start.
    const token = newsletterLinks(visitor, { id: gone.id, locale: "en" }).unsubscribeUrl.split("/").at(-1) ?? "";
    await unsubscribe(visitor, { token });
    advanceClock(1000);
    await subscriber(visitor, "late@example.com");
    await visitor.db.delete(outboxMails);
    await runJobs();
    expect((await readIssueMails()).map(({ to, locale }) => [to, locale]).toSorted()).toEqual([
      ["omar@example.com", "ar"],
      ["sara@example.com", "en"],
    ]);
    await sendMails(online as TestCtx);
    for (const { to, source } of server.received) {
      const { head } = parseMime(source);
      const [, link = ""] = head.match(/^List-Unsubscribe: <https:\/\/nama\.example([^>]+)>/m) ?? [];
      expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
      const text = listLeafParts(parseMime(source))
        .find(({ type }) => type === "text/plain")
        ?.bytes.toString("utf8");
      expect(text).toContain(`https://nama.example${link}`);
      const app = new Hono();
      oneClickUnsubscribe(app, async () => visitor);
      const body = "List-Unsubscribe=One-Click";
      const headers = { "content-type": "application/x-www-form-urlencoded", "content-length": String(body.length) };
      expect((await app.request(link, { method: "POST", body, headers })).status, to[0]).toBe(200);
    }
    expect(server.received).toHaveLength(2);
    await runJobs();
    expect(await readIssue(faris, issue)).toMatchObject({ state: "sent", handed: 2, sent: 2, failed: 0, left: 2 });
    // The outbox keeps no rendered text, which would contain the unsubscribe link.
    expect(await readIssueMails()).toMatchObject([
      { html: null, text: null },
      { html: null, text: null },
    ]);
  });

  it("P-18 sends in batches with progress and pauses, to no one twice", async () => {
    await manySubscribers(visitor, 2 * batchSize + 1);
    const issue = await start();
    await runJobs();
    expect(await readIssue(faris, issue)).toMatchObject({ handed: batchSize, sent: 0 });
    // The mail server has sent nothing yet, so no more mails are queued.
    await runJobs();
    expect(await readIssue(faris, issue)).toMatchObject({ handed: batchSize });
    await deliverAll();
    await pauseIssue(faris, issue);
    await runJobs();
    expect(await readIssue(faris, issue)).toMatchObject({ state: "paused", handed: batchSize, sent: batchSize });
    advanceClock(40 * 86_400_000);
    await visitor.db.delete(outboxMails);
    await resumeIssue(faris, issue);
    for (let batch = 0; batch < 3; batch += 1) {
      await runJobs();
      expect(new Set((await readIssueMails()).map(({ to }) => to)).size).toBe((await readIssueMails()).length);
      await deliverAll();
    }
    await runJobs();
    const done = await readIssue(faris, issue);
    expect(done).toMatchObject({
      state: "sent",
      handed: 2 * batchSize + 1,
      sent: 2 * batchSize + 1,
      finishedAt: expect.any(String),
    });
    expect(await readIssueMails()).toHaveLength(batchSize + 1);
  });

  it("P-18 a scheduled issue starts at its time, can be rescheduled and cancelled, and all is logged", async () => {
    await subscriber(visitor, "sara@example.com");
    const accepted = ["untested"] as const;
    const draft = await createIssue(faris, letter);
    const first = await scheduleIssue(faris, { ...draft, accepted, scheduledAt: hours(1) });
    expect(first).toMatchObject({ state: "scheduled", scheduledAt: hours(1).toISOString(), startedBy: "Faris M." });
    const cancelled = await unscheduleIssue(faris, first);
    expect(cancelled).toMatchObject({ state: "draft", scheduledAt: null, startedBy: null });
    const again = await scheduleIssue(faris, { ...cancelled, accepted, scheduledAt: hours(1) });
    await scheduleIssue(faris, { ...again, accepted, scheduledAt: hours(2) });
    advanceClock(3_600_000);
    await runJobs();
    expect(await readIssue(faris, draft)).toMatchObject({ state: "scheduled", handed: 0 });
    await subscriber(visitor, "omar@example.com");
    advanceClock(3_600_000);
    await runJobs();
    const startedAt = hours(0).toISOString();
    const sent = { state: "sent", recipients: 2, handed: 2, startedAt, startedBy: "Faris M." };
    expect(await readIssue(faris, draft)).toMatchObject(sent);
    const events = await visitor.db.select().from(auditEvents).orderBy(auditEvents.id);
    expect(events.map(({ action, after }) => [action, after]).slice(1)).toEqual([
      ["newsletter.scheduled", { state: "scheduled", scheduled_at: first.scheduledAt }],
      ["newsletter.unscheduled", { state: "draft", handed: 0 }],
      ["newsletter.scheduled", { state: "scheduled", scheduled_at: first.scheduledAt }],
      ["newsletter.scheduled", { state: "scheduled", scheduled_at: startedAt }],
      ["newsletter.started", { state: "sending", recipients: 2 }],
      ["newsletter.sent", { state: "sent", handed: 2 }],
    ]);
  });

  it("P-18 a scheduled issue with a broken link becomes a draft at its time, keeps that time and sends nothing", async () => {
    await subscriber(visitor, "sara@example.com");
    const { id, slug } = await makeCourse(visitor.db);
    const link = `<p>دورة <a href="/courses/${slug}">x</a></p>`;
    const draft = await createIssue(faris, { ...letter, body_eng: link, body_ar: link });
    const scheduledAt = hours(1);
    await scheduleIssue(faris, { ...draft, accepted: ["untested"], scheduledAt });
    await visitor.db.delete(courses).where(eq(courses.id, id));
    advanceClock(3_600_000);
    await runJobs();
    const missed = { state: "draft", scheduledAt: scheduledAt.toISOString(), startedBy: null, startedAt: null };
    expect(await readIssue(faris, draft)).toMatchObject(missed);
    const [event] = await visitor.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1);
    expect(event).toMatchObject({ action: "newsletter.schedule-failed" });
    expect(await readIssueMails()).toEqual([]);
  });

  it("P-18 Stop withdraws mails without an attempt, and sends no more", async () => {
    await manySubscribers(visitor, 2 * batchSize);
    const issue = await start();
    await runJobs();
    const [sent, retried, deferred] = await readIssueMails();
    const whereMail = (row: typeof sent) => eq(outboxMails.id, row?.id ?? 0);
    await visitor.db.update(outboxMails).set({ status: "sent", attempts: 1 }).where(whereMail(sent));
    await visitor.db.update(outboxMails).set({ attempts: 1 }).where(whereMail(retried));
    await visitor.db.update(outboxMails).set({ status: "failed", attempts: 1 }).where(whereMail(deferred));
    expect(await stopIssue(faris, issue)).toMatchObject({ state: "stopped", recipients: 2 * batchSize, handed: 3 });
    for (const verb of [resumeIssue, pauseIssue, stopIssue]) await expect(verb(faris, issue)).rejects.toThrow(Conflict);
    // The mail server has deferred the third mail.
    await visitor.db.update(outboxMails).set({ status: "queued" }).where(whereMail(deferred));
    for (let batch = 0; batch < 3; batch += 1) await runJobs();
    expect(await readIssue(faris, issue)).toMatchObject({
      state: "stopped",
      handed: 3,
      sent: 1,
      failed: 2,
      finishedAt: expect.any(String),
      failures: [{ reason: "stopped" }, { reason: "stopped" }],
    });
    expect(await readIssueMails()).toHaveLength(3);
  });

  it("P-18 lists failed mails with their reason, until one is sent again", async () => {
    const server = await startMailServer((nth) => (nth === 1 ? "refuse-recipient" : "take"));
    onTestFinished(closeTransport);
    const online = { ...visitor, env: testEnv({ BASE_URL: "https://nama.example", SMTP_URL: server.url }) } as TestCtx;
    await manySubscribers(visitor, 2);
    const issue = await start();
    await runJobs();
    await sendMails(online, { isLast: true });
    await runJobs();
    const failed = await readIssue(faris, issue);
    expect(failed).toMatchObject({ sent: 1, failed: 1, failures: [{ reason: "EENVELOPE 550" }] });
    expect(failed.failures[0]?.email).toMatch(/^person-[12]@/);
    await visitor.db.update(outboxMails).set({ status: "queued" }).where(eq(outboxMails.status, "failed"));
    await sendMails(online);
    await runJobs();
    expect(await readIssue(faris, issue)).toMatchObject({ sent: 2, failed: 0, failures: [] });
  });

  it("P-18 a mail in transfer when the process dies is listed, not sent again; a mail without that rule is sent twice", async () => {
    const answered = Promise.withResolvers<"take">();
    // The test's mail server calls this twice for each mail: at its recipient and after its text.
    const requests: number[] = [];
    const server = await startMailServer((nth) => (requests.push(nth), answered.promise));
    const countMails = () => requests.length / 2;
    onTestFinished(closeTransport);
    onTestFinished(() => answered.resolve("take"));
    const online = { ...visitor, env: testEnv({ BASE_URL: "https://nama.example", SMTP_URL: server.url }) } as TestCtx;
    await subscriber(visitor, "sara@example.com");
    await visitor.db.delete(outboxMails);
    const issue = await start();
    await runJobs();
    const id = (await readIssueMails())[0]?.id ?? 0;
    /** Sends the mail as a process that dies before it gets the server's answer. */
    const sendAndDie = async () => {
      const before = countMails();
      void sendMail(online, { id }, { isLast: false }).catch(() => {});
      await expect.poll(countMails).toBe(before + 1);
    };
    await sendAndDie();
    await sendMail(online, { id }, { isLast: false });
    expect(countMails()).toBe(1);
    await runJobs();
    const failures = [{ email: "sara@example.com", reason: "interrupted" }];
    expect(await readIssue(faris, issue)).toMatchObject({ failed: 1, failures });
    // Negative control: the same mail without that rule.
    await visitor.db.update(outboxMails).set({ status: "queued", manner: sql`manner - 'atMostOnce'` });
    await sendAndDie();
    await sendAndDie();
    expect(countMails()).toBe(3);
  });

  it("P-18 lists subscribers with their proof of consent, and exports them after a fresh sign-in", async () => {
    await subscriber(visitor, "sara@example.com", "ar");
    await subscriber(visitor, "omar@example.com", "en", false);
    const page = { page: 1, perPage: 25, sort: "email", order: "asc", filter: {} } as const;
    expect((await listSubscribers(faris, page)).data).toMatchObject([
      { email: "omar@example.com", state: "waiting", confirmedAt: null },
      {
        email: "sara@example.com",
        state: "confirmed",
        locale: "ar",
        source: "/news",
        consentVersion: "2",
        confirmedAt: expect.any(String),
      },
    ]);
    expect((await listSubscribers(faris, { ...page, filter: { q: "SARA", state: "confirmed" } })).total).toBe(1);
    const kinds = [subscribersExport];
    const request = { kind: "newsletter-subscribers", format: "csv", filter: { state: "confirmed" } };
    const stale = { ...faris, actor: { ...faris.actor, confirmedAt: new Date(0) } } as TestCtx;
    await expect(startExport(stale, kinds, request)).rejects.toThrow(FreshSignInRequired);
    await startExport(faris, kinds, request);
    await runQueuedTasks(visitor, kinds);
    expect(await visitor.db.select().from(staffTasks)).toMatchObject([{ state: "done", done: 1, isPersonal: true }]);
  });

  it("an issue keeps its figures when its mails and subscribers are deleted", async () => {
    await manySubscribers(visitor, 3);
    const issue = await start();
    await runJobs();
    await deliverAll();
    await runJobs();
    await visitor.db.delete(outboxMails);
    await visitor.db.delete(newsletterSubscriptions);
    await runJobs();
    expect(await readIssue(faris, issue)).toMatchObject({ state: "sent", sent: 3 });
    expect(await visitor.db.$count(newsletterIssues)).toBe(1);
  });
});
