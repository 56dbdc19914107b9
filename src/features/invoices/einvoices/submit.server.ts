/** Sends sealed documents to the authority until it has decided (section 7 of the reference "ZATCA phase 2"). */
import { and, asc, eq, lte, sql } from "drizzle-orm";
import { einvoicingSettings } from "#features/settings/settings.server.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import type { Csid, EInvoiceEnvironment, Submitted, EInvoicingAuthority } from "./authority.ts";
import { einvoicingAuthority } from "./current.server.ts";
import type { EInvoice } from "./seal.server.ts";
import { egsUnits, einvoices } from "./tables.server.ts";
import { getEnvironment, readCsid } from "./units.server.ts";

/** Mails a company's document to its buyer. */
export const clearedJob = "einvoices.mail-cleared";

/** A round ends before the next worker may take the job for dead. */
const roundMs = 60_000;
const firstPauseSeconds = 5;
const maxPauseSeconds = 900;

const pauseSeconds = (attempts: number) => Math.min(maxPauseSeconds, firstPauseSeconds * 2 ** Math.min(attempts, 10));

/** A simplified document is reported, a standard one cleared, or reported while clearance is switched off. */
async function submit(
  authority: EInvoicingAuthority,
  csid: Csid,
  { uuid, hash, xml, qr }: EInvoice,
): Promise<Submitted> {
  const document = { uuid, hash, xml };
  if (qr !== null) return authority.report(csid, document);
  const verdict = await authority.clear(csid, document);
  if (verdict.kind === "clearance-off") return authority.report(csid, document);
  // Only the XML with the authority's stamp counts for the buyer: the same bytes bring it again.
  if (verdict.kind === "accepted" && verdict.clearedXml === null)
    return { kind: "undecided", problem: "no-cleared-invoice", clockAheadSeconds: verdict.clockAheadSeconds };
  return verdict;
}

const unreadable = { kind: "undecided", problem: "unreadable-certificate", clockAheadSeconds: null } as const;

/** Writes down what became of an attempt; a decision is written once. */
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
  // Without an answer nothing is known about the access.
  if (clockAheadSeconds === null) return;
  const refusedSince = isRefused ? sql`coalesce(${egsUnits.refusedSince}, ${now.toISOString()}::timestamptz)` : null;
  await ctx.db.update(egsUnits).set({ refusedSince, clockAheadSeconds }).where(eq(egsUnits.id, unitId));
}

/** The one that has been due longest: those that were not decided come after those that have not been sent. */
async function nextDue(
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
 * Job: sends what is sealed, each time the same bytes, new documents in the order of the chain. The round ends at the
 * first document that the authority does not decide about: it waits twice as long each time, up to 15 minutes, and the
 * others are tried in the next round. What was sealed for the rehearsal waits while it is over. Idempotent: what was
 * accepted before comes back as accepted.
 */
export async function submitEInvoices(ctx: Ctx): Promise<void> {
  const environment = getEnvironment(await einvoicingSettings(ctx));
  if (!environment) return;
  const end = performance.now() + roundMs;
  while (performance.now() < end) {
    const due = await nextDue(ctx, environment);
    if (!due) return;
    const { einvoice } = due;
    const csid = await readCsid(ctx, due);
    const verdict = csid ? await submit(einvoicingAuthority(ctx.env, environment), csid, einvoice) : unreadable;
    await record(ctx, einvoice, verdict);
    const isDecided = verdict.kind === "accepted" || verdict.kind === "rejected";
    // With an unreadable certificate nothing was sent: the next one may have another.
    if (!isDecided && verdict !== unreadable) return;
  }
}
