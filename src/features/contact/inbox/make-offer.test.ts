/** A run offered to a company from the inbox (decision 050): rejections, then from the offer to the order. */
import { eq, isNotNull } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { bookByTransfer } from "#features/checkout/book-by-transfer.server.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { readQuotation } from "#features/checkout/quotation.server.ts";
import { sendContactRequest } from "#features/contact/requests.server.ts";
import { editRun, replaceSessions } from "#features/runs/edit-run.server.ts";
import { moveRun } from "#features/runs/run-changes/move.server.ts";
import { renewRunLink, withdrawRunLink } from "#features/runs/run-link.server.ts";
import { readRun } from "#features/runs/staff-runs.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { changeSetting } from "#features/settings/settings.server.ts";
import { quotationAttachment, quoteSeats } from "#features/settlement/quotes/quote.server.ts";
import { addDays, dayMs, riyadhDate } from "#i18n/dates.ts";
import { Conflict, EditConflict, Forbidden, NotFound, ValidationError } from "#platform/errors.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { bank } from "#test/bank.ts";
import { address, paymentsAt } from "#test/buyer.ts";
import { createCompanyRun, hospital, readQuotationLink } from "#test/company-run.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { buildContactForm } from "#test/enquiries.ts";
import { pdfPages } from "#test/pdf-text.ts";
import { openSandbox } from "#test/sandbox.ts";
import { makeStaff } from "#test/staff.ts";
import { changeEnquiry } from "./change-enquiry.server.ts";
import { listOfferableRuns, makeOffer } from "./make-offer.server.ts";
import { readEnquiry } from "./list.server.ts";
import { enquiries } from "./tables.server.ts";

const sandbox = await openSandbox();

describeOnDatabase("a run offered to a company", (open) => {
  let visitor: TestCtx;
  let support: TestCtx;
  let training: TestCtx;
  let buyer: TestCtx;
  let courseId: number;
  let enquiryId: number;
  let runId: number;
  let today: string;
  let until: string;

  beforeEach(async () => {
    visitor = testContext(await open(), { env: testEnv(paymentsAt(sandbox)) });
    support = visitor.asStaff("support", { id: (await makeStaff(visitor, "support")).id, name: "Omar T." });
    training = visitor.asStaff("training");
    buyer = visitor.as(await makeUser(visitor.db));
    await changeSetting(visitor.asStaff("owner"), "transfers", bank);
    courseId = (await makeCourse(visitor.db)).id;
    await sendContactRequest(visitor, buildContactForm({ email: "nora@example.com" }));
    enquiryId = (await visitor.db.select().from(enquiries))[0]?.id ?? 0;
    today = riyadhDate(visitor.now());
    until = addDays(today, 14);
    runId = await make();
  });

  const make = () => createCompanyRun(training, { courseId, startDate: addDays(today, 30) });
  const offer = async (change: object = {}, who = support) => {
    const { version } = await readEnquiry(support, { id: enquiryId });
    return makeOffer(who, { id: enquiryId, version, runId, until, text: "Here it is.", ...change });
  };
  const readLink = () => readQuotationLink(training, runId);
  const readState = async () => {
    const { messages } = await readEnquiry(support, { id: enquiryId });
    return messages.findLast((message) => message.offer)?.offer?.state;
  };
  const accept = (key: string, who = buyer) =>
    bookByTransfer(who, {
      items: [{ runId, qty: 12, key, named_later: 12 }],
      billing: address,
      company: { ...hospital, purchase_order: "PO-7" },
      totalHalalas: 2_300_000,
    });

  describe("refusals", () => {
    it("rejects offering, and listing what can be offered, without the permission", async () => {
      for (const who of [visitor.asStaff("training"), visitor.asStaff("finance"), visitor.asStaff("auditor")]) {
        await expect(offer({}, who)).rejects.toThrow(Forbidden);
        await expect(listOfferableRuns(who)).rejects.toThrow(Forbidden);
      }
    });

    it("rejects an unknown, public, linked, booked, begun, cancelled or closed run, and a past or too late last day", async () => {
      await expect(offer({ runId: 4711 })).rejects.toThrow(NotFound);
      const others = [
        await makeRun(visitor.db, courseId),
        await makeRun(visitor.db, courseId, { visibility: "link", linkSeed: "x" }),
        await makeRun(visitor.db, courseId, { visibility: "company", companyName: "A", seatsSold: 1 }),
        await makeRun(visitor.db, courseId, {
          visibility: "company",
          companyName: "A",
          startDate: today,
          endDate: today,
        }),
        await makeRun(visitor.db, courseId, { visibility: "company", companyName: "A", cancelledAt: visitor.now() }),
        await makeRun(visitor.db, courseId, { visibility: "company", companyName: "A", saleStoppedAt: visitor.now() }),
        await makeRun(visitor.db, (await makeCourse(visitor.db, { disable_course: true })).id, {
          visibility: "company",
          companyName: "A",
        }),
      ];
      for (const { id } of others) await expect(offer({ runId: id })).rejects.toThrow(Conflict);
      for (const day of [addDays(today, -1), addDays(today, 30)])
        await expect(offer({ until: day })).rejects.toThrow(ValidationError);
      expect((await listOfferableRuns(support)).map(({ id }) => id)).toEqual([runId]);
      expect(await visitor.db.$count(outboxMails, eq(outboxMails.template, "enquiry-offer"))).toBe(0);
    });

    it("rejects an enquiry that changed meanwhile or is spam, and leaves the run unchanged", async () => {
      await expect(offer({ version: 7 })).rejects.toThrow(EditConflict);
      const { version } = await readEnquiry(support, { id: enquiryId });
      await changeEnquiry(support, { id: enquiryId, version, state: "spam" });
      await expect(offer()).rejects.toThrow(Conflict);
      expect((await readRun(training, { id: runId })).quotedUntil).toBeNull();
    });

    it("rejects a quotation address that is invalid, has another key, or was withdrawn or replaced", async () => {
      await offer();
      const { token, key } = await readLink();
      const other = token.replace(/^\d+/, String(await make()));
      for (const wrong of ["x", "1-x", `${runId}-${"A".repeat(22)}`, other, `${token}A`])
        await expect(readQuotation(visitor, wrong)).rejects.toThrow(NotFound);
      await renewRunLink(training, { runId });
      await expect(readQuotation(visitor, token)).rejects.toThrow(NotFound);
      await expect(accept(key)).rejects.toThrow(NotFound);
      expect(await readState()).toBe("withdrawn");
    });

    it("expires the day after its last day for every way to pay; a new offer reopens the same link", async () => {
      await offer();
      const { token, key } = await readLink();
      visitor.clock.now = new Date(visitor.now().getTime() + 15 * dayMs);
      expect((await readQuotation(visitor, token)).state).toBe("expired");
      expect(await readState()).toBe("expired");
      await expect(accept(key)).rejects.toThrow(Conflict);
      const items = [{ runId, qty: 12, key }];
      await expect(beginCheckout(buyer, { items, billing: address, company: hospital })).rejects.toThrow(Conflict);
      await expect(quoteSeats(visitor, { items })).rejects.toThrow(Conflict);
      await offer({ until: addDays(today, 20) });
      expect(await readLink()).toEqual({ token, key });
      expect((await readQuotation(visitor, token)).state).toBe("open");
    });

    it("keeps price, seats, company, dates and venue while open; after withdrawal they can change", async () => {
      await offer();
      const edit = async (values: object) => {
        const { version } = await readRun(training, { id: runId });
        await editRun(training, { runId, version, ...values });
      };
      for (const values of [
        { price: 1_900_000 },
        { capacity: 14 },
        { companyName: "B" },
        { visibility: "public" },
        { venueEng: "Hall 2, Riyadh" },
      ])
        await expect(edit(values)).rejects.toThrow(Conflict);
      const day = addDays(today, 31);
      const to = { startDate: day, endDate: day, venueEng: "Their ward, Riyadh", venueAr: null };
      const owner = visitor.asStaff("owner");
      await expect(moveRun(owner, { runId, ...to })).rejects.toThrow(Conflict);
      const teach = (on: string) => {
        const [startsAt, endsAt] = ["09:00", "15:00"].map((time) => new Date(`${on}T${time}:00+03:00`)) as [Date, Date];
        return replaceSessions(training, { runId, sessions: [{ startsAt, endsAt, joiningUrl: null }] });
      };
      await expect(teach(day)).rejects.toThrow(Conflict);
      await teach(addDays(today, 30));
      await edit({ hours: 7 });
      await withdrawRunLink(training, { runId });
      expect(await readState()).toBe("withdrawn");
      await edit({ price: 1_900_000 });
      await moveRun(owner, { runId, ...to });
      await offer();
      expect((await readQuotation(visitor, (await readLink()).token)).total).toBe("21850.00");
    });
  });

  it("is mailed as a reply; its link and quotation show what it costs and its last day", async () => {
    const answered = await offer();
    expect(answered.state).toBe("answered");
    expect(answered.messages).toMatchObject([{ text: "Here it is.", offer: { runId, until, state: "open" } }]);
    const [mail] = await visitor.db.select().from(outboxMails).where(eq(outboxMails.template, "enquiry-offer"));
    expect(mail).toMatchObject({ to: "nora@example.com", props: { offer: { total: "23000.00", until } } });
    const { token, key } = await readLink();
    expect(JSON.stringify(mail?.props)).not.toContain(key);
    expect(await readQuotation(visitor, token)).toMatchObject({
      state: "open",
      company: hospital.name,
      seats: 12,
      sub_total: "20000.00",
      total: "23000.00",
      until,
      due_on: addDays(today, 14),
    });
    const [file] = await quotationAttachment(visitor, { id: runId, seats: 12, key, at: visitor.now() }, "ar");
    const text = (await pdfPages((await file?.content()) ?? new Uint8Array())).join(" ");
    for (const part of [hospital.name, "23,000.00", "20,000.00", until, "12"]) expect(text).toContain(part);
    const [event] = await visitor.db.select().from(auditEvents).where(eq(auditEvents.action, "run.offered"));
    expect(event).toMatchObject({ entityId: String(runId), after: { quotedUntil: until, totalHalalas: 2_300_000 } });
  });

  it("an accepted quotation makes one order, and cannot be offered again or accepted by another buyer", async () => {
    await offer();
    const { token, key } = await readLink();
    const first = await accept(key);
    expect(await accept(key)).toEqual(first);
    expect(await readState()).toBe("accepted");
    expect((await readQuotation(visitor, token)).state).toBe("accepted");
    expect(await listOfferableRuns(support)).toEqual([]);
    await expect(offer()).rejects.toThrow(Conflict);
    await expect(accept(key, visitor.as(await makeUser(visitor.db)))).rejects.toThrow(Conflict);
  });

  it("is not accepted while a card payment holds the seats: its run stays as offered, and only the payer can accept", async () => {
    await offer();
    const { token, key } = await readLink();
    const items = [{ runId, qty: 12, key }];
    const { expires_at } = await beginCheckout(buyer, { items, billing: address, company: hospital });
    const paying = { state: "open", card_payment_until: expires_at };
    expect(await readQuotation(visitor, token)).toMatchObject(paying);
    expect(await readState()).toBe("open");
    const { version } = await readRun(training, { id: runId });
    await expect(editRun(training, { runId, version, price: 1_900_000 })).rejects.toThrow(Conflict);
    await expect(accept(key, visitor.as(await makeUser(visitor.db)))).rejects.toThrow(Conflict);
    expect(await readQuotation(visitor, token)).toMatchObject(paying);
    visitor.clock.now = new Date(visitor.now().getTime() + dayMs);
    expect(await readQuotation(visitor, token)).toMatchObject({ state: "open", card_payment_until: null });
    await beginCheckout(buyer, { items, billing: address, company: hospital });
    await accept(key);
    expect(await readQuotation(visitor, token)).toMatchObject({ state: "accepted", card_payment_until: null });
  });

  it("accepting again keeps the attendees named at checkout", async () => {
    await offer();
    const { key } = await readLink();
    const person = { runId, name: "Sara Ali", email: "sara@example.com", scfhs_number: "" };
    const { orderId } = await bookByTransfer(buyer, {
      items: [{ runId, qty: 12, key, named_later: 11 }],
      attendees: [person],
      billing: address,
      company: hospital,
      totalHalalas: 2_300_000,
    });
    expect((await accept(key)).orderId).toBe(orderId);
    const named = await visitor.db.select().from(enrolments).where(isNotNull(enrolments.attendeeEmail));
    expect(named.map(({ attendeeEmail }) => attendeeEmail)).toEqual([person.email]);
  });
});
