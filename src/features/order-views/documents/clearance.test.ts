/** Z-08: a company gets its documents only once cleared, a person at once. */
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { inLocale } from "#i18n/locale.server.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { NotFound } from "#platform/errors.ts";
import { renderMail } from "#platform/mail/render.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { registerMails } from "#platform/mail/templates.server.ts";
import type { TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import {
  exampleCompany,
  exampleCorrection,
  issueInvoices,
  onboard,
  switchOn,
  withAuthority,
  withUnit,
} from "#test/einvoicing.ts";
import { paidByCard, paidOrders, refundRow } from "#test/paid-order.ts";
import { pdfPages, readAttachments } from "#test/pdf-text.ts";
import { documentPdf } from "#features/invoices/finance/documents.server.ts";
import { documentAttachment } from "#features/invoices/documents/documents.server.ts";
import { correctEInvoice, sealEInvoices } from "#features/invoices/einvoices/seal.server.ts";
import { clearedJob, submitEInvoices } from "#features/invoices/einvoices/submit.server.ts";
import { einvoices } from "#features/invoices/einvoices/tables.server.ts";
import { clearedQr } from "#features/invoices/einvoices/ubl.ts";
import { issueCreditNote, issueInvoice, type TaxDocument } from "#features/invoices/issue.server.ts";
import { qrPicture } from "#ui/qr-image.ts";
import { mailClearedDocument } from "#features/settlement/mails/mail-cleared.server.ts";
import { users } from "#features/people/tables.server.ts";
import { queueOrderMail } from "#features/settlement/mails/order-mails.server.ts";
import { mails } from "../../../mails.ts";
import { orderDocument, orderDocuments } from "./own-documents.server.ts";

const buyer = { id: "buyer-of-documents", name: "Sara N.", email: "sara@example.com" };
const company = { company: exampleCompany };
registerMails(mails, async () => ({ name: "Nama", address: "Riyadh", phone: "", email: "hello@example.com" }));

/** Returns how a document reaches its buyer: on the page, as a file, and attached to an email. */
async function readBuyerCopies(ctx: TestCtx, { orderId, id }: TaxDocument) {
  const asBuyer = ctx.as(buyer);
  const { documents, awaiting_clearance } = await orderDocuments(asBuyer, { order_id: orderId });
  const file = await orderDocument(asBuyer, { order_id: orderId, document_id: id }).catch((error: unknown) => {
    if (error instanceof NotFound) return null;
    throw error;
  });
  const attached = await documentAttachment(ctx, orderId, "en", (document) => document.id === id);
  return {
    onPage: documents.some((document) => document.id === id),
    awaiting: awaiting_clearance,
    isFile: file !== null,
    isAttached: attached.length > 0,
  };
}
const withheldAs = (kind: string) => ({ onPage: false, awaiting: [kind], isFile: false, isAttached: false });
const delivered = { onPage: true, awaiting: [], isFile: true, isAttached: true };

const readEInvoice = async (ctx: Ctx, { id }: TaxDocument) =>
  (await ctx.db.select().from(einvoices).where(eq(einvoices.taxDocumentId, id))).at(-1);
const clearedMails = (ctx: Ctx) =>
  ctx.db.select().from(outboxMails).where(eq(outboxMails.template, "document-cleared"));

/** Runs the jobs that the test context only queued. Returns their number. */
async function runClearedJobs(ctx: TestCtx): Promise<number> {
  const jobs = ctx.queued.filter(({ name }) => name === clearedJob);
  // As after a crash: each job runs twice.
  for (const { data } of [...jobs, ...jobs]) await mailClearedDocument(ctx, data as { id: number });
  return jobs.length;
}

describeOnDatabase("Z-08 documents of companies", (open) => {
  it("Z-08 are withheld while waiting, undecided or rejected, except from staff; given once corrected and cleared", async () => {
    const { ctx, sandbox } = await withUnit(await open());
    const wrong = { ...exampleCompany, vat_number: "110122393500001" };
    const [invoice] = await issueInvoices(ctx, 1, { company: wrong });
    if (!invoice) throw new Error("no invoice");
    expect(await readBuyerCopies(ctx, invoice)).toEqual(withheldAs("invoice"));
    await expect(orderDocument(ctx.as(buyer), { order_id: invoice.orderId })).rejects.toThrow(NotFound);
    const staff = ctx.asStaff("finance");
    expect(await documentPdf(staff, { id: invoice.id })).toMatchObject({ type: "application/pdf" });
    await sealEInvoices(ctx);
    sandbox.authority.fault("error_500");
    await submitEInvoices(ctx);
    expect(await readBuyerCopies(ctx, invoice)).toEqual(withheldAs("invoice"));
    ctx.clock.now = new Date(ctx.clock.now.getTime() + 60_000);
    await submitEInvoices(ctx);
    const rejected = await readEInvoice(ctx, invoice);
    expect(rejected?.state).toBe("rejected");
    expect(await readBuyerCopies(ctx, invoice)).toEqual(withheldAs("invoice"));
    // It stays withheld while e-invoicing is off, because the authority has rejected it.
    await switchOn(ctx, "off");
    expect(await readBuyerCopies(ctx, invoice)).toEqual(withheldAs("invoice"));
    await switchOn(ctx);
    await correctEInvoice(staff, { id: rejected?.id ?? 0, company: exampleCorrection });
    expect(await readBuyerCopies(ctx, invoice)).toEqual(withheldAs("invoice"));
    expect(await runClearedJobs(ctx)).toBe(0);
    await submitEInvoices(ctx);
    expect(await readBuyerCopies(ctx, invoice)).toEqual(delivered);
    // Page and PDF name the corrected company, as the XML does, although the document itself never changes.
    const { documents } = await orderDocuments(ctx.as(buyer), { order_id: invoice.orderId });
    expect(documents[0]?.buyer.company).toEqual(exampleCompany);
    const pages = pdfPages((await orderDocument(ctx.as(buyer), { order_id: invoice.orderId })).bytes).join("");
    expect(pages).toContain(exampleCompany.vat_number);
    expect(pages).not.toContain(wrong.vat_number);
  });

  it("Z-08 are not mailed to an erased account", async () => {
    const { ctx } = await withUnit(await open());
    await issueInvoices(ctx, 1, company);
    await sealEInvoices(ctx);
    await submitEInvoices(ctx);
    await ctx.db.update(users).set({ erasedAt: ctx.now() }).where(eq(users.id, buyer.id));
    expect(await runClearedJobs(ctx)).toBe(1);
    expect(await clearedMails(ctx)).toEqual([]);
  });

  it("Z-08 are mailed once when cleared, with the cleared XML and its QR code", async () => {
    const { ctx } = await withUnit(await open());
    const [invoice] = await issueInvoices(ctx, 1, company);
    if (!invoice) throw new Error("no invoice");
    await inTransaction(ctx, (ctx) => queueOrderMail(ctx, "order-confirmed", invoice.orderId));
    const [confirmation] = await ctx.db.select().from(outboxMails);
    for (const [locale, sentence] of [
      ["en", "Your tax invoice follows."],
      ["ar", "ستصلك فاتورتك الضريبية لاحقًا."],
    ] as const) {
      const { text } = await inLocale(locale, () =>
        renderMail({ ...ctx, locale }, "order-confirmed", confirmation?.props ?? {}, locale),
      );
      expect(text.replaceAll(/\s+/g, " ")).toContain(sentence);
    }
    await sealEInvoices(ctx);
    await submitEInvoices(ctx);
    expect(await runClearedJobs(ctx)).toBe(1);
    const mailed = await clearedMails(ctx);
    expect(mailed).toMatchObject([{ to: buyer.email, props: { number: invoice.number, kind: "invoice" } }]);
    const [attached] = await documentAttachment(ctx, invoice.orderId, "en", ({ id }) => id === invoice.id);
    const cleared = (await readEInvoice(ctx, invoice))?.clearedXml ?? "";
    expect(readAttachments((await attached?.content()) ?? new Uint8Array())).toEqual({
      [`${invoice.number}.xml`]: cleared,
    });
    const { documents } = await orderDocuments(ctx.as(buyer), { order_id: invoice.orderId });
    expect(documents[0]?.qr).toEqual(qrPicture(clearedQr(cleared) ?? ""));
    expect(documents[0]?.qr).not.toEqual(qrPicture(invoice.qr));
  });

  it("Z-08 a credit note waits for its clearance too, and is mailed once", async () => {
    const { ctx } = await withUnit(await open());
    const [invoice] = await issueInvoices(ctx, 1, company);
    if (!invoice) throw new Error("no invoice");
    await sealEInvoices(ctx);
    await submitEInvoices(ctx);
    const { orderId } = invoice;
    const id = await refundRow(ctx, orderId, 115_000);
    const refund = { id, orderId, amountHalalas: 115_000, reason: "requested" };
    const note = await inTransaction(ctx, (ctx) => issueCreditNote(ctx, refund));
    if (!note) throw new Error("no note");
    expect(await readBuyerCopies(ctx, invoice)).toEqual({ ...delivered, awaiting: ["credit-note"] });
    expect(await readBuyerCopies(ctx, note)).toEqual(withheldAs("credit-note"));
    await sealEInvoices(ctx);
    await submitEInvoices(ctx);
    expect(await readBuyerCopies(ctx, note)).toEqual(delivered);
    expect(await runClearedJobs(ctx)).toBe(2);
    expect((await clearedMails(ctx)).map(({ props }) => props)).toMatchObject([
      { number: invoice.number, kind: "invoice" },
      { number: note.number, kind: "credit-note" },
    ]);
  });

  it("Z-08 are given with their own XML when reported while clearance is off", async () => {
    const { ctx, sandbox } = await withUnit(await open());
    const [invoice] = await issueInvoices(ctx, 1, company);
    if (!invoice) throw new Error("no invoice");
    await sealEInvoices(ctx);
    sandbox.authority.fault("clearance_off");
    await submitEInvoices(ctx);
    expect(await readBuyerCopies(ctx, invoice)).toEqual(delivered);
    const { bytes } = await orderDocument(ctx.as(buyer), { order_id: invoice.orderId });
    expect(readAttachments(bytes)).toEqual({ [`${invoice.number}.xml`]: (await readEInvoice(ctx, invoice))?.xml });
  });

  it("Z-08 are given at once, not mailed again, if e-invoicing was off, rehearsed or without certificate", async () => {
    const { ctx } = await withAuthority(await open());
    const [off] = await issueInvoices(ctx, 1, company);
    await inTransaction(ctx, (ctx) => queueOrderMail(ctx, "order-confirmed", off?.orderId ?? 0));
    const [confirmation] = await ctx.db.select().from(outboxMails);
    expect(confirmation?.props).not.toHaveProperty("documentFollows");
    await switchOn(ctx, "simulation");
    await onboard(ctx);
    const [rehearsed] = await issueInvoices(ctx, 1, company);
    if (!off || !rehearsed) throw new Error("no invoice");
    await sealEInvoices(ctx);
    await submitEInvoices(ctx);
    expect((await readEInvoice(ctx, rehearsed))?.state).toBe("accepted");
    expect(await readBuyerCopies(ctx, rehearsed)).toEqual(delivered);
    const { bytes } = await orderDocument(ctx.as(buyer), { order_id: rehearsed.orderId });
    expect(readAttachments(bytes)).toEqual({});
    await switchOn(ctx);
    expect(await readBuyerCopies(ctx, rehearsed)).toEqual(delivered);
    await onboard(ctx);
    for (const document of [off, rehearsed]) expect(await readBuyerCopies(ctx, document)).toEqual(delivered);
    expect(await runClearedJobs(ctx)).toBe(0);
  });

  it("Z-08 a person's invoice is given at once, and with stamp and XML once sealed", async () => {
    const { ctx } = await withUnit(await open());
    const [orderId = 0] = await paidOrders(ctx, 1);
    const invoice = await inTransaction(ctx, (ctx) => issueInvoice(ctx, orderId, paidByCard));
    expect(await readBuyerCopies(ctx, invoice)).toEqual(delivered);
    const file = () => orderDocument(ctx.as(buyer), { order_id: orderId });
    expect(readAttachments((await file()).bytes)).toEqual({});
    await sealEInvoices(ctx);
    const sealed = await readEInvoice(ctx, invoice);
    // The cache does not return the earlier file.
    expect(readAttachments((await file()).bytes)).toEqual({ [`${invoice.number}.xml`]: sealed?.xml });
    const { documents } = await orderDocuments(ctx.as(buyer), { order_id: orderId });
    expect(documents[0]?.qr).toEqual(qrPicture(sealed?.qr ?? ""));
    await submitEInvoices(ctx);
    expect(await runClearedJobs(ctx)).toBe(0);
  });
});
