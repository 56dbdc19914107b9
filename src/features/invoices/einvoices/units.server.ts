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

/** The environment that the settings choose; null while e-invoicing is off. */
export const getEnvironment = ({ mode }: EInvoicingSettings): EInvoiceEnvironment | null =>
  mode === "off" ? null : mode === "on" ? "production" : "simulation";

/** SQL condition for the active unit of an environment, which seals its documents; there is at most one. */
export const isActiveUnit = (environment: EInvoiceEnvironment): SQL | undefined =>
  and(eq(egsUnits.environment, environment), eq(egsUnits.state, "active"));

/** Derived from AUTH_SECRET, so that nobody can stamp documents with a copy of the database alone. */
const encryptionKey = (ctx: Ctx) => sign(ctx, "egs-units");

const encrypt = (ctx: Ctx, text: string): Promise<string> =>
  new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .encrypt(encryptionKey(ctx));

/** Throws when AUTH_SECRET has changed since the encryption: then the company must repeat the onboarding. */
async function decrypt(ctx: Ctx, sealed: string): Promise<string> {
  return new TextDecoder().decode((await compactDecrypt(sealed, encryptionKey(ctx))).plaintext);
}

/** The key and certificate that sign the XMLs of a unit. */
export async function unitStampKey(ctx: Ctx, unit: EgsUnit): Promise<StampKey> {
  return stampKey(createPrivateKey(await decrypt(ctx, unit.sealedKey)), unit.certificate);
}

/** The credentials of a unit at the authority; null when they were encrypted with another AUTH_SECRET. */
export async function readCsid(ctx: Ctx, { sealedCsid }: Pick<EgsUnit, "sealedCsid">): Promise<Csid | null> {
  try {
    return JSON.parse(await decrypt(ctx, sealedCsid)) as Csid;
  } catch (error) {
    if (!(error instanceof joseErrors.JOSEError)) throw error;
    return null;
  }
}

/** Like `readCsid`, but throws Conflict instead of returning null. */
export async function requireCsid(ctx: Ctx, unit: Pick<EgsUnit, "sealedCsid">): Promise<Csid> {
  const csid = await readCsid(ctx, unit);
  if (!csid) throw refusal(ctx, m.invoicing_einvoicing_unreadable);
  return csid;
}

async function toCsidColumns(ctx: Ctx, csid: Csid) {
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

/** Makes a Conflict with a message in the reader's language. */
export const refusal = (ctx: Ctx, text: (input: object, options: { locale: Ctx["locale"] }) => string) =>
  new Conflict(text({}, { locale: ctx.locale }));

/** Whether the settings contain all company data that the authority requires, and not the example of a fresh site. */
export const isCompanyComplete = (settings: EInvoicingSettings, { vatNumber }: { vatNumber: string }): boolean =>
  !Object.values(settings).includes("") && vatNumber !== "300000000000003";

/** Reads the settings. Throws Conflict while e-invoicing is off or the company data are incomplete. */
async function requireCompany(ctx: Ctx) {
  const settings = await einvoicingSettings(ctx);
  const environment = getEnvironment(settings);
  if (!environment) throw refusal(ctx, m.invoicing_einvoicing_is_off);
  const seller = await sellerSettings(ctx);
  if (!isCompanyComplete(settings, seller)) throw refusal(ctx, m.invoicing_einvoicing_company_incomplete);
  return { settings, environment, seller };
}

/** Makes a key and a certificate request for a new unit. Throws Conflict like `requireCompany`. */
async function createRequest(ctx: Ctx): Promise<{ key: KeyObject; csr: string; environment: EInvoiceEnvironment }> {
  const { settings, environment, seller } = await requireCompany(ctx);
  const { branch, shortAddress, businessCategory } = settings;
  const serial = randomUUID();
  const unitName = `nama-${serial.slice(0, 8)}`;
  const names = { branch, legalName: seller.nameAr, unitName, serial, vatNumber: seller.vatNumber };
  const key = newUnitKey();
  const csr = certificateRequest(key, { ...names, shortAddress, businessCategory }, environment);
  return { key, csr, environment };
}

const toPem = (key: KeyObject) => String(key.export({ type: "pkcs8", format: "pem" }));

async function insertUnit(ctx: Ctx, environment: EInvoiceEnvironment, key: KeyObject, csid: Csid): Promise<EgsUnit> {
  const columns = { ...(await toCsidColumns(ctx, csid)), sealedKey: await encrypt(ctx, toPem(key)) };
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
 * First step of the onboarding: makes a key and gets a certificate for the compliance checks, with the one-time code of
 * the authority's portal. Requires `settings.finance`. Throws Unauthenticated, Forbidden, FreshSignInRequired,
 * Conflict, AuthorityRefused, AuthorityUnavailable.
 */
export async function beginOnboarding(ctx: Ctx, { code }: { code: string }): Promise<{ id: number }> {
  requireOwner(ctx);
  const { key, csr, environment } = await createRequest(ctx);
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

/** Six example documents: an invoice, a credit note and a debit note, each to a person and to a company. */
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
 * Second step of the onboarding: sends the six examples that the authority requires; resolves with their errors, none
 * when it accepts them. The examples are in no chain and are not stored. Requires `settings.finance`. Throws
 * Unauthenticated, Forbidden, FreshSignInRequired, NotFound, Conflict, AuthorityRefused, AuthorityUnavailable.
 */
export async function testUnit(ctx: Ctx, { id }: { id: number }): Promise<AuthorityMessage[]> {
  requireOwner(ctx);
  const unit = await readTestingUnit(ctx, id);
  const { settings, seller } = await requireCompany(ctx);
  const [csid, key] = [await requireCsid(ctx, unit), await unitStampKey(ctx, unit)];
  const authority = einvoicingAuthority(ctx.env, unit.environment);
  const errors: AuthorityMessage[] = [];
  let previousHash = hashBeforeFirst;
  for (const [index, facts] of exampleFacts(seller, ctx.now()).entries()) {
    const uuid = randomUUID();
    const sealed = sealXml(facts, settings, { uuid, counter: index + 1, previousHash }, key, ctx.now());
    previousHash = sealed.hash;
    errors.push(...(await authority.checkCompliance(csid, { uuid, ...sealed })));
  }
  return errors;
}

/**
 * Makes a unit the one that seals, and retires the previous one. The first unit of an environment begins with the next
 * document; a later unit continues where the previous one stopped.
 */
async function activate(ctx: Ctx, id: number): Promise<void> {
  const unit = await readUnit(ctx, id);
  // This update waits for a running job that seals with the previous unit.
  const [previous] = await ctx.db
    .update(egsUnits)
    .set({ state: "retired", retiredAt: ctx.now() })
    .where(isActiveUnit(unit.environment))
    .returning({ sealedUpTo: egsUnits.sealedUpTo });
  const [counted] = await ctx.db.select({ documents: taxCounter.documents }).from(taxCounter);
  const sealedUpTo = previous?.sealedUpTo ?? counted?.documents ?? 0;
  await ctx.db.update(egsUnits).set({ state: "active", activatedAt: ctx.now(), sealedUpTo }).where(eq(egsUnits.id, id));
  const after = { environment: unit.environment, sealedUpTo };
  await audit(ctx, { action: "egs-unit.activated", entity: "egs-unit", entityId: id, after });
}

/** Two activations never run at the same time. */
const activationLock = { advisoryLock: "egs-units" };

/**
 * Last step of the onboarding: gets the production certificate. Every document from the next one on is sealed and sent.
 * Requires `settings.finance`. Throws Unauthenticated, Forbidden, FreshSignInRequired, NotFound, Conflict,
 * AuthorityRefused (with what is missing), AuthorityUnavailable.
 */
export async function goLive(ctx: Ctx, { id }: { id: number }): Promise<void> {
  requireOwner(ctx);
  const unit = await readTestingUnit(ctx, id);
  const csid = await einvoicingAuthority(ctx.env, unit.environment).issueProductionCsid(await requireCsid(ctx, unit));
  const columns = await toCsidColumns(ctx, csid);
  await inTransaction(
    ctx,
    async (ctx) => {
      // Checks again under the lock: another person may have activated the unit meanwhile.
      await readTestingUnit(ctx, id);
      await ctx.db.update(egsUnits).set(columns).where(eq(egsUnits.id, id));
      await activate(ctx, id);
    },
    activationLock,
  );
}

/**
 * Makes a new key and gets a new certificate before the old one ends, with a new one-time code. Documents that the old
 * unit sealed are still sent with its credentials. Requires `settings.finance`. Throws Unauthenticated, Forbidden,
 * FreshSignInRequired, Conflict, AuthorityRefused, AuthorityUnavailable.
 */
export async function renewUnit(ctx: Ctx, { code }: { code: string }): Promise<{ id: number }> {
  requireOwner(ctx);
  const { key, csr, environment } = await createRequest(ctx);
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
  return inTransaction(ctx, renew, activationLock);
}

/** Reads the unit that seals; null when there is none. */
export async function activeUnit(ctx: Ctx, environment: EInvoiceEnvironment): Promise<EgsUnit | null> {
  const [unit] = await ctx.db.select().from(egsUnits).where(isActiveUnit(environment));
  return unit ?? null;
}

/** Reads the newest unit if its onboarding has begun and not ended; else null. */
export async function testingUnit(ctx: Ctx, environment: EInvoiceEnvironment): Promise<EgsUnit | null> {
  const [newest] = await ctx.db
    .select()
    .from(egsUnits)
    .where(eq(egsUnits.environment, environment))
    .orderBy(desc(egsUnits.id))
    .limit(1);
  return newest?.state === "testing" ? newest : null;
}

/** Lists all units whose onboarding was finished, newest first, without their secrets. Requires `settings.finance`. */
export async function listUnits(ctx: Ctx) {
  requirePermission(ctx, beginOnboarding.permission);
  const { id, environment, state, validTo, counter, refusedSince, clockAheadSeconds } = egsUnits;
  return ctx.db
    .select({ id, environment, state, validTo, counter, refusedSince, clockAheadSeconds })
    .from(egsUnits)
    .where(ne(state, "testing"))
    .orderBy(desc(id));
}
