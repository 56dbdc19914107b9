/** E-invoicing through the staff API with the fake authority: rejections, onboarding, states, corrections. */
import { describe, expect, it } from "vitest";
import { changeSetting } from "#features/settings/settings.server.ts";
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
import { makeStaff, signedIn, type StaffBrowser } from "#test/staff.ts";
import type { TestCtx } from "#test/context.ts";
import { checkEInvoice } from "../../../../sandbox/check-einvoice.ts";
import { sealEInvoices } from "./seal.server.ts";
import { submitEInvoices } from "./submit.server.ts";
import { egsUnits } from "./tables.server.ts";

const signInFinance = async (ctx: TestCtx) => signedIn(ctx, (await makeStaff(ctx, "finance")).id);
const sealAndSubmit = async (ctx: TestCtx) => {
  await sealEInvoices(ctx);
  await submitEInvoices(ctx);
};
const readState = async (browser: StaffBrowser) => (await browser.call("GET einvoicing")).body;
const listEInvoices = async (browser: StaffBrowser, state?: string) =>
  (await browser.call("GET einvoices", state ? { state } : {})).body["data"] as Record<string, unknown>[];

describeOnDatabase("e-invoicing in the staff's API", (open) => {
  describe("refusals", () => {
    it("Z-03 rejects onboarding by an auditor, who reads the state, while off, and with an example company", async () => {
      const { ctx } = await withAuthority(await open());
      const auditor = await signedIn(ctx, (await makeStaff(ctx, "auditor")).id);
      expect((await auditor.call("GET einvoicing")).status).toBe(200);
      expect((await auditor.call("POST einvoice-units", { code: "123456" })).status).toBe(403);
      const finance = await signInFinance(ctx);
      expect(await finance.call("POST einvoice-units", { code: "123456" })).toMatchObject({
        status: 409,
        body: { message: "E-invoicing is off. Switch it on in the settings first." },
      });
      await changeSetting(ctx, "einvoicing", { mode: "on", ...nationalAddress });
      expect(await readState(finance)).toMatchObject({ mode: "on", isCompanyComplete: false, unit: null });
      expect((await finance.call("POST einvoice-units", { code: "123456" })).status).toBe(409);
    });

    it("Z-03 explains an invalid code, a code the authority rejects, and skipped steps", async () => {
      const { ctx } = await withAuthority(await open());
      await switchOn(ctx);
      const finance = await signInFinance(ctx);
      for (const code of ["", "12345", "abcdef", 123456])
        expect(await finance.call("POST einvoice-units", { code }), String(code)).toMatchObject({
          status: 422,
          body: { code: [expect.any(String)] },
        });
      expect(await finance.call("POST einvoice-units", { code: "000000" })).toMatchObject({
        status: 422,
        body: { code: [expect.stringContaining("take a new one in Fatoora")] },
      });
      const { body } = await finance.call("POST einvoice-units", { code: "123456" });
      expect(await finance.call(`POST einvoice-units/${Number(body["id"])}/live`)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining("example documents") },
      });
      expect((await finance.call("POST einvoice-units/renew", { code: "123456" })).status).toBe(409);
    });

    it("Z-03 returns 503 with a message for an unavailable authority, and begins nothing", async () => {
      const { ctx, sandbox } = await withAuthority(await open());
      await switchOn(ctx);
      await sandbox.close();
      const finance = await signInFinance(ctx);
      expect(await finance.call("POST einvoice-units", { code: "123456" })).toMatchObject({
        status: 503,
        body: { message: expect.stringContaining("didn’t answer") },
      });
      expect(await ctx.db.select().from(egsUnits)).toEqual([]);
    });

    it("Z-06 rejects corrections by training, of a document that was not rejected, and with invalid company fields", async () => {
      const { ctx, sandbox } = await withUnit(await open());
      const training = await signedIn(ctx, (await makeStaff(ctx, "training")).id);
      const finance = await signInFinance(ctx);
      await issueInvoices(ctx, 1, { company: exampleCompany });
      await sealEInvoices(ctx);
      const [{ id } = { id: 0 }] = (await listEInvoices(finance)) as { id: number }[];
      expect((await training.call(`POST einvoices/${id}/correct`)).status).toBe(403);
      expect((await finance.call(`POST einvoices/${id}/correct`)).status).toBe(409);
      sandbox.authority.fault("rejected");
      await submitEInvoices(ctx);
      const company = { ...exampleCorrection, vat_number: "123", name: "", building_number: "12", postal_code: "1" };
      expect(await finance.call(`POST einvoices/${id}/correct`, { company })).toMatchObject({
        status: 422,
        body: {
          "company.vat_number": [expect.any(String)],
          "company.name": [expect.any(String)],
          "company.building_number": [expect.any(String)],
          "company.postal_code": [expect.any(String)],
        },
      });
    });
  });

  it("Z-03 onboards from a one-time code in Arabic digits to a live certificate, and renews it", async () => {
    const { ctx } = await withAuthority(await open());
    await switchOn(ctx);
    const finance = await signInFinance(ctx);
    const begun = await finance.call("POST einvoice-units", { code: "١٢٣٤٥٦" });
    expect(begun.status).toBe(201);
    const id = Number(begun.body["id"]);
    expect(await readState(finance)).toMatchObject({ unit: null, testing: { id } });
    expect((await finance.call(`POST einvoice-units/${id}/test`)).body).toEqual({ errors: [] });
    expect((await finance.call(`POST einvoice-units/${id}/live`)).status).toBe(200);
    expect((await finance.call(`POST einvoice-units/${id}/live`)).status).toBe(409);
    const live = { isReadable: true, refusedSince: null, sealed: 0 };
    expect(await readState(finance)).toMatchObject({ unit: { id, ...live }, testing: null, waiting: 0, rejected: 0 });
    const renewed = await finance.call("POST einvoice-units/renew", { code: "654321" });
    expect(renewed.status).toBe(200);
    expect(await readState(finance)).toMatchObject({ unit: { id: renewed.body["id"] } });
  });

  it("Z-07 shows the certificate's last day, a refused access, and the clock difference", async () => {
    const { ctx, sandbox } = await withUnit(await open());
    const finance = await signInFinance(ctx);
    const validTo = new Date(ctx.clock.now.getTime() + 30 * 86_400_000);
    await ctx.db.update(egsUnits).set({ validTo });
    await issueInvoices(ctx, 1);
    sandbox.authority.setClockAhead(-120);
    sandbox.authority.fault("unauthorized");
    await sealAndSubmit(ctx);
    const state = await readState(finance);
    expect(state).toMatchObject({
      waiting: 1,
      unit: { validTo: validTo.toISOString(), isEnding: true, refusedSince: ctx.clock.now.toISOString(), sealed: 1 },
    });
    const seconds = (state["unit"] as { clockAheadSeconds: number }).clockAheadSeconds;
    expect(Math.abs(seconds - 120)).toBeLessThan(5);
    expect(await listEInvoices(finance, "undecided")).toMatchObject([{ state: "waiting", problem: "refused-access" }]);
    expect(state["unit"]).toMatchObject({ isEnded: false });
    await ctx.db.update(egsUnits).set({ validTo: ctx.clock.now });
    expect(await readState(finance)).toMatchObject({ unit: { isEnding: true, isEnded: true } });
  });

  it("Z-06 a rejected document is corrected; both lists show its states, and the XML is the authority's", async () => {
    const { ctx, sandbox } = await withUnit(await open());
    const finance = await signInFinance(ctx);
    const wrong = { ...exampleCompany, vat_number: "110122393500001" };
    const [invoice] = await issueInvoices(ctx, 1, { company: wrong });
    await issueInvoices(ctx, 1);
    sandbox.authority.fault("warnings");
    await sealAndSubmit(ctx);
    const documents = async () =>
      ((await finance.call("GET documents", { sort: "id" })).body["data"] as { einvoice: unknown }[]).map(
        ({ einvoice }) => einvoice,
      );
    expect(await documents()).toMatchObject([{ state: "rejected" }, { state: "accepted" }]);
    expect(await readState(finance)).toMatchObject({ waiting: 0, rejected: 1 });
    const [rejected] = await listEInvoices(finance, "undecided");
    expect(rejected).toMatchObject({
      number: invoice?.number,
      company: { vat_number: wrong.vat_number },
      messages: [{ code: "BR-KSA-44" }],
    });
    const id = Number(rejected?.["id"]);
    const corrected = await finance.call(`POST einvoices/${id}/correct`, { company: exampleCorrection });
    expect(corrected.status).toBe(200);
    expect(await documents()).toMatchObject([{ id: corrected.body["id"], state: "waiting" }, { state: "accepted" }]);
    await submitEInvoices(ctx);
    expect(await listEInvoices(finance, "undecided")).toEqual([]);
    expect((await listEInvoices(finance)).map(({ state }) => state)).toEqual(["accepted", "accepted", "corrected"]);
    const warned = await listEInvoices(finance, "warned");
    // A company with its address in one line is cleared with a warning.
    expect(warned.map(({ messages }) => (messages as { code: string }[])[0]?.code)).toEqual(["BR-KSA-63"]);
    const file = await finance.call(`GET einvoices/${Number(corrected.body["id"])}/xml`);
    expect(file.headers.get("content-disposition")).toContain(`${invoice?.number}.xml`);
    expect(checkEInvoice(Buffer.from(file.bytes).toString())).toEqual([]);
  });

  it("Z-06 counts documents waiting with a lost certificate, and seals them again", async () => {
    const { ctx } = await withUnit(await open());
    const finance = await signInFinance(ctx);
    await issueInvoices(ctx, 1);
    await sealEInvoices(ctx);
    await ctx.db.update(egsUnits).set({ sealedCsid: "of another secret" });
    expect(await readState(finance)).toMatchObject({
      stranded: 1,
      strandedAndSent: 0,
      unit: { isReadable: false },
    });
    expect((await finance.call("POST einvoices/seal-again")).status).toBe(409);
    await onboard(ctx);
    expect((await finance.call("POST einvoices/seal-again")).body).toEqual({ count: 1 });
    expect((await listEInvoices(finance)).map(({ state }) => state)).toEqual(["waiting", "replaced"]);
  });
});
