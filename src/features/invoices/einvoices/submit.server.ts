/** Sends sealed documents to the authority until it has decided (section 7 of the reference "ZATCA phase 2"). */
import { and, asc, eq, lte, sql } from "drizzle-orm";
import { einvoicingSettings } from "#features/settings/settings.server.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import type { Csid, EInvoiceEnvironment, Submitted, EInvoicingAuthority } from "./authority.ts";
import { einvoicingAuthority } from "./current.server.ts";
import type { EInvoice } from "./seal.server.ts";
import { egsUnits, einvoices } from "./tables.server.ts";
import { getEnvironment, readCsid } from "./units.server.ts";

/** Name of the job that emails a cleared document to its buyer. */
export const clearedJob = "einvoices.mail-cleared";

/** A round ends before another worker would consider the job dead and start it again. */
const roundMs = 60_000;
const firstPauseSeconds = 5;
const maxPauseSeconds = 900;

const pauseSeconds = (attempts: number) => Math.min(maxPauseSeconds, firstPauseSeconds * 2 ** Math.min(attempts, 10));

/**
 * Sends one document: a simplified one is reported; a standard one is cleared, or reported while the authority has
 * switched clearance off.
 */
async function submit(
  authority: EInvoicingAuthority,
  csid: Csid,
  { uuid, hash, xml, qr }: EInvoice,
): Promise<Submitted> {
  const document = { uuid, hash, xml };
  if (qr !== null) return authority.report(csid, document);
  const verdict = await authority.clear(csid, document);
  if (verdict.kind === "clearance-off") return authority.report(csid, document);
  // The buyer needs the XML with the authority's stamp: sending the same bytes again returns it.
  if (verdict.kind === "accepted" && verdict.clearedXml === null)
    return { kind: "undecided", problem: "no-cleared-invoice", clockAheadSeconds: verdict.clockAheadSeconds };
  return verdict;
}

/** The verdict when our credentials cannot be decrypted, so that nothing was sent. */
const unreadable = { kind: "undecided", problem: "unreadable-certificate", clockAheadSeconds: null } as const;

/** Stores the outcome of an attempt. A decision is stored once and never replaced. */
async function record(ctx: Ctx, einvoice: EInvoice, verdict: Submitted): Promise<void> {
  const { id, unitId, attempts, firstSentAt } = einvoice;
  const now = ctx.now();
  const isWaiting = and(eq(einvoices.id, id), eq(einvoices.state, "sealed"));
  const attempt = { attempts: attempts + 1, firstSentAt: verdict === unreadable ? firstSentAt : (firstSentAt ?? now) };
  const { clockAheadSeconds } = verdict;
  const isRefused = verdict.kind === "refused-access";
  const decided = { decidedAt: now, problem: null };
  const outcome =
    verdict.kind === "accepted"
      ? {
          state: "accepted" as const,
          ...decided,
          messages: verdict.warnings,
          answer: verdict.answer,
          clearedXml: verdict.clearedXml,
        }
      : verdict.kind === "rejected"
        ? { state: "rejected" as const, ...decided, messages: verdict.errors, answer: verdict.answer }
        : {
            problem: verdict.kind === "undecided" ? verdict.problem : verdict.kind,
            nextTryAt: new Date(now.getTime() + pauseSeconds(attempts) * 1000),
          };
  // A rehearsal changes nothing that a buyer gets.
  const isMailed = verdict.kind === "accepted" && einvoice.qr === null && einvoice.environment === "production";
  await inTransaction(ctx, async (ctx) => {
    const written = await ctx.db
      .update(einvoices)
      .set({ ...attempt, ...outcome })
      .where(isWaiting)
      .returning({ id: einvoices.id });
    if (isMailed && written.length > 0) await ctx.jobs.send(ctx.db, clearedJob, { id });
  });
  if (isRefused) ctx.log.error({ unit: unitId }, "the e-invoicing authority refuses our certificate or password");
  // Without an answer we do not know whether the authority would refuse access.
  if (clockAheadSeconds === null) return;
  const refusedSince = isRefused ? sql`coalesce(${egsUnits.refusedSince}, ${now.toISOString()}::timestamptz)` : null;
  await ctx.db.update(egsUnits).set({ refusedSince, clockAheadSeconds }).where(eq(egsUnits.id, unitId));
}

/**
 * Reads the document that has been due longest. A document that was sent without a decision is due later, so it comes
 * after those that have not been sent.
 */
async function readNextDue(
  ctx: Ctx,
  environment: EInvoiceEnvironment,
): Promise<{ einvoice: EInvoice; sealedCsid: string } | undefined> {
  const [due] = await ctx.db
    .select({ einvoice: einvoices, sealedCsid: egsUnits.sealedCsid })
    .from(einvoices)
    .innerJoin(egsUnits, eq(egsUnits.id, einvoices.unitId))
    .where(
      and(eq(einvoices.state, "sealed"), eq(einvoices.environment, environment), lte(einvoices.nextTryAt, ctx.now())),
    )
    .orderBy(asc(einvoices.nextTryAt), asc(einvoices.id))
    .limit(1);
  return due;
}

/**
 * Job: sends sealed documents, always the same bytes, new documents in the order of the chain. A round ends at the
 * first document that the authority does not decide about: this document waits twice as long each time, up to 15
 * minutes, and the next round sends the others. Documents that were sealed for the rehearsal wait unless the rehearsal
 * is on. Idempotent: the authority answers "accepted" again for a document that it accepted before.
 */
export async function submitEInvoices(ctx: Ctx): Promise<void> {
  const environment = getEnvironment(await einvoicingSettings(ctx));
  if (!environment) return;
  const end = performance.now() + roundMs;
  while (performance.now() < end) {
    const due = await readNextDue(ctx, environment);
    if (!due) return;
    const { einvoice } = due;
    const csid = await readCsid(ctx, due);
    const verdict = csid ? await submit(einvoicingAuthority(ctx.env, environment), csid, einvoice) : unreadable;
    await record(ctx, einvoice, verdict);
    const isDecided = verdict.kind === "accepted" || verdict.kind === "rejected";
    // Without readable credentials nothing was sent; the next document may belong to a unit with readable ones.
    if (!isDecided && verdict !== unreadable) return;
  }
}
