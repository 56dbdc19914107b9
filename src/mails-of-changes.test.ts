/** Texts of the mails about a booking that was changed or can still be changed. */
import { describe, expect, it } from "vitest";
import { creditReason } from "#features/invoices/document-labels.ts";
import { orderProps, renderCase, type MailCase } from "#test/mail-cases.ts";

const oneSpace = (text: string) => text.replaceAll(/\s+/g, " ");

describe("mails about a changed booking", () => {
  /** Renders a mail with single spaces and without direction marks. */
  const renderFlat = async (mailCase: MailCase, locale: "en" | "ar" = "en") => {
    const { subject, preview, text } = await renderCase(mailCase, locale);
    return { subject, preview, text: oneSpace(text.replace(/[\u2066-\u2069\u200f]/g, "")) };
  };
  const [line] = orderProps("en").lines;
  const sara = { name: "Sara Nasser", you: true };
  const omar = { name: "Omar Saleh", you: false };
  const refund = (cancelled: object, left: object) => ({
    name: "payment-refunded" as const,
    change: { refunded: "920.00", refundedInAll: "920.00", lines: [{ ...line, qty: 3, kept: true, cancelled, left }] },
  });

  it("A1 the refund of one seat names that seat as cancelled, and the others as booked", async () => {
    const { text } = await renderFlat(refund({ qty: 1, attendees: [omar] }, { qty: 2, attendees: [sara] }));
    const [cancelledPart = "", bookedPart = ""] = text.split("Still booked");
    expect(cancelledPart).toMatch(/What was cancelled .*1 seat: - Omar Saleh/);
    expect(cancelledPart).not.toContain("Sara Nasser (you)");
    expect(bookedPart).toMatch(/2 attendees: - Sara Nasser \(you\) - Name to be added/);
    expect(bookedPart).not.toContain("Omar Saleh");
    const withoutName = await renderFlat(refund({ qty: 1, attendees: [] }, { qty: 2, attendees: [sara, omar] }), "ar");
    expect(withoutName.text).toMatch(/ما أُلغي .*مقعد واحد: - لم يُسجَّل الاسم بعد.*المقاعد المحجوزة .*المشاركون \(2\)/);
  });

  it("A1 a refund without a seat cancels nothing, and a seat that was cancelled earlier is not named again", async () => {
    const { text } = await renderFlat(refund({ qty: 0, attendees: [] }, { qty: 2, attendees: [sara, omar] }));
    expect(text).not.toContain("What was cancelled");
    expect(text).toContain("2 attendees");
  });

  it("C26 mail and credit note give the same reason", async () => {
    const mailCase = { name: "payment-refunded" as const, change: { reason: "cannot-attend" } };
    expect((await renderFlat(mailCase)).text).toContain(`${creditReason("cannot-attend", "en")}.`);
    expect((await renderFlat(mailCase, "ar")).text).toContain("تعذّر حضور المشارك.");
  });

  it("A30 the attendee of a refunded seat reads that it was refunded, and to whom", async () => {
    // `attendee-returned` tells an attendee that their seat was cancelled.
    const mailCase = { name: "attendee-returned" as const, change: {} };
    expect((await renderFlat(mailCase)).text).toContain("has been cancelled and refunded to Sara Nasser.");
    expect((await renderFlat(mailCase, "ar")).text).toContain("أُعيدت قيمته إلى صاحب الحجز (سارة ناصر)");
    const withoutBuyer = await renderFlat({ name: "attendee-returned", change: { buyer: "" } });
    expect(withoutBuyer.text).toContain("has been cancelled and refunded. There");
  });

  it("A5 the mail about a free seat names no payer and no third party", async () => {
    // `attendee-place` tells an attendee that a seat is theirs.
    const mailCase = { name: "attendee-place" as const, change: { isFree: true, buyer: "" } };
    const { subject, preview, text } = await renderFlat(mailCase);
    expect(subject).toMatch(/^You have a seat: /);
    expect(text).toContain("we’ve booked you a seat on this course, free of charge.");
    expect(text).toContain("because you have a seat on this course.");
    expect(`${preview} ${text}`).not.toMatch(/paid for|Booked by|gave us your address/);
    expect((await renderFlat(mailCase, "ar")).text).toContain("حجزنا لك مقعدًا مجانيًا في هذه الدورة.");
  });

  it.each(["course-moved", "course-cancelled"] as const)(
    "A12 %s mentions travel only for courses on site",
    async (name) => {
      const { props } = await renderCase({ name, change: {} }, "en");
      const run = (delivery: string) => ({ ...(props as unknown as { before: object }).before, delivery });
      const renderFor = (delivery: string) =>
        renderFlat({ name, change: { before: run(delivery), now: run(delivery) } });
      expect((await renderFor("onsite")).text).toContain("If you’ve booked travel");
      expect((await renderFor("online")).text).not.toContain("travel");
    },
  );

  it("U-09 the mail about a seat that its attendee gave away says so and names the new attendee", async () => {
    const mailCase = { name: "seat-given-on" as const, change: { givenTo: "Huda Salem" } };
    expect((await renderFlat(mailCase)).text).toContain("you’ve given your seat on this course to Huda Salem.");
    expect((await renderFlat(mailCase, "ar")).text).toContain("كما طلبت، انتقل مقعدك في هذه الدورة إلى Huda Salem");
    expect((await renderFlat(mailCase, "ar")).text).not.toContain("صاحب الحجز.");
    expect((await renderFlat({ ...mailCase, change: {} })).text).not.toContain("Huda");
  });

  it("B10 U-07 each calendar file of a moved seat says what it does, once", async () => {
    const { text } = await renderFlat({ name: "seat-moved", change: {} });
    const labels = ["Adds the new date to your calendar", "Removes the former date from your calendar"];
    for (const label of labels) expect(text.split(label), label).toHaveLength(2);
    const arabic = (await renderFlat({ name: "seat-moved", change: {} }, "ar")).text;
    for (const label of ["يضيف الموعد الجديد إلى تقويمك", "يزيل الموعد السابق من تقويمك"])
      expect(arabic.split(label), label).toHaveLength(2);
  });

  it("Z-08 a moved seat's mail says that a company's tax invoice for the difference will be sent later", async () => {
    const name = "seat-moved" as const;
    const sentence = "Your tax invoice follows.";
    expect((await renderFlat({ name, change: { documentFollows: true } })).text).toContain(sentence);
    expect((await renderFlat({ name, change: {} })).text).not.toContain(sentence);
  });

  it("A16 A17 the mail of a transfer order asks for the transfer, and says that the order is in the reader's name", async () => {
    const mailCase = { name: "transfer-requested" as const, change: {} };
    const { text } = await renderFlat(mailCase);
    expect(text).toContain("Pay by transfer to confirm your seat =");
    expect(text).toContain("because order 1042 is in your name.");
    const forTwo = await renderFlat({ ...mailCase, change: { lines: [{ ...line, qty: 2 }] } }, "ar");
    expect(forTwo.text).toContain("أكمل الحوالة لتأكيد مقعديك");
    expect(forTwo.text).toContain("لأن الطلب رقم 1042 باسمك");
  });

  it("C34 the attendee of a seat that staff cancelled reads why", async () => {
    const mailCase = { name: "seat-cancelled" as const, change: { reason: "The room is smaller than planned" } };
    const { text } = await renderFlat(mailCase);
    expect(text).toContain("we’re sorry: your seat on this course has been cancelled.");
    expect(text).toContain("Reason: The room is smaller than planned");
    expect(text).toContain("If this isn’t right, reply to this email.");
    expect((await renderFlat({ name: "seat-cancelled", change: {} })).text).not.toContain("Reason:");
    // DK-07: a buyer reads what happens to the money.
    const paid = await renderFlat({ name: "seat-cancelled", change: { isPaid: true } });
    expect(paid.text).toContain("hasn’t been refunded yet");
    expect(paid.text).not.toContain("nothing for you to pay");
  });

  it("N-08 X-02 the confirmation names the last days to cancel, to move and to send someone else, while there are any", async () => {
    const renderConfirmation = async (at: string) => {
      const mail = await renderFlat({ name: "order-confirmed", change: { at: `${at}T07:00:00.000Z` } });
      return mail.text;
    };
    const early = await renderConfirmation("2026-11-22");
    expect(early).toContain("Cancel until Tue 29 December 2026 for a full refund.");
    expect(early).toContain("Cancel until Tue 5 January 2027 for a 50% refund.");
    expect(early).toContain("Move to another date until Tue 5 January 2027");
    expect(early).toContain("Send a colleague until the course begins");
    const later = await renderConfirmation("2027-01-05");
    expect(later).not.toContain("full refund");
    expect(later).toContain("Cancel until Tue 5 January 2027 for a 50% refund.");
    const late = await renderConfirmation("2027-01-06");
    expect(late).not.toContain("Cancel until");
    expect(late).not.toContain("Move to another date");
    expect(late).toContain("Send a colleague until the course begins");
    expect(await renderConfirmation("2027-01-12")).not.toContain("If your plans change");
  });
});
