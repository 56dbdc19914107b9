/** Sends mails about an order to a real mail server and checks their texts, files and headers as received. */
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { weekdayRange } from "#i18n/dates.ts";
import { inTransaction } from "#platform/context.server.ts";
import { renderMail } from "#platform/mail/render.server.ts";
import { registerMails, templateNamed } from "#platform/mail/templates.server.ts";
import { closeTransport } from "#platform/mail/transport.server.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { openTestDatabase } from "#test/database.ts";
import { listLeafParts, type MailServer, parseMime, sendMails, startMailServer } from "#test/mail-server.ts";
import { bookPlace, paidByCard, paidOrders, refundRow } from "#test/paid-order.ts";
import { queueAttendeeMails, queueSeatCancelledMails } from "#features/seats/seat-mails.server.ts";
import { queueOrderMail } from "#features/settlement/mails/order-mails.server.ts";
import { issueCreditNote, issueInvoice } from "#features/invoices/issue.server.ts";
import { cancelRunNow, moveRunNow } from "#test/run-changes.ts";
import { cancelConfirmedSeats } from "#features/seats/seats.server.ts";
import { mails } from "../src/mails.ts";

let server: MailServer;
let ctx: TestCtx;
beforeEach(async () => {
  server = await startMailServer();
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  onTestFinished(closeTransport);
  ctx = testContext(database, { env: testEnv({ SMTP_URL: server.url, BASE_URL: "https://nama.example" }) });
  registerMails(mails, async () => ({
    name: "Nama Health",
    address: "Riyadh",
    phone: "+966 11 000 0000",
    email: "hello@example.com",
  }));
});

/** Sends all queued mails and resolves with what the server has received. */
async function sendAndRead(): Promise<
  { to: string; head: string; text: string; html: string; files: { type: string; name: string; bytes: Buffer }[] }[]
> {
  await sendMails(ctx);
  return server.received.splice(0).map(({ to, source }) => {
    const whole = parseMime(source);
    const parts = listLeafParts(whole);
    const files = parts.flatMap(({ type, head, bytes }) => {
      const name = /filename="?([^";\r\n]+)/.exec(head)?.[1];
      return name && !/^content-disposition: inline/im.test(head) ? [{ type, name, bytes }] : [];
    });
    const readText = (type: string) =>
      parts
        .find((part) => part.type === type)
        ?.bytes.toString("utf8")
        .replaceAll("\r\n", "\n") ?? "";
    return { to: to[0] ?? "", head: whole.head, text: readText("text/plain"), html: readText("text/html"), files };
  });
}

/** Reads a calendar file and joins its folded lines. */
const readCalendar = (bytes: Buffer | undefined) => (bytes?.toString("utf8") ?? "").replaceAll("\r\n ", "");
const readRunId = async (orderId: number) =>
  (
    (await ctx.db.execute(sql`select run_id as id from order_line where order_id = ${orderId}`)).rows as unknown as {
      id: number;
    }[]
  )[0]?.id ?? 0;

describe.each(["en", "ar"] as const)("mails about an order (%s)", (locale) => {
  it("F-20 the confirmation has the invoice, the days and no headers of a mailing list", async () => {
    const [orderId = 0] = await paidOrders(ctx, 1, { locale });
    await inTransaction(ctx, async (ctx) => {
      await issueInvoice(ctx, orderId, paidByCard);
      await queueOrderMail(ctx, "order-confirmed", orderId);
    });
    const [mail] = await sendAndRead();
    expect(mail?.head).toMatch(/^Message-ID: <[0-9a-f]{32}@nama\.example>$/im);
    expect(mail?.head).toMatch(/^Auto-Submitted: auto-generated$/im);
    expect(mail?.head).not.toMatch(/^List-Unsubscribe/im);
    expect(mail?.text).toContain("1,150.00");
    // The mail names the invoice that is attached to it.
    for (const part of [mail?.text, mail?.html]) expect(part).toMatch(/INV-\d{4}-000001/);
    // The expected days come from the database, not from a sample.
    const [run] = (
      await ctx.db.execute(
        sql`select start_date::text as start, end_date::text as end from course_run where id = ${await readRunId(orderId)}`,
      )
    ).rows as unknown as { start: string; end: string }[];
    for (const part of [mail?.text, mail?.html.replaceAll("\u00a0", " ")]) {
      expect(part?.replaceAll("\n   ", " ")).toContain(weekdayRange(run?.start ?? "", run?.end ?? "", locale));
      expect(part).toContain(locale === "ar" ? "يومان" : "2 days");
    }
    expect(mail?.files.map(({ type, name }) => [type, name])).toEqual([
      ["application/pdf", expect.stringMatching(/^INV-\d{4}-000001\.pdf$/)],
      ["text/calendar", `order-${orderId}.ics`],
    ]);
    expect(mail?.files[0]?.bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect(readCalendar(mail?.files[1]?.bytes)).toContain(
      locale === "ar" ? "SUMMARY:أساسيات" : "SUMMARY:Patient safety",
    );
  });

  it("the mail of a refund has its credit note; the mail of a failed payment has no file but a link to checkout", async () => {
    const [orderId = 0] = await paidOrders(ctx, 1, { locale });
    const id = await refundRow(ctx, orderId, 115_000);
    await inTransaction(ctx, async (ctx) => {
      await issueInvoice(ctx, orderId, paidByCard);
      await issueCreditNote(ctx, { id, orderId, amountHalalas: 115_000, reason: "requested" });
      await queueOrderMail(ctx, "payment-refunded", orderId, { refundId: id });
      await queueOrderMail(ctx, "payment-failed", orderId);
    });
    // Their order is not fixed: the mail that is ready first is sent first.
    const bothMails = await sendAndRead();
    const refunded = bothMails.find(({ files }) => files.length > 0);
    const failed = bothMails.find(({ files }) => files.length === 0);
    expect(refunded?.files.map(({ name }) => name)).toEqual([expect.stringMatching(/^CN-\d{4}-000001\.pdf$/)]);
    expect(failed?.files).toEqual([]);
    expect(failed?.text).toContain(
      `${locale === "ar" ? "/ar" : ""}/checkout/patient-safety?run=${await readRunId(orderId)}`,
    );
  });

  it("the mail to an attendee has a calendar file of the run", async () => {
    const [orderId = 0] = await paidOrders(ctx, 1, { locale });
    const runId = await readRunId(orderId);
    await bookPlace(ctx, { orderId, runId, seat: 1, name: "Huda Salem", email: "huda@example.com" });
    await inTransaction(ctx, (ctx) => queueAttendeeMails(ctx, orderId));
    const [mail] = await sendAndRead();
    expect(mail?.to).toBe("huda@example.com");
    expect(readCalendar(mail?.files[0]?.bytes)).toContain(`UID:run-${runId}@nama.example`);
  });

  it("mails about a moved run have the same calendar entry with a higher SEQUENCE; cancelling removes it and refunds", async () => {
    const [orderId = 0] = await paidOrders(ctx, 1, { locale });
    const runId = await readRunId(orderId);
    await bookPlace(ctx, { orderId, runId, seat: 1, name: "Huda Salem", email: "huda@example.com" });
    await moveRunNow(ctx.asStaff("training"), {
      runId,
      startDate: "2027-02-09",
      endDate: "2027-02-11",
      venueEng: "Example Tower, Jeddah",
      venueAr: "برج المثال، جدة",
    });
    const moved = await sendAndRead();
    expect(moved.map(({ to }) => to).toSorted()).toEqual(["huda@example.com", "sara@example.com"]);
    for (const { files, text } of moved) {
      const ics = readCalendar(files[0]?.bytes);
      for (const part of [
        `UID:run-${runId}@nama.example`,
        "SEQUENCE:1",
        "DTSTART;VALUE=DATE:20270209",
        "STATUS:CONFIRMED",
      ])
        expect(ics).toContain(part);
      expect(text).toContain("2027");
    }
    await cancelRunNow(ctx.asStaff("training"), { runId });
    const cancelled = await sendAndRead();
    expect(cancelled).toHaveLength(2);
    for (const { files } of cancelled) {
      const ics = readCalendar(files[0]?.bytes);
      for (const part of ["METHOD:CANCEL", "SEQUENCE:2", "STATUS:CANCELLED"]) expect(ics).toContain(part);
    }
    const { rows } = await ctx.db.execute(sql`select amount_halalas as amount, reason, status from refund`);
    expect(rows).toEqual([{ amount: 115_000, reason: "course-cancelled", status: "requested" }]);
    await expect(cancelRunNow(ctx.asStaff("training"), { runId })).rejects.toMatchObject({ status: 409 });
    await expect(
      moveRunNow(ctx.asStaff("training"), {
        runId,
        startDate: "2027-02-09",
        endDate: "2027-02-11",
        venueEng: "x",
        venueAr: null,
      }),
    ).rejects.toMatchObject({ status: 409 });
  });

  it("a refunded seat leaves the calendars of attendee and buyer with a higher SEQUENCE; later mails have that SEQUENCE", async () => {
    const [orderId = 0, secondOrderId = 0] = await paidOrders(ctx, 2, { locale });
    const runId = await readRunId(orderId);
    for (const [index, id] of [orderId, secondOrderId].entries()) {
      await bookPlace(ctx, { orderId: id, runId, seat: 1, name: "Sara N.", email: `sara-${index}@example.com` });
      await bookPlace(ctx, { orderId: id, runId, seat: 2, name: "Huda Salem", email: `huda-${index}@example.com` });
    }
    await inTransaction(ctx, (ctx) => queueAttendeeMails(ctx, orderId, [{ runId, seat: 2 }]));
    const [seatMail] = await sendAndRead();
    expect(readCalendar(seatMail?.files[0]?.bytes)).toContain("SEQUENCE:0");
    await inTransaction(ctx, async (ctx) => {
      await queueSeatCancelledMails(ctx, orderId, { runIds: [runId], seatIds: [] });
      await cancelConfirmedSeats(ctx, orderId, { runIds: [runId], seatIds: [] });
      await queueOrderMail(ctx, "payment-refunded", orderId, { refundId: 1 });
    });
    const cancellationMails = await sendAndRead();
    const huda = cancellationMails.find(({ to }) => to === "huda-0@example.com");
    expect(huda?.text).toContain("Sara N.");
    for (const to of ["huda-0@example.com", "sara@example.com"]) {
      const ics = readCalendar(cancellationMails.find((mail) => mail.to === to)?.files[0]?.bytes);
      for (const part of ["METHOD:CANCEL", "STATUS:CANCELLED", "SEQUENCE:2", `UID:run-${runId}@nama.example`])
        expect(ics, to).toContain(part);
    }
    // A seat of the same run in another order keeps its calendar entry.
    await inTransaction(ctx, (ctx) => queueAttendeeMails(ctx, secondOrderId, [{ runId, seat: 2 }]));
    const [secondSeatMail] = await sendAndRead();
    for (const part of ["METHOD:PUBLISH", "STATUS:CONFIRMED", "SEQUENCE:2"])
      expect(readCalendar(secondSeatMail?.files[0]?.bytes)).toContain(part);
  });

  it("the sample of each kind renders as HTML and as text", async () => {
    for (const name of [
      "order-confirmed",
      "payment-failed",
      "payment-refunded",
      "attendee-place",
      "attendee-returned",
      "course-moved",
      "course-cancelled",
    ]) {
      const mail = await renderMail(ctx, name, templateNamed(name).sample[locale], locale);
      expect(mail.subject.length).toBeGreaterThan(5);
      expect(mail.html).toContain(`lang="${locale}"`);
      expect(mail.text.length).toBeGreaterThan(60);
    }
  });
});
