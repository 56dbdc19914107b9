/** The chain of e-invoices and their submission, on PostgreSQL with the fake authority over HTTP. */
import { asc, eq, isNull, sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { comparePayments } from "#features/settlement/cases/compare.server.ts";
import { undecidedEInvoices } from "#features/settlement/cases/einvoices.server.ts";
import { paymentCases } from "#features/settlement/cases/tables.server.ts";
import { changeSetting, einvoicingSettings } from "#features/settings/settings.server.ts";
import { dayMs } from "#i18n/dates.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import {
  Conflict,
  Forbidden,
  FreshSignInRequired,
  NotFound,
  Unauthenticated,
  ValidationError,
} from "#platform/errors.ts";
import { orders } from "#features/orders/tables.server.ts";
import { siteFigures } from "#site/watching/figures.server.ts";
import { describeOnDatabase } from "#test/database.ts";
import {
  exampleCompany,
  exampleCorrection,
  issueInvoices,
  nationalAddress,
  onboard,
  switchOn,
  withAuthority,
  withUnit,
} from "#test/einvoicing.ts";
import { brokenRules } from "#test/einvoice-rules.ts";
import { isFullRun } from "#test/open-database.ts";
import { startOtherProcess } from "#test/other-process.ts";
import { paidByCard, paidOrders, refundRow } from "#test/paid-order.ts";
import type { AuthorityFault } from "../../../../sandbox/authority/state.ts";
import { checkEInvoice, hashByCanonicalForm } from "../../../../sandbox/check-einvoice.ts";
import type { Sandbox } from "../../../../sandbox/server.ts";
import { readOrderDocuments } from "../documents/documents.server.ts";
import { issueCreditNote, issueInvoice } from "../issue.server.ts";
import { taxDocuments } from "../tables.server.ts";
import { AuthorityRefused, AuthorityUnavailable } from "./authority.ts";
import { correctEInvoice, sealAgain, sealEInvoices } from "./seal.server.ts";
import { hashBeforeFirst } from "./stamp.ts";
import { submitEInvoices } from "./submit.server.ts";
import { egsUnits, einvoices } from "./tables.server.ts";
import { activeUnit, beginOnboarding, goLive, listUnits, renewUnit, testUnit } from "./units.server.ts";
import { listEInvoices, listUndecided } from "./list.server.ts";

const readEinvoices = (ctx: Ctx) => ctx.db.select().from(einvoices).orderBy(asc(einvoices.id));
const advanceClock = (ctx: { clock: { now: Date } }, minutes: number) =>
  void (ctx.clock.now = new Date(ctx.clock.now.getTime() + minutes * 60_000));
const readFigure = async (ctx: Ctx, name: string) => siteFigures(ctx)[name]?.read();

/** Expects of each unit counters without a gap, and in each document the hash of the one before. */
async function expectUnbroken(ctx: Ctx): Promise<void> {
  for (const unit of await ctx.db.select().from(egsUnits)) {
    const chain = await ctx.db
      .select()
      .from(einvoices)
      .where(eq(einvoices.unitId, unit.id))
      .orderBy(asc(einvoices.counter));
    expect(chain.map(({ counter }) => counter)).toEqual(chain.map((_, at) => at + 1));
    expect(chain.map(({ previousHash }) => previousHash)).toEqual(
      chain.map((_, at) => chain[at - 1]?.hash ?? hashBeforeFirst),
    );
    for (const { xml, hash } of chain) expect(hashByCanonicalForm(xml).hash.toString("base64")).toBe(hash);
    expect([unit.counter, unit.lastHash]).toEqual([chain.length, chain.at(-1)?.hash ?? hashBeforeFirst]);
  }
}

describeOnDatabase("e-invoices", (open) => {
  describe("onboarding", () => {
    it("Z-03 rejects other roles, an old sign-in, an incomplete company and skipped steps", async () => {
      const { ctx } = await withAuthority(await open());
      const finance = ctx.asStaff("finance");
      await expect(beginOnboarding(ctx, { code: "123456" })).rejects.toThrow(Unauthenticated);
      await expect(beginOnboarding(ctx.asStaff("support"), { code: "123456" })).rejects.toThrow(Forbidden);
      const old = ctx.asStaff("finance", { confirmedAt: new Date(ctx.clock.now.getTime() - 3_600_000) });
      await expect(beginOnboarding(old, { code: "123456" })).rejects.toThrow(FreshSignInRequired);
      await expect(beginOnboarding(finance, { code: "123456" })).rejects.toThrow("E-invoicing is off");
      await changeSetting(ctx, "einvoicing", { mode: "on", ...nationalAddress });
      // The seller of a fresh site is an example.
      await expect(beginOnboarding(finance, { code: "123456" })).rejects.toThrow(Conflict);
      await switchOn(ctx);
      await changeSetting(ctx, "einvoicing", { mode: "on", ...nationalAddress, postalCode: "" });
      await expect(beginOnboarding(finance, { code: "123456" })).rejects.toThrow(Conflict);
      await switchOn(ctx);
      await expect(beginOnboarding(finance, { code: "12" })).rejects.toThrow(AuthorityRefused);
      await expect(renewUnit(finance, { code: "123456" })).rejects.toThrow("no certificate");
      const { id } = await beginOnboarding(finance, { code: "123456" });
      await expect(goLive(finance, { id })).rejects.toThrow("Missing-ComplianceSteps");
      expect(await activeUnit(ctx, "production")).toBeNull();
    });

    it("Z-03 goes live after six examples, stores no secret in clear, and renews with a new chain", async () => {
      const { ctx } = await withAuthority(await open());
      const finance = ctx.asStaff("finance");
      await switchOn(ctx);
      const [before] = await issueInvoices(ctx, 1);
      const id = await onboard(ctx);
      await expect(testUnit(finance, { id })).rejects.toThrow(Conflict);
      const [unit] = await ctx.db.select().from(egsUnits);
      expect(unit).toMatchObject({ state: "active", counter: 0, sealedUpTo: before?.counter });
      expect(JSON.stringify(unit)).not.toMatch(/PRIVATE KEY|"secret"/);
      await issueInvoices(ctx, 2);
      await sealEInvoices(ctx);
      const renewed = await renewUnit(finance, { code: "654321" });
      await issueInvoices(ctx, 1);
      await sealEInvoices(ctx);
      await submitEInvoices(ctx);
      // Documents of the first unit are sent with its own certificate; those from before it went live are not sent.
      expect((await readEinvoices(ctx)).map(({ unitId, counter, state }) => [unitId, counter, state])).toEqual([
        [id, 1, "accepted"],
        [id, 2, "accepted"],
        [renewed.id, 1, "accepted"],
      ]);
      await expectUnbroken(ctx);
      expect((await listUnits(finance)).map(({ state }) => state)).toEqual(["active", "retired"]);
    });

    it("Z-03 of two simultaneous requests to go live with one certificate, one succeeds", async () => {
      const { ctx } = await withAuthority(await open());
      const finance = ctx.asStaff("finance");
      await switchOn(ctx);
      const { id } = await beginOnboarding(finance, { code: "123456" });
      await testUnit(finance, { id });
      const outcomes = await Promise.allSettled([goLive(finance, { id }), goLive(finance, { id })]);
      const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
      expect(refused).toEqual([expect.any(Conflict)]);
      expect(await activeUnit(ctx, "production")).toMatchObject({ id, state: "active" });
    });

    it("Z-03 requires a new onboarding after AUTH_SECRET changed", async () => {
      const { ctx, unitId } = await withUnit(await open());
      const finance = ctx.asStaff("finance");
      const { id } = await beginOnboarding(finance, { code: "123456" });
      await ctx.db.update(egsUnits).set({ sealedCsid: "of another secret" });
      for (const step of [testUnit, goLive]) await expect(step(finance, { id })).rejects.toThrow("onboarding again");
      await expect(renewUnit(finance, { code: "123456" })).rejects.toThrow("onboarding again");
      await expect(onboard(ctx)).resolves.toBeGreaterThan(unitId);
    });

    it("Z-03 reports a certificate rejected at the examples as rejected, not the authority as unavailable", async () => {
      const { ctx, sandbox } = await withAuthority(await open());
      await switchOn(ctx);
      const finance = ctx.asStaff("finance");
      const { id } = await beginOnboarding(finance, { code: "123456" });
      sandbox.authority.fault("unauthorized");
      await expect(testUnit(finance, { id })).rejects.toThrow(AuthorityRefused);
      expect(await testUnit(finance, { id })).toEqual([]);
    });

    it("Z-03 reports an unavailable authority", async () => {
      const { ctx, sandbox } = await withAuthority(await open());
      await switchOn(ctx);
      await sandbox.close();
      await expect(beginOnboarding(ctx.asStaff("finance"), { code: "123456" })).rejects.toThrow(AuthorityUnavailable);
    });
  });

  it("while off, the default, nothing is sealed, sent, measured or a case; without a certificate nothing is sealed", async () => {
    const { ctx, sandbox } = await withAuthority(await open());
    expect((await einvoicingSettings(ctx)).mode).toBe("off");
    const [invoice] = await issueInvoices(ctx, 1);
    await sealEInvoices(ctx);
    await submitEInvoices(ctx);
    expect(await readEinvoices(ctx)).toEqual([]);
    expect(sandbox.authority.accepted()).toEqual([]);
    expect(await undecidedEInvoices(ctx)).toEqual([]);
    expect(await readFigure(ctx, "einvoices_oldest_seconds")).toBe(0);
    // The invoice is as before phase 2: in a chain of its own, with the QR code of phase 1.
    expect(invoice).toMatchObject({ issuer: "phase1-local", counter: 1 });
    // While e-invoicing is on without a certificate, it is the same.
    await switchOn(ctx);
    await sealEInvoices(ctx);
    await submitEInvoices(ctx);
    expect(await readEinvoices(ctx)).toEqual([]);
  });

  it("Z-01 Z-02 invoices and credit notes are sealed in order and reported or cleared, and the stored XML verifies", async () => {
    const { ctx, sandbox } = await withUnit(await open());
    const [person] = await issueInvoices(ctx, 1);
    const [company] = await issueInvoices(ctx, 1, { company: exampleCompany });
    for (const orderId of [person?.orderId ?? 0, company?.orderId ?? 0]) {
      const refund = { id: await refundRow(ctx, orderId, 57_500), orderId, amountHalalas: 57_500, reason: "requested" };
      await inTransaction(ctx, (ctx) => issueCreditNote(ctx, refund));
    }
    await sealEInvoices(ctx);
    await sealEInvoices(ctx);
    await submitEInvoices(ctx);
    const rows = await readEinvoices(ctx);
    expect(rows.map(({ counter, state, attempts }) => [counter, state, attempts])).toEqual(
      [1, 2, 3, 4].map((counter) => [counter, "accepted", 1]),
    );
    expect(sandbox.authority.accepted().map(({ kind, number }) => [kind, number.slice(0, 3)])).toEqual([
      ["reported", "INV"],
      ["cleared", "INV"],
      ["reported", "CN-"],
      ["cleared", "CN-"],
    ]);
    for (const { xml, clearedXml, qr, answer } of rows) {
      expect(brokenRules(xml)).toEqual([]);
      expect(answer).toMatchObject({ body: { validationResults: expect.anything() } });
      // The stamp is ours on what is reported, the authority's on what is cleared.
      expect(checkEInvoice(clearedXml ?? xml)).toEqual([]);
      expect(qr === null).toBe(clearedXml !== null);
    }
    // A company stored before addresses had parts is cleared with a warning.
    expect(rows[1]?.messages).toMatchObject([{ code: "BR-KSA-63" }]);
    await expectUnbroken(ctx);
  });

  it("Z-04 a sale does not wait for a locked unit, an unreadable key or an unavailable authority", async () => {
    const { ctx, sandbox, unitId: id } = await withUnit(await open());
    await sandbox.close();
    const [orderId = 0] = await paidOrders(ctx, 1);
    await inTransaction(ctx, async (sealing) => {
      await sealing.db.select().from(egsUnits).for("update");
      const invoice = await inTransaction(ctx, (ctx) => issueInvoice(ctx, orderId, paidByCard));
      expect(invoice.counter).toBe(1);
    });
    await ctx.db.update(egsUnits).set({ sealedKey: "lost" }).where(eq(egsUnits.id, id));
    await expect(sealEInvoices(ctx)).rejects.toThrow();
    expect(await issueInvoices(ctx, 1)).toHaveLength(1);
    expect(await readEinvoices(ctx)).toEqual([]);
    advanceClock(ctx, 13 * 60);
    // The metric exceeds the 12 hours of its alert.
    expect(await readFigure(ctx, "einvoices_oldest_seconds")).toBeGreaterThan(12 * 3600);
  });

  it("Z-06 sealed and decided documents cannot be changed, and counters only rise", async () => {
    const { ctx } = await withUnit(await open());
    await issueInvoices(ctx, 2);
    await sealEInvoices(ctx);
    const refused = { cause: { code: "23001" } };
    for (const change of [
      "xml = 'x'",
      "hash = 'x'",
      "counter = 9",
      "uuid = gen_random_uuid()",
      "qr = null",
      "previous_hash = 'x'",
      "company = '{}'",
    ])
      await expect(ctx.db.execute(sql`update einvoice set ${sql.raw(change)}`), change).rejects.toMatchObject(refused);
    await expect(ctx.db.execute(sql`delete from einvoice`)).rejects.toMatchObject(refused);
    await expect(ctx.db.execute(sql`truncate einvoice cascade`)).rejects.toMatchObject(refused);
    await expect(ctx.db.execute(sql`update egs_unit set counter = 1`)).rejects.toMatchObject(refused);
    await submitEInvoices(ctx);
    await expect(ctx.db.execute(sql`update einvoice set problem = 'x'`)).rejects.toMatchObject(refused);
  });

  it("Z-06 a rejected document is a case with its reason; a correction keeps the number, with new UUID, counter and hash", async () => {
    const { ctx, sandbox } = await withUnit(await open());
    const wrong = { ...exampleCompany, vat_number: "110122393500001" };
    const [invoice] = await issueInvoices(ctx, 1, { company: wrong });
    await sealEInvoices(ctx);
    await submitEInvoices(ctx);
    const [rejected] = await readEinvoices(ctx);
    expect(rejected).toMatchObject({
      state: "rejected",
      messages: [{ code: "BR-KSA-44" }, { code: "BR-KSA-63" }].slice(0, 1),
    });
    // It is not sent again automatically.
    advanceClock(ctx, 60);
    await submitEInvoices(ctx);
    expect(await readEinvoices(ctx)).toHaveLength(1);
    const openCases = () =>
      ctx.db
        .select()
        .from(paymentCases)
        .where(sql`${paymentCases.closedAt} is null`);
    await comparePayments(ctx);
    const rejectedCase = (await openCases()).find(({ kind }) => kind === "einvoice-rejected");
    expect(rejectedCase).toMatchObject({ orderId: invoice?.orderId, facts: { documentNumber: invoice?.number } });
    expect(rejectedCase?.facts.problem).toContain("15 digits");
    const id = rejected?.id ?? 0;
    const finance = ctx.asStaff("finance");
    await expect(correctEInvoice(ctx.asStaff("content"), { id })).rejects.toThrow(Forbidden);
    await expect(correctEInvoice(finance, { id: id + 1 })).rejects.toThrow(NotFound);
    await correctEInvoice(finance, { id, company: exampleCorrection });
    await expect(correctEInvoice(finance, { id })).rejects.toThrow(Conflict);
    await submitEInvoices(ctx);
    const [, corrected] = await readEinvoices(ctx);
    expect(corrected).toMatchObject({ state: "accepted", counter: 2, previousHash: rejected?.hash });
    expect(corrected?.uuid).not.toBe(rejected?.uuid);
    const extractFields = (xml = "") => xml.match(/<cbc:ID>INV[^<]*|<cbc:Issue.*|<cbc:TaxInclusive.*/g);
    expect(extractFields(corrected?.xml)).toEqual(extractFields(rejected?.xml));
    await comparePayments(ctx);
    expect((await openCases()).filter(({ kind }) => kind === "einvoice-rejected")).toEqual([]);
    expect(await listUndecided(finance)).toEqual([]);
    await expectUnbroken(ctx);
    expect(sandbox.authority.violations()).toEqual([]);
    await expect(correctEInvoice(finance, { id: corrected?.id ?? 0 })).rejects.toThrow(Conflict);
  });

  it("Z-06 rejects a correction while off, without an active unit, in another environment, or with a company for a person", async () => {
    const { ctx, sandbox } = await withUnit(await open());
    await issueInvoices(ctx, 1);
    await sealEInvoices(ctx);
    sandbox.authority.fault("rejected");
    await submitEInvoices(ctx);
    const [rejected] = await readEinvoices(ctx);
    const finance = ctx.asStaff("finance");
    const correct = (company?: typeof exampleCorrection) =>
      correctEInvoice(finance, { id: rejected?.id ?? 0, company });
    await expect(correct(exampleCorrection)).rejects.toThrow(ValidationError);
    await changeSetting(ctx, "einvoicing", { mode: "off", ...nationalAddress });
    await expect(correct()).rejects.toThrow("E-invoicing is off");
    // A document of the live environment is not corrected with the certificate of the rehearsal.
    await switchOn(ctx, "simulation");
    await expect(correct()).rejects.toThrow("No certificate for e-invoicing is active");
    await onboard(ctx);
    await expect(correct()).rejects.toThrow("wasn’t rejected");
    expect(await readEinvoices(ctx)).toHaveLength(1);
  });

  it("Z-06 a corrected buyer stays corrected in the credit note; the tax document is unchanged", async () => {
    const { ctx } = await withUnit(await open());
    const wrong = { ...exampleCompany, vat_number: "110122393500001", purchase_order: "PO-7" };
    const [invoice] = await issueInvoices(ctx, 1, { company: wrong });
    await sealEInvoices(ctx);
    await submitEInvoices(ctx);
    const [rejected] = await readEinvoices(ctx);
    await correctEInvoice(ctx.asStaff("finance"), { id: rejected?.id ?? 0, company: exampleCorrection });
    const orderId = invoice?.orderId ?? 0;
    const refund = { id: await refundRow(ctx, orderId, 57_500), orderId, amountHalalas: 57_500, reason: "requested" };
    await inTransaction(ctx, (ctx) => issueCreditNote(ctx, refund));
    await sealEInvoices(ctx);
    await submitEInvoices(ctx);
    const [, corrected, note] = await readEinvoices(ctx);
    for (const one of [corrected, note]) {
      expect(one).toMatchObject({ state: "accepted", company: { ...exampleCompany, purchase_order: "PO-7" } });
      expect(one?.xml).toContain(`<cbc:CompanyID>${exampleCompany.vat_number}<`);
    }
    const rows = await ctx.db.select().from(taxDocuments);
    expect(rows.map(({ buyer }) => buyer.company)).toEqual([wrong, wrong]);
    // The order's documents name the same company as the XML.
    const { documents } = await readOrderDocuments(ctx, orderId);
    expect(documents.map(({ buyer }) => buyer.company)).toMatchObject([exampleCompany, exampleCompany]);
  });

  it("Z-06 a corrected address has its parts, and the order for a difference uses it", async () => {
    const { ctx } = await withUnit(await open());
    const finance = ctx.asStaff("finance");
    const parts = { street: "شارع العليا", building_number: "2322", district: "العليا", city: "الرياض" };
    const wrong = { ...exampleCompany, vat_number: "110122393500001", ...parts, postal_code: "12214" };
    const [invoice] = await issueInvoices(ctx, 1, { company: wrong });
    await sealEInvoices(ctx);
    await submitEInvoices(ctx);
    const [rejected] = await readEinvoices(ctx);
    const { name, vat_number } = exampleCompany;
    const company = { name, vat_number, ...parts, district: "الملز", postal_code: "12836" };
    await correctEInvoice(finance, { id: rejected?.id ?? 0, company });
    const corrected = { ...company, address: "2322 شارع العليا, الملز, الرياض, 12836" };
    // The order for the difference still has the company of the first order.
    const [difference] = await paidOrders(ctx, 1, { company: wrong });
    const orderId = difference ?? 0;
    await ctx.db
      .update(orders)
      .set({ differenceOf: invoice?.orderId ?? 0 })
      .where(eq(orders.id, orderId));
    await inTransaction(ctx, (ctx) => issueInvoice(ctx, orderId, paidByCard));
    await sealEInvoices(ctx);
    await submitEInvoices(ctx);
    const [, ...later] = await readEinvoices(ctx);
    expect(later).toMatchObject([
      { state: "accepted", company: corrected },
      { state: "accepted", company: corrected },
    ]);
    for (const { xml, messages } of later) {
      expect(xml).toContain("<cbc:BuildingNumber>2322<");
      expect(xml).toContain("<cbc:CitySubdivisionName>الملز<");
      expect(messages).toEqual([]);
    }
    const { documents } = await readOrderDocuments(ctx, orderId);
    expect(documents[0]?.buyer.company).toMatchObject(corrected);
  });

  it("Z-06 a correction starts from the newest company; each document shows its own", async () => {
    const { ctx } = await withUnit(await open());
    const finance = ctx.asStaff("finance");
    const wrong = { ...exampleCompany, vat_number: "110122393500001" };
    const [invoice] = await issueInvoices(ctx, 1, { company: wrong });
    const orderId = invoice?.orderId ?? 0;
    const refund = { id: await refundRow(ctx, orderId, 57_500), orderId, amountHalalas: 57_500, reason: "requested" };
    await inTransaction(ctx, (ctx) => issueCreditNote(ctx, refund));
    await sealEInvoices(ctx);
    await submitEInvoices(ctx);
    const [rejected] = await readEinvoices(ctx);
    await correctEInvoice(finance, { id: rejected?.id ?? 0, company: exampleCorrection });
    const query = { page: 1, perPage: 10, sort: "id", order: "asc", filter: {} } as const;
    const { data } = await listEInvoices(finance, query);
    expect(data.map(({ kind, state, company }) => [kind, state, company?.vat_number])).toEqual([
      ["invoice", "corrected", wrong.vat_number],
      ["credit-note", "rejected", exampleCompany.vat_number],
      ["invoice", "waiting", exampleCompany.vat_number],
    ]);
  });

  it("Z-06 documents waiting with an unreadable certificate are sealed again on request", async () => {
    const { ctx, sandbox } = await withUnit(await open());
    const finance = ctx.asStaff("finance");
    await issueInvoices(ctx, 1);
    await issueInvoices(ctx, 1, { company: exampleCompany });
    await sealEInvoices(ctx);
    await expect(sealAgain(ctx.asStaff("support"))).rejects.toThrow(Forbidden);
    const signedInEarlier = ctx.asStaff("finance", { confirmedAt: new Date(ctx.clock.now.getTime() - 3_600_000) });
    await expect(sealAgain(signedInEarlier)).rejects.toThrow(FreshSignInRequired);
    expect(await sealAgain(finance)).toEqual({ count: 0 });
    await ctx.db.update(egsUnits).set({ sealedCsid: "of another secret", sealedKey: "of another secret" });
    await submitEInvoices(ctx);
    // Nothing was sent, so the authority cannot have the documents.
    const unsent = { attempts: 1, firstSentAt: null };
    expect(await readEinvoices(ctx)).toMatchObject([unsent, unsent]);
    await expect(sealAgain(finance)).rejects.toThrow("onboarding again");
    await onboard(ctx);
    expect(await sealAgain(finance)).toEqual({ count: 2 });
    expect(await sealAgain(finance)).toEqual({ count: 0 });
    await submitEInvoices(ctx);
    const rows = await readEinvoices(ctx);
    expect(rows.map(({ state, counter }) => [state, counter])).toEqual([
      ["replaced", 1],
      ["replaced", 2],
      ["accepted", 1],
      ["accepted", 2],
    ]);
    expect(rows.slice(2).map(({ taxDocumentId }) => taxDocumentId)).toEqual(
      rows.slice(0, 2).map(({ taxDocumentId }) => taxDocumentId),
    );
    expect(await listUndecided(finance)).toEqual([]);
    expect(sandbox.authority.violations()).toEqual([]);
    await expectUnbroken(ctx);
  });

  it("Z-06 a company's document not cleared for a day is a case, a person's is not", async () => {
    const { ctx, sandbox } = await withUnit(await open());
    await issueInvoices(ctx, 1);
    await issueInvoices(ctx, 1, { company: exampleCompany });
    await sealEInvoices(ctx);
    sandbox.authority.fault("error_500", 1);
    await submitEInvoices(ctx);
    expect(await undecidedEInvoices(ctx)).toEqual([]);
    advanceClock(ctx, 25 * 60);
    expect(await undecidedEInvoices(ctx)).toMatchObject([
      { kind: "einvoice-overdue", facts: { documentNumber: "INV-2026-000002" } },
    ]);
  });

  it("Z-06 a company's document not sealed for a day is a case until cleared, but not in a rehearsal", async () => {
    const { ctx } = await withUnit(await open());
    const [invoice] = await issueInvoices(ctx, 1, { company: exampleCompany });
    await issueInvoices(ctx, 1);
    advanceClock(ctx, 25 * 60);
    const openCases = () =>
      ctx.db
        .select({ kind: paymentCases.kind, facts: paymentCases.facts })
        .from(paymentCases)
        .where(isNull(paymentCases.closedAt));
    await comparePayments(ctx);
    await comparePayments(ctx);
    const overdue = { kind: "einvoice-overdue", facts: { documentNumber: invoice?.number } };
    expect((await openCases()).filter(({ kind }) => kind === "einvoice-overdue")).toMatchObject([overdue]);
    // After sealing it stays the same case until it is cleared.
    await sealEInvoices(ctx);
    await comparePayments(ctx);
    expect(await ctx.db.$count(paymentCases, eq(paymentCases.kind, "einvoice-overdue"))).toBe(1);
    expect((await openCases()).filter(({ kind }) => kind === "einvoice-overdue")).toMatchObject([overdue]);
    await submitEInvoices(ctx);
    await comparePayments(ctx);
    expect((await openCases()).filter(({ kind }) => kind === "einvoice-overdue")).toEqual([]);
    await switchOn(ctx, "simulation");
    await onboard(ctx);
    await issueInvoices(ctx, 1, { company: exampleCompany });
    advanceClock(ctx, 25 * 60);
    expect(await undecidedEInvoices(ctx)).toEqual([]);
  });

  const undecided: [AuthorityFault, string][] = [
    ["unauthorized", "refused-access"],
    ["too_many", "HTTP 429"],
    ["error_500", "HTTP 500"],
    ["drop", "no answer"],
  ];
  it("Z-05 an undecided document ends the round, is resent with the same bytes, and is accepted once", async () => {
    const { ctx, sandbox } = await withUnit(await open());
    for (const [fault, problem] of undecided) {
      const known = (await readEinvoices(ctx)).length;
      await issueInvoices(ctx, 2);
      await sealEInvoices(ctx);
      sandbox.authority.fault(fault);
      await submitEInvoices(ctx);
      const [first, second] = (await readEinvoices(ctx)).slice(known);
      expect(first, fault).toMatchObject({ state: "sealed", attempts: 1, problem });
      // The round ends at the first document.
      expect(second).toMatchObject({ state: "sealed", attempts: 0 });
      expect(await readFigure(ctx, "einvoicing_refused")).toBe(fault === "unauthorized" ? 1 : 0);
      advanceClock(ctx, 1);
      await submitEInvoices(ctx);
      const after = (await readEinvoices(ctx)).slice(known);
      expect(after.map(({ state, attempts }) => [state, attempts])).toEqual([
        ["accepted", 2],
        ["accepted", 1],
      ]);
      expect(after.map(({ xml, hash }) => [xml, hash])).toEqual([first, second].map((one) => [one?.xml, one?.hash]));
      expect(after[0]?.answer?.status).toBe(fault === "drop" ? 409 : 200);
      const accepted = sandbox.authority.accepted().slice(known);
      expect(accepted.map(({ xml }) => xml).toSorted()).toEqual(after.map(({ xml }) => xml).toSorted());
      expect(await readFigure(ctx, "einvoicing_refused")).toBe(0);
    }
  });

  it("Z-05 documents with an unreadable certificate wait, without ending the round", async () => {
    const { ctx } = await withUnit(await open());
    await issueInvoices(ctx, 2);
    await sealEInvoices(ctx);
    await ctx.db.update(egsUnits).set({ sealedCsid: "of another secret" });
    // One round tries all of them.
    await submitEInvoices(ctx);
    const waiting = { state: "sealed", attempts: 1, problem: "unreadable-certificate" };
    expect(await readEinvoices(ctx)).toMatchObject([waiting, waiting]);
  });

  it("Z-05 documents of the rehearsal are not sent in production", async () => {
    const { ctx, sandbox } = await withAuthority(await open());
    await switchOn(ctx, "simulation");
    await onboard(ctx);
    await issueInvoices(ctx, 1);
    await sealEInvoices(ctx);
    await switchOn(ctx);
    await onboard(ctx);
    await issueInvoices(ctx, 1);
    await sealEInvoices(ctx);
    await submitEInvoices(ctx);
    expect((await readEinvoices(ctx)).map(({ environment, state }) => [environment, state])).toEqual([
      ["simulation", "sealed"],
      ["production", "accepted"],
    ]);
    expect(sandbox.authority.accepted().map(({ number }) => number)).toEqual(["INV-2026-000002"]);
    expect(await readFigure(ctx, "einvoices_oldest_seconds")).toBe(0);
  });

  it("Z-05 pauses double up to 15 minutes", async () => {
    const { ctx, sandbox } = await withUnit(await open());
    await issueInvoices(ctx, 1);
    await sealEInvoices(ctx);
    sandbox.authority.fault("error_500", 20);
    const pauses: number[] = [];
    for (let at = 0; at < 10; at++) {
      await submitEInvoices(ctx);
      const [row] = await readEinvoices(ctx);
      pauses.push(((row?.nextTryAt.getTime() ?? 0) - ctx.clock.now.getTime()) / 1000);
      ctx.clock.now = row?.nextTryAt ?? ctx.clock.now;
    }
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900]);
  });

  it("Z-05 warnings count as accepted and are stored; without clearance a company's document is reported", async () => {
    const { ctx, sandbox } = await withUnit(await open());
    await issueInvoices(ctx, 1);
    await issueInvoices(ctx, 1, { company: exampleCompany });
    await sealEInvoices(ctx);
    sandbox.authority.fault("warnings");
    sandbox.authority.fault("clearance_off");
    await submitEInvoices(ctx);
    const [warned, reported] = await readEinvoices(ctx);
    expect(warned).toMatchObject({ state: "accepted", answer: { status: 202 }, messages: [{ code: "BR-KSA-98" }] });
    expect(reported).toMatchObject({ state: "accepted", clearedXml: null });
    expect(sandbox.authority.accepted().map(({ kind }) => kind)).toEqual(["reported", "reported"]);
  });

  it("Z-05 a cleared document whose response was lost gets the authority's stamp on resending", async () => {
    const { ctx, sandbox } = await withUnit(await open());
    await issueInvoices(ctx, 1, { company: exampleCompany });
    await sealEInvoices(ctx);
    sandbox.authority.fault("drop");
    await submitEInvoices(ctx);
    advanceClock(ctx, 1);
    await submitEInvoices(ctx);
    const [row] = await readEinvoices(ctx);
    expect(row).toMatchObject({ state: "accepted", answer: { status: 208 } });
    expect(checkEInvoice(row?.clearedXml ?? "")).toEqual([]);
  });

  it("Z-05 accepts a company's document only with the authority's stamp", async () => {
    const { ctx, sandbox } = await withUnit(await open());
    await issueInvoices(ctx, 1, { company: exampleCompany });
    await sealEInvoices(ctx);
    sandbox.authority.fault("no_cleared_invoice");
    await submitEInvoices(ctx);
    expect(await readEinvoices(ctx)).toMatchObject([{ state: "sealed", problem: "no-cleared-invoice" }]);
    advanceClock(ctx, 1);
    await submitEInvoices(ctx);
    const [row] = await readEinvoices(ctx);
    expect(row).toMatchObject({ state: "accepted", answer: { status: 208 } });
    expect(checkEInvoice(row?.clearedXml ?? "")).toEqual([]);
  });

  it("Z-06 documents waiting with a rejected certificate are sealed again after a new onboarding", async () => {
    const { ctx, sandbox } = await withUnit(await open());
    const finance = ctx.asStaff("finance");
    await issueInvoices(ctx, 1);
    await sealEInvoices(ctx);
    sandbox.authority.fault("unauthorized");
    await submitEInvoices(ctx);
    // Nothing to seal yet: the authority may accept the certificate in use again.
    expect(await sealAgain(finance)).toEqual({ count: 0 });
    await onboard(ctx);
    expect(await sealAgain(finance)).toEqual({ count: 1 });
    await submitEInvoices(ctx);
    expect((await readEinvoices(ctx)).map(({ state }) => state)).toEqual(["replaced", "accepted"]);
  });

  it("Z-07 measures the oldest waiting document, certificates that end within 60 days, and the clock difference", async () => {
    const { ctx, sandbox, unitId: id } = await withUnit(await open());
    await issueInvoices(ctx, 1);
    advanceClock(ctx, 11 * 60);
    expect(await readFigure(ctx, "einvoices_oldest_seconds")).toBe(11 * 3600);
    await sealEInvoices(ctx);
    expect(await readFigure(ctx, "einvoices_oldest_seconds")).toBe(11 * 3600);
    sandbox.authority.setClockAhead(-120);
    await submitEInvoices(ctx);
    expect(await readFigure(ctx, "einvoices_oldest_seconds")).toBe(0);
    expect(Math.abs(Number(await readFigure(ctx, "einvoicing_clock_ahead_seconds")) - 120)).toBeLessThan(5);
    expect(await readFigure(ctx, "einvoicing_certificate_ends")).toBe(0);
    const in59Days = new Date(ctx.clock.now.getTime() + 59 * dayMs);
    await ctx.db.update(egsUnits).set({ validTo: in59Days }).where(eq(egsUnits.id, id));
    expect(await readFigure(ctx, "einvoicing_certificate_ends")).toBe(1);
  });

  /** Kills another process with -9 while the authority has its request; with `hang_after`, it has accepted it too. */
  async function killSubmitting(sandbox: Sandbox, databaseUrl: string, fault: "hang" | "hang_after"): Promise<void> {
    sandbox.authority.clearFaults();
    sandbox.authority.fault(fault);
    const other = await startOtherProcess(
      databaseUrl,
      `import { submitEInvoices } from "#features/invoices/einvoices/submit.server.ts";
       process.env.EINVOICING_API_URL = "${sandbox.url}/e-invoicing";`,
      "await submitEInvoices(ctx)",
    );
    onTestFinished(() => other.kill());
    void other.ask().catch(() => {});
    await vi.waitFor(() => expect(sandbox.control.hanging()).toBe(1), 20_000);
    other.kill();
    sandbox.control.release();
  }

  it("Z-05 under random faults and kills every document is accepted once, with the same bytes and an unbroken chain", async () => {
    const database = await open();
    const { ctx, sandbox } = await withAuthority(database);
    const [documents, faults, kills] = isFullRun ? [300, 50, 5] : [12, 6, 0];
    await switchOn(ctx);
    await onboard(ctx);
    const kinds: AuthorityFault[] = [
      "unauthorized",
      "too_many",
      "error_500",
      "drop",
      "hang",
      "hang_after",
      "warnings",
      "rejected",
    ];
    const rejected = new Set<number>();
    let sold = 0;
    for (let round = 0; round < faults; round++) {
      const count = Math.max(1, Math.ceil((documents - sold) / (faults - round)));
      const company = round % 3 === 0 ? exampleCompany : undefined;
      sold += (await issueInvoices(ctx, count, company ? { company } : {})).length;
      await sealEInvoices(ctx);
      const fault = kinds[Math.floor(Math.random() * kinds.length)] ?? "drop";
      sandbox.authority.clearFaults();
      sandbox.authority.fault(fault);
      const submitted = submitEInvoices(ctx);
      if (fault.startsWith("hang")) {
        await vi.waitFor(() => expect(sandbox.control.hanging()).toBe(1), 10_000);
        sandbox.control.release();
      }
      await submitted;
      if (kills > 0 && round % (faults / kills) === 0) {
        await issueInvoices(ctx, 1);
        sold++;
        await sealEInvoices(ctx);
        await killSubmitting(sandbox, database.url, (round / (faults / kills)) % 2 ? "hang" : "hang_after");
      }
      advanceClock(ctx, 20);
    }
    sandbox.authority.clearFaults();
    for (let round = 0; round < 5; round++) {
      advanceClock(ctx, 20);
      await submitEInvoices(ctx);
      for (const { id, state } of await listUndecided(ctx.asStaff("finance"))) {
        if (state !== "rejected") continue;
        rejected.add(id);
        await correctEInvoice(ctx.asStaff("finance"), { id });
      }
    }
    const rows = await readEinvoices(ctx);
    expect(sold).toBeGreaterThanOrEqual(documents);
    expect(rows.filter(({ state }) => state === "sealed")).toEqual([]);
    const accepted = rows.filter(({ state }) => state === "accepted");
    const issued = await ctx.db.select({ id: taxDocuments.id }).from(taxDocuments);
    expect(accepted.map(({ taxDocumentId }) => taxDocumentId).toSorted((a, b) => a - b)).toEqual(
      issued.map(({ id }) => id).toSorted((a, b) => a - b),
    );
    expect(rows).toHaveLength(issued.length + rejected.size);
    // The authority has accepted each document once, with the bytes that we store.
    const byUuid = new Map(sandbox.authority.accepted().map((one) => [one.uuid, one.xml]));
    expect(sandbox.authority.accepted()).toHaveLength(issued.length);
    for (const { uuid, xml } of accepted) expect(byUuid.get(uuid)).toBe(xml);
    expect(sandbox.authority.violations()).toEqual([]);
    await expectUnbroken(ctx);
  });
});
