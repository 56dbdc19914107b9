/** What staff can do with certificates: hold back, release, reissue, revoke, or keep after a refund. */
import { and, eq, isNull } from "drizzle-orm";
import { lockRuns } from "#features/orders/locks.server.ts";
import { rosterRows } from "#features/seats/roster/roster.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { nameOtherValues } from "#features/people/person.server.ts";
import { users } from "#features/people/tables.server.ts";
import { requireRun } from "#features/catalogue/schedule/run-changes.server.ts";
import { audit } from "#platform/audit.server.ts";
import {
  getActorIdentity,
  inTransaction,
  noSuchRecord,
  requireFreshSignIn,
  requirePermission,
  type Ctx,
} from "#platform/context.server.ts";
import { Conflict, ValidationError, type FieldMap } from "#platform/errors.ts";
import { getProblemMessage } from "#platform/http/fields.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { unprintableLetters } from "#i18n/printable.ts";
import { m } from "#messages";
import { splitNamesByScript } from "./certificate-rules.ts";
import type { CertificateHolder } from "./certificate.ts";
import { readCurrentIssuer, buildCertificateMailProps, createCertificateNumber, getStaffId } from "./issue.server.ts";
import { certificateHolds, certificates } from "./tables.server.ts";
import { currentWording } from "./wordings.ts";

/**
 * Holds back the certificates of a run, or of some of its seats, until they are released: neither the job nor staff can
 * issue them meanwhile. Holding them again replaces the reason. Holds all or none. Throws NotFound.
 */
export async function holdCertificates(
  ctx: Ctx,
  { runId, enrolmentIds, reason }: { runId: number; enrolmentIds?: readonly number[] | undefined; reason: string },
): Promise<void> {
  requirePermission(ctx, holdCertificates.permission);
  await inTransaction(ctx, async (ctx) => {
    await lockRuns(ctx, [runId]);
    await requireRun(ctx, runId);
    const { id, name } = getActorIdentity(ctx.actor);
    const hold = { reason, heldAt: ctx.now(), heldBy: id ?? "", heldByName: name ?? "" };
    for (const enrolmentId of enrolmentIds ?? [null]) {
      if (enrolmentId !== null) await requireRunSeat(ctx, runId, enrolmentId);
      await ctx.db
        .insert(certificateHolds)
        .values({ runId, enrolmentId, ...hold })
        .onConflictDoUpdate({ target: [certificateHolds.runId, certificateHolds.enrolmentId], set: hold });
      const seatFields = enrolmentId === null ? {} : { seatId: enrolmentId };
      await audit(ctx, {
        action: "certificate.held",
        entity: "run",
        entityId: runId,
        after: { ...seatFields, reason },
        personal: enrolmentId === null ? undefined : await readReasonSubject(ctx, enrolmentId),
      });
    }
  });
}
holdCertificates.permission = "certificates.issue" as const;

/**
 * Reads the person whom a reason about a seat may be about: the attendee, else the buyer. The audit log erases the
 * reason with that person's data.
 */
async function readReasonSubject(ctx: Ctx, enrolmentId: number) {
  const [seat] = await ctx.db
    .select({ attendee: enrolments.userId, buyer: orders.userId })
    .from(enrolments)
    .innerJoin(orders, eq(orders.id, enrolments.orderId))
    .where(eq(enrolments.id, enrolmentId));
  return { of: seat?.attendee ?? seat?.buyer ?? "", paths: ["after.reason"] };
}

async function requireRunSeat(ctx: Ctx, runId: number, enrolmentId: number): Promise<void> {
  const whereSeat = and(eq(enrolments.id, enrolmentId), eq(enrolments.runId, runId));
  const [seat] = await ctx.db.select({ id: enrolments.id }).from(enrolments).where(whereSeat);
  if (!seat) throw noSuchRecord(ctx);
}

/** Releases certificates that were held back. Within minutes, the job issues those that are due. Throws NotFound. */
export async function releaseCertificates(
  ctx: Ctx,
  { runId, enrolmentId = null }: { runId: number; enrolmentId?: number | null | undefined },
): Promise<void> {
  requirePermission(ctx, releaseCertificates.permission);
  await inTransaction(ctx, async (ctx) => {
    const whereSeat =
      enrolmentId === null ? isNull(certificateHolds.enrolmentId) : eq(certificateHolds.enrolmentId, enrolmentId);
    const releasedHolds = await ctx.db
      .delete(certificateHolds)
      .where(and(eq(certificateHolds.runId, runId), whereSeat))
      .returning({ id: certificateHolds.id });
    if (releasedHolds.length === 0) throw noSuchRecord(ctx);
    const seatFields = enrolmentId === null ? {} : { seatId: enrolmentId };
    await audit(ctx, { action: "certificate.released", entity: "run", entityId: runId, after: seatFields });
  });
}
releaseCertificates.permission = "certificates.issue" as const;

type CertificateRow = typeof certificates.$inferSelect;

/** Locks the run of a certificate and reads the certificate. Throws NotFound. */
async function lockCertificate(ctx: Ctx, id: number): Promise<CertificateRow> {
  const [row] = await ctx.db.select({ runId: certificates.runId }).from(certificates).where(eq(certificates.id, id));
  if (!row) throw noSuchRecord(ctx);
  await lockRuns(ctx, [row.runId]);
  const [certificate] = await ctx.db.select().from(certificates).where(eq(certificates.id, id));
  if (!certificate) throw noSuchRecord(ctx);
  return certificate;
}

/** Reads the holder of a certificate. Throws Conflict when their data was erased. */
function requireHolder(ctx: Ctx, { holder }: CertificateRow): CertificateHolder {
  if (!holder) throw new Conflict(m.certificates_holder_erased({}, { locale: ctx.locale }));
  return holder;
}

const getEndFields = (ctx: Ctx) => {
  const { id, name } = getActorIdentity(ctx.actor);
  return { endedAt: ctx.now(), endedBy: id, endedByName: name };
};

/** Reads who gets an email about a certificate: the attendee of its seat. Null without an address. */
async function readRecipient(ctx: Ctx, { runId, enrolmentId }: CertificateRow) {
  const [seat] = await rosterRows(ctx, runId, eq(enrolments.id, enrolmentId));
  return seat?.email ? { to: seat.email, locale: seat.locale, name: seat.name ?? "" } : null;
}

export interface ReissueInput {
  id: number;
  nameEng: string;
  nameAr: string;
  /** Stored in the audit log and shown in the portal. */
  reason: string;
  /** Whether the holder's account gets the corrected name too. */
  isProfileWrong?: boolean | undefined;
}

/** Updates the account of a seat with the names on the certificate. The account's name keeps its script. */
async function correctProfile(ctx: Ctx, enrolmentId: number, { nameEng, nameAr }: ReissueInput): Promise<void> {
  const [account] = await ctx.db
    .select({ id: users.id, name: users.name })
    .from(users)
    .innerJoin(enrolments, eq(enrolments.userId, users.id))
    .where(eq(enrolments.id, enrolmentId));
  if (!account) return;
  const isArabic = splitNamesByScript(account.name, null).nameAr !== null;
  const [name, nameOther] = isArabic ? [nameAr, nameEng] : [nameEng, nameAr];
  await ctx.db
    .update(users)
    .set({ name, ...nameOtherValues(nameOther), updatedAt: ctx.now() })
    .where(eq(users.id, account.id));
}

/**
 * Reissues a certificate with a corrected name. The course details stay frozen, the number is new, and the old
 * certificate becomes `replaced`, or stays `revoked`. The holder gets an email. Needs a fresh sign-in. Throws
 * FreshSignInRequired, NotFound, ValidationError (a name in the wrong script, or both unchanged), Conflict (replaced
 * already; the holder's data was erased).
 */
export async function reissueCertificate(ctx: Ctx, input: ReissueInput): Promise<{ id: number; number: string }> {
  requirePermission(ctx, reissueCertificate.permission);
  requireFreshSignIn(ctx);
  const { locale } = ctx;
  return inTransaction(ctx, async (ctx) => {
    const old = await lockCertificate(ctx, input.id);
    const before = requireHolder(ctx, old);
    const [newer] = await ctx.db
      .select({ number: certificates.number })
      .from(certificates)
      .where(eq(certificates.replacesId, old.id));
    if (newer) throw new Conflict(m.certificates_replaced_already({ number: newer.number }, { locale }));
    const errors: FieldMap = {};
    const { nameEng, nameAr } = splitNamesByScript(input.nameEng, input.nameAr);
    if (nameEng !== input.nameEng) errors["name_eng"] = [getProblemMessage("invalid", locale)];
    if (nameAr !== input.nameAr) errors["name_ar"] = [getProblemMessage("invalid", locale)];
    for (const [field, name] of [
      ["name_eng", input.nameEng],
      ["name_ar", input.nameAr],
    ] as const) {
      const letters = unprintableLetters(name).join(" ");
      if (letters !== "") errors[field] = [m.certificates_unprintable({ characters: letters }, { locale })];
    }
    if (nameEng === before.nameEng && nameAr === before.nameAr && old.state === "valid")
      errors["name_eng"] = [m.certificates_names_unchanged({}, { locale })];
    if (Object.keys(errors).length > 0) throw new ValidationError(errors);
    if (old.state === "valid")
      await ctx.db
        .update(certificates)
        .set({ state: "replaced", endReason: input.reason, ...getEndFields(ctx) })
        .where(eq(certificates.id, old.id));
    const { enrolmentId, runId, activity } = old;
    const number = createCertificateNumber(ctx);
    const issuer = await readCurrentIssuer(ctx);
    const [created] = await ctx.db
      .insert(certificates)
      .values({
        number,
        enrolmentId,
        runId,
        holder: { ...before, nameEng: input.nameEng, nameAr: input.nameAr },
        activity,
        issuer,
        wordingVersion: currentWording,
        issuedAt: ctx.now(),
        issuedBy: getStaffId(ctx),
        replacesId: old.id,
      })
      .returning({ id: certificates.id });
    if (!created) throw new Error("The new certificate was not saved");
    if (input.isProfileWrong) await correctProfile(ctx, enrolmentId, input);
    const person = await readRecipient(ctx, old);
    if (person) {
      const { to, locale, ...recipient } = person;
      const props = {
        ...recipient,
        before: old.number,
        ...buildCertificateMailProps(ctx, { number, activity, issuer }, locale),
      };
      await queueMail(ctx, {
        key: `certificate-reissued:${number}`,
        to,
        locale,
        template: "certificate-reissued",
        props,
      });
    }
    await audit(ctx, {
      action: "certificate.reissued",
      entity: "run",
      entityId: runId,
      before: { number: old.number, seatId: enrolmentId },
      after: { number, seatId: enrolmentId, reason: input.reason, ...(input.isProfileWrong && { profile: true }) },
      personal: await readReasonSubject(ctx, enrolmentId),
    });
    return { id: created.id, number };
  });
}
reissueCertificate.permission = "certificates.issue" as const;

export interface RevokeInput {
  id: number;
  /** Stored in the audit log and shown in the portal. */
  reason: string;
  /** The explanation that the holder reads, in both languages. */
  toldEng: string;
  toldAr: string;
  /** Last four characters of the number, which the caller types to confirm. */
  lastFour: string;
}

/**
 * Revokes a valid certificate permanently. The public page shows that it is revoked, but neither the reason nor the
 * holder. The holder gets an email. Needs a fresh sign-in. Throws FreshSignInRequired, NotFound, ValidationError on
 * `lastFour`, Conflict (not valid).
 */
export async function revokeCertificate(ctx: Ctx, input: RevokeInput): Promise<void> {
  requirePermission(ctx, revokeCertificate.permission);
  requireFreshSignIn(ctx);
  const { locale } = ctx;
  await inTransaction(ctx, async (ctx) => {
    const certificate = await lockCertificate(ctx, input.id);
    const { number, runId, enrolmentId, state } = certificate;
    if (state !== "valid") throw new Conflict(m.certificates_not_valid({ number }, { locale }));
    if (input.lastFour.trim().toUpperCase() !== number.slice(-4))
      throw new ValidationError({ lastFour: [m.certificates_last_four({}, { locale })] });
    const { reason, toldEng, toldAr } = input;
    await ctx.db
      .update(certificates)
      .set({ state: "revoked", endReason: reason, toldEng, toldAr, ...getEndFields(ctx) })
      .where(eq(certificates.id, certificate.id));
    const person = await readRecipient(ctx, certificate);
    if (person) {
      const { to, locale, ...recipient } = person;
      const props = { ...recipient, toldEng, toldAr, ...buildCertificateMailProps(ctx, certificate, locale) };
      await queueMail(ctx, {
        key: `certificate-revoked:${number}`,
        to,
        locale,
        template: "certificate-revoked",
        props,
      });
    }
    const after = { number, seatId: enrolmentId, reason };
    const personal = await readReasonSubject(ctx, enrolmentId);
    await audit(ctx, { action: "certificate.revoked", entity: "run", entityId: runId, after, personal });
  });
}
revokeCertificate.permission = "certificates.revoke" as const;

/**
 * Records that staff keep a certificate whose seat was refunded or cancelled after the attendance, so that it no longer
 * waits for a decision. Throws NotFound, Conflict (not valid, or the seat is still confirmed).
 */
export async function keepCertificate(ctx: Ctx, { id }: { id: number }): Promise<void> {
  requirePermission(ctx, keepCertificate.permission);
  await inTransaction(ctx, async (ctx) => {
    const { number, runId, enrolmentId, state } = await lockCertificate(ctx, id);
    const whereSeat = eq(enrolments.id, enrolmentId);
    const [seat] = await ctx.db.select({ state: enrolments.state }).from(enrolments).where(whereSeat);
    if (state !== "valid" || seat?.state === "confirmed")
      throw new Conflict(m.certificates_not_asked({ number }, { locale: ctx.locale }));
    await ctx.db.update(certificates).set({ keptAfterRefundAt: ctx.now() }).where(eq(certificates.id, id));
    await audit(ctx, {
      action: "certificate.kept",
      entity: "run",
      entityId: runId,
      after: { number, seatId: enrolmentId },
    });
  });
}
keepCertificate.permission = "certificates.revoke" as const;
