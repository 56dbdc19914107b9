/** A company that e-invoices through the fake authority. */
import { randomUUID } from "node:crypto";
import { onTestFinished } from "vitest";
import { egsUnits, einvoices } from "#features/invoices/einvoices/tables.server.ts";
import { beginOnboarding, goLive, testUnit } from "#features/invoices/einvoices/units.server.ts";
import { issueInvoice, type TaxDocument } from "#features/invoices/issue.server.ts";
import { changeSetting } from "#features/settings/settings.server.ts";
import { defaultSettings } from "#features/settings/settings.ts";
import { inTransaction } from "#platform/context.server.ts";
import { startSandbox, type Sandbox } from "../sandbox/server.ts";
import { testContext, testEnv, type TestCtx } from "./context.ts";
import type { TestDatabase } from "./open-database.ts";
import { paidByCard, paidOrders, type PaidOrderOptions } from "./paid-order.ts";

/** The AUTH_SECRET of every process on the database of these tests. */
export const einvoicingSecret = "x".repeat(40);

export const nationalAddress = {
  street: "طريق الملك فهد",
  buildingNumber: "2322",
  additionalNumber: "9876",
  district: "العليا",
  city: "الرياض",
  postalCode: "12214",
  shortAddress: "RRRD2929",
  branch: "Riyadh",
  businessCategory: "Training",
};

/** Creates a context with the fake authority. Its clock is five days behind, so that tests can move it forward. */
export async function withAuthority(database: TestDatabase): Promise<{ ctx: TestCtx; sandbox: Sandbox }> {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const EINVOICING_API_URL = `${sandbox.url}/e-invoicing`;
  const ctx = testContext(database, { env: testEnv({ EINVOICING_API_URL, AUTH_SECRET: einvoicingSecret }) });
  ctx.clock.now = new Date(Date.now() - 5 * 86_400_000);
  return { ctx, sandbox };
}

export async function switchOn(ctx: TestCtx, mode: "on" | "simulation" | "off" = "on"): Promise<void> {
  await changeSetting(ctx, "seller", { ...defaultSettings.seller, vatNumber: "310122393500003" });
  await changeSetting(ctx, "einvoicing", { mode, ...nationalAddress });
}

/** Runs all three steps of onboarding. Returns the unit's id. */
export async function onboard(ctx: TestCtx): Promise<number> {
  const finance = ctx.asStaff("finance");
  const { id } = await beginOnboarding(finance, { code: "123456" });
  const errors = await testUnit(finance, { id });
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  await goLive(finance, { id });
  return id;
}

/** Like `withAuthority`, with e-invoicing switched on and a unit onboarded. */
export async function withUnit(database: TestDatabase): Promise<{ ctx: TestCtx; sandbox: Sandbox; unitId: number }> {
  const { ctx, sandbox } = await withAuthority(database);
  await switchOn(ctx);
  return { ctx, sandbox, unitId: await onboard(ctx) };
}

export const exampleCompany = {
  name: "مستشفى المثال",
  vat_number: "310122393500003",
  address: "شارع العليا 15، الرياض",
};

/** The input that corrects a document's buyer to `exampleCompany`. */
export const exampleCorrection = {
  name: exampleCompany.name,
  vat_number: exampleCompany.vat_number,
  street: exampleCompany.address,
};

/** Issues invoices for `count` new paid orders. */
export async function issueInvoices(ctx: TestCtx, count: number, options?: PaidOrderOptions): Promise<TaxDocument[]> {
  const issued: TaxDocument[] = [];
  for (const orderId of await paidOrders(ctx, count, options))
    issued.push(await inTransaction(ctx, (ctx) => issueInvoice(ctx, orderId, paidByCard)));
  return issued;
}

/** Inserts an active unit and a waiting XML of a document, for tests that only read these rows. */
export async function einvoiceRow(ctx: TestCtx, taxDocumentId: number): Promise<{ id: number; unitId: number }> {
  const now = ctx.now();
  const secrets = { certificate: "x", requestId: "1", sealedKey: "x", sealedCsid: "x" };
  const [unit] = await ctx.db
    .insert(egsUnits)
    .values({
      ...secrets,
      environment: "production",
      state: "active",
      validTo: now,
      lastHash: "x",
      sealedUpTo: 0,
      createdAt: now,
    })
    .returning({ id: egsUnits.id });
  const unitId = unit?.id ?? 0;
  const link = { counter: 1, previousHash: "x", uuid: randomUUID(), xml: "<Invoice/>", hash: "x" };
  const [row] = await ctx.db
    .insert(einvoices)
    .values({ ...link, taxDocumentId, unitId, environment: "production", sealedAt: now, nextTryAt: now })
    .returning({ id: einvoices.id });
  return { id: row?.id ?? 0, unitId };
}
