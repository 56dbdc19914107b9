/** Units of e-invoicing: onboarding, renewal, and their secrets (section 6 of the reference "ZATCA phase 2"). */
import { createPrivateKey, randomUUID, X509Certificate, type KeyObject } from "node:crypto";
import { compactDecrypt, CompactEncrypt, errors as joseErrors } from "jose";
import { and, desc, eq, ne, type SQL } from "drizzle-orm";
import { einvoicingSettings, sellerSettings } from "#features/settings/settings.server.ts";
import type { EInvoicingSettings } from "#features/settings/settings.ts";
import { audit } from "#platform/audit.server.ts";
import {
  inTransaction,
  noSuchRecord,
  requireFreshSignIn,
  requirePermission,
  type Ctx,
} from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { sign } from "#platform/signing.server.ts";
import { m } from "#messages";
import { documentCodes } from "../document.ts";
import { taxCounter } from "../tables.server.ts";
import type { AuthorityMessage, Csid, EInvoiceEnvironment } from "./authority.ts";
import { certificateRequest, newUnitKey } from "./csr.ts";
import { einvoicingAuthority } from "./current.server.ts";
import { hashBeforeFirst, sealXml, stampKey, type StampKey } from "./stamp.ts";
import { egsUnits } from "./tables.server.ts";
import type { InvoiceFacts } from "./ubl.ts";

export type EgsUnit = typeof egsUnits.$inferSelect;

/** Null while e-invoicing is off. */
export const getEnvironment = ({ mode }: EInvoicingSettings): EInvoiceEnvironment | null =>
  mode === "off" ? null : mode === "on" ? "production" : "simulation";

/** The unit that seals in an environment; there is one at most. */
export const isActiveUnit = (environment: EInvoiceEnvironment): SQL | undefined =>
  and(eq(egsUnits.environment, environment), eq(egsUnits.state, "active"));

/** Derived from AUTH_SECRET, so that a copy of the database alone stamps nothing. */
const encryptionKey = (ctx: Ctx) => sign(ctx, "egs-units");

const encrypt = (ctx: Ctx, text: string): Promise<string> =>
  new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .encrypt(encryptionKey(ctx));

/** Throws when AUTH_SECRET is not the one that it was encrypted with: then the company onboards again. */
async function decrypt(ctx: Ctx, sealed: string): Promise<string> {
  return new TextDecoder().decode((await compactDecrypt(sealed, encryptionKey(ctx))).plaintext);
}

/** What signs the XMLs of a unit. */
export async function unitStampKey(ctx: Ctx, unit: EgsUnit): Promise<StampKey> {
  return stampKey(createPrivateKey(await decrypt(ctx, unit.sealedKey)), unit.certificate);
}

/** What the authority knows a unit by; null when it was encrypted with another AUTH_SECRET. */
export async function readCsid(ctx: Ctx, { sealedCsid }: Pick<EgsUnit, "sealedCsid">): Promise<Csid | null> {
  try {
    return JSON.parse(await decrypt(ctx, sealedCsid)) as Csid;
  } catch (error) {
    if (!(error instanceof joseErrors.JOSEError)) throw error;
    return null;
  }
}

/** As `readCsid`. Throws Conflict instead. */
export async function requireCsid(ctx: Ctx, unit: Pick<EgsUnit, "sealedCsid">): Promise<Csid> {
  const csid = await readCsid(ctx, unit);
  if (!csid) throw refusal(ctx, m.invoicing_einvoicing_unreadable);
  return csid;
}

async function csidColumns(ctx: Ctx, csid: Csid) {
  const certificate = Buffer.from(csid.token, "base64").toString();
  const { validTo } = new X509Certificate(Buffer.from(certificate, "base64"));
  return {
    certificate,
    validTo: new Date(validTo),
    requestId: csid.requestId,
    sealedCsid: await encrypt(ctx, JSON.stringify(csid)),
  };
}

function requireOwner(ctx: Ctx): void {
  requirePermission(ctx, beginOnboarding.permission);
  requireFreshSignIn(ctx);
}

/** A Conflict in the words of the reader. */
export const refusal = (ctx: Ctx, text: (input: object, options: { locale: Ctx["locale"] }) => string) =>
  new Conflict(text({}, { locale: ctx.locale }));

/** Whether the settings have all that the authority asks about the company; the seller of a fresh site is an example. */
export const isCompanyComplete = (settings: EInvoicingSettings, { vatNumber }: { vatNumber: string }): boolean =>
  !Object.values(settings).includes("") && vatNumber !== "300000000000003";

/** The settings, once they are complete. Throws Conflict. */
async function requireCompany(ctx: Ctx) {
  const settings = await einvoicingSettings(ctx);
  const environment = getEnvironment(settings);
  if (!environment) throw refusal(ctx, m.invoicing_einvoicing_is_off);
  const seller = await sellerSettings(ctx);
  if (!isCompanyComplete(settings, seller)) throw refusal(ctx, m.invoicing_einvoicing_company_incomplete);
  return { settings, environment, seller };
}

async function newRequest(ctx: Ctx): Promise<{ key: KeyObject; csr: string; environment: EInvoiceEnvironment }> {
  const { settings, environment, seller } = await requireCompany(ctx);
  const { branch, shortAddress, businessCategory } = settings;
  const serial = randomUUID();
  const unitName = `nama-${serial.slice(0, 8)}`;
  const names = { branch, legalName: seller.nameAr, unitName, serial, vatNumber: seller.vatNumber };
  const key = newUnitKey();
  const csr = certificateRequest(key, { ...names, shortAddress, businessCategory }, environment);
  return { key, csr, environment };
}

const pem = (key: KeyObject) => String(key.export({ type: "pkcs8", format: "pem" }));

async function insertUnit(ctx: Ctx, environment: EInvoiceEnvironment, key: KeyObject, csid: Csid): Promise<EgsUnit> {
  const columns = { ...(await csidColumns(ctx, csid)), sealedKey: await encrypt(ctx, pem(key)) };
  const row = { ...columns, environment, state: "testing" as const, lastHash: hashBeforeFirst, sealedUpTo: 0 };
  const [unit] = await ctx.db
    .insert(egsUnits)
    .values({ ...row, createdAt: ctx.now() })
    .returning();
  if (!unit) throw new Error("A unit was not written");
  await audit(ctx, { action: "egs-unit.made", entity: "egs-unit", entityId: unit.id, after: { environment } });
  return unit;
}

/**
 * First step: a key, and a certificate to prove ourselves with, for the one-time code of the authority's portal. For
 * `settings.finance`. Throws Unauthenticated, Forbidden, FreshSignInRequired, Conflict, AuthorityRefused,
 * AuthorityUnavailable.
 */
export async function beginOnboarding(ctx: Ctx, { code }: { code: string }): Promise<{ id: number }> {
  requireOwner(ctx);
  const { key, csr, environment } = await newRequest(ctx);
  const csid = await einvoicingAuthority(ctx.env, environment).issueComplianceCsid(csr, code);
  const { id } = await inTransaction(ctx, (ctx) => insertUnit(ctx, environment, key, csid));
  return { id };
}
beginOnboarding.permission = "settings.finance" as const;

async function readUnit(ctx: Ctx, id: number): Promise<EgsUnit> {
  const [unit] = await ctx.db.select().from(egsUnits).where(eq(egsUnits.id, id));
  if (!unit) throw noSuchRecord(ctx);
  return unit;
}

async function readTestingUnit(ctx: Ctx, id: number): Promise<EgsUnit> {
  const unit = await readUnit(ctx, id);
  if (unit.state !== "testing") throw refusal(ctx, m.invoicing_einvoicing_unit_is_live);
  return unit;
}

/** One of each: invoice, credit and debit note, to a person and to a company. */
function exampleFacts(seller: InvoiceFacts["seller"], now: Date): InvoiceFacts[] {
  const example = { name: "شركة المثال | Example company", vat_number: "310122393500003", address: "Riyadh" };
  const line = { nameEng: "Example", nameAr: "مثال", qty: 1, unitPriceHalalas: 100_00, amountHalalas: 100_00 };
  const sums = { taxPercent: 15, netHalalas: 100_00, taxHalalas: 15_00, totalHalalas: 115_00 };
  return [null, example].flatMap((company) =>
    ["388", "381", "383"].map((typeCode) => ({
      ...sums,
      number: `TEST-${typeCode}`,
      typeCode,
      nameCode: documentCodes("invoice", company).nameCode,
      issuedAt: now,
      seller,
      buyer: { company },
      lines: [line],
      payment: { cardScheme: null, cardMasked: null },
      originalNumber: typeCode === "388" ? null : "TEST-388",
      reason: typeCode === "388" ? null : "requested",
    })),
  );
}

/**
 * Second step: the six examples that the authority wants to see; their errors, none when it accepts them. They are in no
 * chain and are not kept. For `settings.finance`. Throws Unauthenticated, Forbidden, FreshSignInRequired, NotFound,
 * Conflict, AuthorityUnavailable.
 */
export async function testUnit(ctx: Ctx, { id }: { id: number }): Promise<AuthorityMessage[]> {
  requireOwner(ctx);
  const unit = await readTestingUnit(ctx, id);
  const { settings, seller } = await requireCompany(ctx);
  const [csid, key] = [await requireCsid(ctx, unit), await unitStampKey(ctx, unit)];
  const authority = einvoicingAuthority(ctx.env, unit.environment);
  const errors: AuthorityMessage[] = [];
  let previousHash = hashBeforeFirst;
  for (const [at, facts] of exampleFacts(seller, ctx.now()).entries()) {
    const uuid = randomUUID();
    const sealed = sealXml(facts, settings, { uuid, counter: at + 1, previousHash }, key, ctx.now());
    previousHash = sealed.hash;
    errors.push(...(await authority.checkCompliance(csid, { uuid, ...sealed })));
  }
  return errors;
}

/**
 * Makes a unit the one that seals, and retires the one before. The first of an environment begins with the next
 * document; another goes on where the one before it stopped.
 */
async function activate(ctx: Ctx, id: number): Promise<void> {
  const unit = await readUnit(ctx, id);
  // Waits for the job that seals with it.
  const [before] = await ctx.db
    .update(egsUnits)
    .set({ state: "retired", retiredAt: ctx.now() })
    .where(isActiveUnit(unit.environment))
    .returning({ sealedUpTo: egsUnits.sealedUpTo });
  const [counted] = await ctx.db.select({ documents: taxCounter.documents }).from(taxCounter);
  const sealedUpTo = before?.sealedUpTo ?? counted?.documents ?? 0;
  await ctx.db.update(egsUnits).set({ state: "active", activatedAt: ctx.now(), sealedUpTo }).where(eq(egsUnits.id, id));
  const after = { environment: unit.environment, sealedUpTo };
  await audit(ctx, { action: "egs-unit.activated", entity: "egs-unit", entityId: id, after });
}

const activation = { advisoryLock: "egs-units" };

/**
 * Last step: the production certificate. From the next document on everything is sealed and sent. For
 * `settings.finance`. Throws Unauthenticated, Forbidden, FreshSignInRequired, NotFound, Conflict, AuthorityRefused (with
 * what is missing), AuthorityUnavailable.
 */
export async function goLive(ctx: Ctx, { id }: { id: number }): Promise<void> {
  requireOwner(ctx);
  const unit = await readTestingUnit(ctx, id);
  const csid = await einvoicingAuthority(ctx.env, unit.environment).issueProductionCsid(await requireCsid(ctx, unit));
  const columns = await csidColumns(ctx, csid);
  await inTransaction(
    ctx,
    async (ctx) => {
      // Someone else may have been as fast.
      await readTestingUnit(ctx, id);
      await ctx.db.update(egsUnits).set(columns).where(eq(egsUnits.id, id));
      await activate(ctx, id);
    },
    activation,
  );
}

/**
 * A new key and certificate before the old one ends, by a new one-time code. What the old one sealed is still sent with
 * it. For `settings.finance`. Throws Unauthenticated, Forbidden, FreshSignInRequired, Conflict, AuthorityRefused,
 * AuthorityUnavailable.
 */
export async function renewUnit(ctx: Ctx, { code }: { code: string }): Promise<{ id: number }> {
  requireOwner(ctx);
  const { key, csr, environment } = await newRequest(ctx);
  const current = await activeUnit(ctx, environment);
  if (!current) throw refusal(ctx, m.invoicing_einvoicing_no_unit);
  const csid = await einvoicingAuthority(ctx.env, environment).renewProductionCsid(
    await requireCsid(ctx, current),
    csr,
    code,
  );
  const renew = async (ctx: Ctx) => {
    const { id } = await insertUnit(ctx, environment, key, csid);
    await activate(ctx, id);
    return { id };
  };
  return inTransaction(ctx, renew, activation);
}

/** The unit that seals, if there is one. */
export async function activeUnit(ctx: Ctx, environment: EInvoiceEnvironment): Promise<EgsUnit | null> {
  const [unit] = await ctx.db.select().from(egsUnits).where(isActiveUnit(environment));
  return unit ?? null;
}

/** The newest unit whose onboarding has begun and not ended, if it came after the one that seals. */
export async function testingUnit(ctx: Ctx, environment: EInvoiceEnvironment): Promise<EgsUnit | null> {
  const [newest] = await ctx.db
    .select()
    .from(egsUnits)
    .where(eq(egsUnits.environment, environment))
    .orderBy(desc(egsUnits.id))
    .limit(1);
  return newest?.state === "testing" ? newest : null;
}

/** All units but those that were never finished, the newest first; without their secrets. For `settings.finance`. */
export async function listUnits(ctx: Ctx) {
  requirePermission(ctx, beginOnboarding.permission);
  const { id, environment, state, validTo, counter, refusedSince, clockAheadSeconds } = egsUnits;
  return ctx.db
    .select({ id, environment, state, validTo, counter, refusedSince, clockAheadSeconds })
    .from(egsUnits)
    .where(ne(state, "testing"))
    .orderBy(desc(id));
}
