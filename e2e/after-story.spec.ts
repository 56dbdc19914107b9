/**
 * From purchase to certificate for two attendees. Jobs run with a clock that the test moves; the door needs the real
 * clock, so the test moves the run to today.
 */
import { and, eq, inArray, like } from "drizzle-orm";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { courseRuns, runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { attendanceMarks } from "#features/learning/attendance/tables.server.ts";
import { issueDueCertificates } from "#features/learning/certificates/issue.server.ts";
import { certificates } from "#features/learning/certificates/tables.server.ts";
import { askForFeedback } from "#features/learning/feedback/ask.server.ts";
import { sendReminders } from "#features/seats/reminders/reminders.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { users } from "#features/people/tables.server.ts";
import { addDays, riyadhDate, riyadhInstant } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import { createJobRunner } from "#platform/jobs-runner.server.ts";
import { mailRetry } from "#platform/mail/outbox.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { m } from "#messages";
import { testContext, testEnv } from "#test/context.ts";
import { newPerson, post } from "#test/http/client.ts";
import { pdfPages } from "#test/pdf-text.ts";
import { renderFirstPage, readQr } from "#test/qr-of-pdf.ts";
import { buy } from "./support/buying.ts";
import { cameraArgs, holdUp, removeCamera } from "./support/camera.ts";
import { launchOptions } from "./support/launch-options.ts";
import { portalText } from "./support/portal-text.ts";
import { openColleague, type StaffVisitor } from "./support/staff.ts";
import { expect, test, type PostgresSite } from "./support/test.ts";
import { selectViewports, type Viewport } from "./support/visitor.ts";

/** A context for the jobs. The test moves its clock; the site itself sends the mails that they queue. */
async function createJobContext(site: PostgresSite) {
  const ctx = testContext(site.database, { env: testEnv({ BASE_URL: site.url }) });
  const jobs = createJobRunner(site.database, ctx.log);
  await jobs.prepare({ "mail.send": { retry: mailRetry } });
  return { ctx: Object.assign(ctx, { jobs }), stop: () => jobs.stop() };
}

/** Creates an accredited run on one evening, ten days from now, whose certificates require feedback. */
async function createEveningRun(site: PostgresSite) {
  const { db } = site.database;
  const course = await makeCourse(db, { name_eng: "Wound care at home", name_ar: "العناية بالجروح في المنزل" });
  const day = addDays(riyadhDate(new Date()), 10);
  const dates = { startDate: day, endDate: day, days: 1, timesConfirmed: true, hours: "6.0" };
  const { id } = await makeRun(db, course.id, { ...dates, feedbackRequired: true });
  const moveTo = async (startsAt: Date, endsAt: Date) => {
    const startDate = riyadhDate(startsAt);
    await db.update(courseRuns).set({ startDate, endDate: startDate }).where(eq(courseRuns.id, id));
    await db.update(runSessions).set({ startsAt, endsAt }).where(eq(runSessions.runId, id));
  };
  await moveTo(riyadhInstant(day, "17:00"), riyadhInstant(day, "20:00"));
  return { id, slug: course.slug, day, moveTo };
}

/** Calls the staff API as this colleague, for steps that the journey does not show on a screen. */
const createApiCaller =
  (site: PostgresSite, { context }: StaffVisitor) =>
  async (path: string, data: object) => {
    const answer = await context.request.post(`${site.url}/api/staff/${path}`, { data, headers: { origin: site.url } });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()) as Record<string, unknown>;
  };

async function fetchPdf(address: string, init?: RequestInit): Promise<Uint8Array> {
  const answer = await fetch(address, init);
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  return new Uint8Array(await answer.arrayBuffer());
}

async function playStory(
  viewport: Viewport,
  site: PostgresSite,
  visit: Parameters<Parameters<typeof test>[2]>[0]["visit"],
  { ctx, otherLocale }: { ctx: Awaited<ReturnType<typeof createJobContext>>["ctx"]; otherLocale: Locale },
): Promise<void> {
  const { locale } = viewport;
  const t = { locale };
  const text = portalText(locale);
  const { db } = site.database;
  const run = await createEveningRun(site);
  const [sara, omar] = [await newPerson(site, "Sara Nasser"), await newPerson(site, "Omar Khalid")];
  await db.update(users).set({ locale }).where(eq(users.id, sara.id));
  await db.update(users).set({ locale: otherLocale }).where(eq(users.id, omar.id));
  const languages = [
    { person: sara, locale },
    { person: omar, locale: otherLocale },
  ];
  const visitor = await visit(site, { ...viewport, as: sara });
  const { page } = visitor;
  const findSeatId = async (email: string) => {
    const [seat] = await db
      .select({ id: enrolments.id })
      .from(enrolments)
      .where(and(eq(enrolments.runId, run.id), eq(enrolments.attendeeEmail, email)));
    return seat?.id ?? 0;
  };
  const readMarks = async () =>
    (
      await db
        .select({ state: attendanceMarks.state, minutes: attendanceMarks.lateMinutes, way: attendanceMarks.way })
        .from(attendanceMarks)
        .where(inArray(attendanceMarks.enrolmentId, [await findSeatId(sara.email), await findSeatId(omar.email)]))
    ).map(({ state, minutes, way }) => [state, minutes ?? 0, way].join(" "));
  /** Waits for the first line that contains `path` in the newest mail to this address that has one. */
  const findLink = async (email: string, path: string): Promise<string> => {
    let link = "";
    await expect(async () => {
      const mails = (await site.mails()).filter((mail) => mail.to === email);
      link = mails.flatMap(({ text }) => text.split("\n").find((line) => line.includes(path)) ?? []).at(0) ?? "";
      expect(link).not.toBe("");
    }).toPass({ timeout: 15_000 });
    return link.trim();
  };
  const readSubjects = async (email: string) =>
    (await site.mails()).filter((mail) => mail.to === email).map(({ subject }) => subject);

  await test.step("two people buy seats and get tickets", async () => {
    await buy(visitor, run.slug);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const omarVisitor = await visit(site, { ...viewport, locale: otherLocale, as: omar });
    await buy(omarVisitor, run.slug);
    await expect(omarVisitor.page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const { person } of languages) await findLink(person.email, "/ticket/");
    const saraNames = { attendeeNameOther: "سارة ناصر", scfhsNumber: "00RN0000001" };
    await db
      .update(enrolments)
      .set(saraNames)
      .where(eq(enrolments.id, await findSeatId(sara.email)));
    const omarNames = { attendeeNameOther: "عمر خالد", scfhsNumber: "00RN0000002" };
    await db
      .update(enrolments)
      .set(omarNames)
      .where(eq(enrolments.id, await findSeatId(omar.email)));
  });

  await test.step("attendees are reminded seven days and one day before, each in their language", async () => {
    const remindAt = async (day: string, time: string) => {
      ctx.clock.now = riyadhInstant(day, time);
      await sendReminders(ctx);
    };
    await remindAt(addDays(run.day, -8), "17:00");
    await remindAt(addDays(run.day, -7), "16:59");
    const earlyReminders = await db
      .select({ template: outboxMails.template })
      .from(outboxMails)
      .where(and(inArray(outboxMails.to, [sara.email, omar.email]), like(outboxMails.template, "reminder-%")));
    await remindAt(addDays(run.day, -7), "17:00");
    await remindAt(addDays(run.day, -1), "17:00");
    for (const { person, locale } of languages) {
      const course = locale === "ar" ? "العناية بالجروح في المنزل" : "Wound care at home";
      const expectedSubjects = [
        m.reminders_week_subject({ course }, { locale }),
        m.reminders_day_subject({ course, time: locale === "ar" ? "5:00 مساءً" : "5:00 pm" }, { locale }),
      ];
      await expect
        .poll(async () => (await readSubjects(person.email)).map((one) => one.replaceAll("\u00a0", " ")))
        .toEqual(expect.arrayContaining(expectedSubjects));
    }
    expect(earlyReminders).toEqual([]);
  });

  await test.step("support scans one ticket, and finds the other attendee by name while offline", async () => {
    const now = Date.now();
    const latest = riyadhInstant(riyadhDate(new Date(now)), "23:50").getTime();
    const start = Math.min(now + 600_000, latest);
    await run.moveTo(new Date(start), new Date(start + 540_000));
    const door = await openColleague(visit, site, "support", { locale, width: 390 });
    await door.context.grantPermissions(["camera"], { origin: site.url });
    // The QR code that Omar holds up contains the ticket address from his email.
    holdUp(await findLink(omar.email, "/ticket/"));
    await door.openStaff(`/runs/${run.id}/door`);
    await expect(door.page.getByRole("alert").filter({ hasText: text("door.answers.in") })).toBeVisible();
    await expect.poll(readMarks).toEqual(["present 0 door"]);
    holdUp(null);
    door.expectFailure(/\/api\/staff\//);
    await door.context.setOffline(true);
    await door.page.getByRole("button", { name: text("common.search_by_name"), exact: true }).click();
    await door.page.getByRole("searchbox").fill("sara");
    await door.page.getByRole("listitem").filter({ hasText: "Sara Nasser" }).getByRole("button").click();
    await expect(door.page.getByText(text("door.no_connection"))).toBeVisible();
    expect(await readMarks()).toHaveLength(1);
    await door.context.setOffline(false);
    await expect.poll(readMarks).toHaveLength(2);
  });

  const trainer = await openColleague(visit, site, "training", { locale });
  await test.step("the trainer corrects a mark", async () => {
    await trainer.openStaff(`/runs/${run.id}/attendance`);
    const row = trainer.page.getByRole("row").filter({ hasText: "Omar Khalid" });
    await row.locator("td button").first().focus();
    await trainer.page.keyboard.press("l");
    const dialog = trainer.page.getByRole("dialog");
    await dialog.getByLabel(text("attendance.late_by")).fill("5");
    await dialog.getByRole("button", { name: text("common.action.save"), exact: true }).click();
    await expect.poll(readMarks).toEqual(expect.arrayContaining(["late 5 list"]));
  });

  await test.step("after the run, both attendees get the five questions and answer the first two", async () => {
    const yesterday = addDays(riyadhDate(new Date()), -1);
    await run.moveTo(riyadhInstant(yesterday, "22:00"), riyadhInstant(yesterday, "23:59"));
    ctx.clock.now = new Date();
    await askForFeedback(ctx);
    for (const { person, locale } of languages) {
      await page.goto(await findLink(person.email, "/feedback/"));
      const questions = page.getByRole("main").getByRole("group");
      for (const [at, value] of [4, 5].entries())
        await questions
          .nth(at)
          .getByRole("radio", { name: String(value), exact: true })
          .check();
      await page.getByRole("button", { name: m.feedback_send_certificate({}, { locale }) }).click();
      await expect(page.getByRole("heading", { name: m.feedback_thanks_heading({}, { locale }) })).toBeVisible();
    }
  });

  const findCertificate = async (email: string) => {
    const rows = await db
      .select()
      .from(certificates)
      .where(eq(certificates.enrolmentId, await findSeatId(email)));
    return rows.find(({ state }) => state === "valid") ?? rows[0];
  };

  const checkedCertificate =
    await test.step("the job issues certificates; the QR code in the PDF leads to the certificate's page", async () => {
      ctx.clock.now = new Date(Date.now() + 25 * 3_600_000);
      await issueDueCertificates(ctx);
      const issued = await findCertificate(sara.email);
      const bytes = await fetchPdf(await findLink(sara.email, `/certificates/${issued?.number ?? ""}/pdf`));
      const address = (await readQr(renderFirstPage(bytes))) ?? "";
      expect(address).toBe(`${site.url}/verify/${issued?.number ?? ""}`);
      await visitor.open(new URL(address).pathname);
      await expect(page.getByRole("heading", { name: m.certificates_valid({}, t) })).toBeVisible();
      await expect(page.getByRole("main")).toContainText(locale === "ar" ? "سارة ن" : "Sara N");
      return { path: new URL(address).pathname, id: issued?.id ?? 0 };
    });

  await test.step("staff reissue one certificate and revoke the other", async () => {
    const call = createApiCaller(site, trainer);
    const names = { name_eng: "Sara A. Nasser", name_ar: "سارة أ. ناصر", reason: "Her full name" };
    const { number } = await call(`certificates/${checkedCertificate.id}/reissue`, names);
    await visitor.open(checkedCertificate.path);
    await expect(page.getByRole("heading", { name: m.certificates_replaced({}, t) })).toBeVisible();
    await page.getByRole("link", { name: m.certificates_see_newer({}, t) }).click();
    await expect(page.getByRole("heading", { name: m.certificates_valid({}, t) })).toBeVisible();
    expect(page.url()).toBe(visitor.url(`/verify/${String(number)}`));
    const revoked = await findCertificate(omar.email);
    const revocation = { reason: "Someone else attended", told_eng: "Not you.", told_ar: "ليس لك." };
    await call(`certificates/${revoked?.id ?? 0}/revoke`, { ...revocation, lastFour: revoked?.number.slice(-4) });
    await visitor.open(`/verify/${revoked?.number ?? ""}`);
    await expect(page.getByRole("heading", { name: m.certificates_revoked({}, t) })).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText(/Omar|عمر/);
  });

  await test.step("Sara's CPD record, its PDF and its shared page agree; Omar's record has no hours", async () => {
    const number = (await findCertificate(sara.email))?.number ?? "";
    await visitor.open("/my-cpd");
    await expect(page.getByRole("link", { name: number })).toBeVisible();
    const headers = { "content-type": "application/json", authorization: `Bearer ${sara.token}` };
    const record = await fetchPdf(`${site.url}/api/cpd-pdf`, { method: "POST", headers, body: "{}" });
    const pages = pdfPages(record).join(" ");
    for (const phrase of [number, "Wound care at home"]) expect(pages).toContain(phrase);
    const request = { years: null, with_declared: false };
    const { body: link } = await post(site, "/api/share-record", request, { token: sara.token });
    const guest = await visit(site, viewport);
    await guest.open(String(link["path"]));
    await expect(guest.page.getByRole("link", { name: number })).toBeVisible();
    const [saraRecord, sharedRecord, omarRecord] = [
      await post(site, "/api/my-cpd", {}, { token: sara.token }),
      await post(site, "/api/shared-record", { code: String(link["path"]).split("/").at(-1) }),
      await post(site, "/api/my-cpd", {}, { token: omar.token }),
    ];
    expect(saraRecord.body["verified"]).toMatchObject([{ number, hours: 6 }]);
    expect(sharedRecord.body["verified"]).toMatchObject([{ number, hours: 6 }]);
    expect(sharedRecord.body["years"]).toEqual(saraRecord.body["years"]);
    expect(omarRecord.body["verified"]).toEqual([]);
  });
}

const options = launchOptions();
test.use({ launchOptions: { ...options, args: [...(options.args ?? []), ...cameraArgs] } });
test.afterAll(removeCamera);

for (const viewport of selectViewports("ar"))
  test(`T-01 T-02 T-03 K-01 K-02 K-03 K-05 from the purchase to the certificate (${viewport.locale})`, async ({
    visit,
    postgresSite: site,
  }) => {
    test.setTimeout(120_000);
    const { ctx, stop } = await createJobContext(site);
    try {
      await playStory(viewport, site, visit, { ctx, otherLocale: viewport.locale === "ar" ? "en" : "ar" });
    } finally {
      await stop();
    }
  });
