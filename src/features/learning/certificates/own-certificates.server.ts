import { aliasedTable, and, desc, eq, inArray, isNotNull, or, sql, type SQL } from "drizzle-orm";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { users } from "#features/people/tables.server.ts";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import type { CertificateState, IssuedCertificate } from "./certificate.ts";
import { certificateHolds, certificates } from "./tables.server.ts";

export interface OwnCertificate extends IssuedCertificate {
  id: number;
  enrolmentId: number;
  runId: number;
  courseId: number;
  /** Present category of the course, such as `healthcare-quality`. */
  category: string;
  state: CertificateState;
  /** When it was replaced or revoked, and the explanation of a revocation for its holder. */
  endedAt: Date | null;
  toldEng: string | null;
  toldAr: string | null;
  /** Number of the certificate that replaced it. */
  replacedBy: string | null;
}

/**
 * Lists all certificates of an account, also replaced and revoked ones, latest course first: of seats named for it, and
 * of seats of its confirmed address. Callers check the permission.
 */
export async function listPersonCertificates(ctx: Ctx, { userId }: { userId: string }): Promise<OwnCertificate[]> {
  const newer = aliasedTable(certificates, "newer");
  // Only a confirmed address counts, because anyone can register with anyone's address.
  const confirmedAddress = ctx.db
    .select({ email: sql`lower(${users.email})` })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.emailVerified, true)));
  const rows = await ctx.db
    .select({
      certificate: certificates,
      courseId: courseRuns.courseId,
      category: courses.category,
      replacedBy: newer.number,
    })
    .from(certificates)
    .innerJoin(enrolments, eq(enrolments.id, certificates.enrolmentId))
    .innerJoin(courseRuns, eq(courseRuns.id, certificates.runId))
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .leftJoin(newer, eq(newer.replacesId, certificates.id))
    .where(
      and(
        or(eq(enrolments.userId, userId), inArray(enrolments.attendeeEmail, confirmedAddress)),
        isNotNull(certificates.holder),
      ),
    )
    .orderBy(desc(sql`${certificates.activity} ->> 'endDate'`), desc(certificates.id));
  return rows.flatMap(({ certificate, courseId, category, replacedBy }) => {
    const { id, number, enrolmentId, runId, holder, activity, issuer, wordingVersion, issuedAt, state } = certificate;
    const { endedAt, toldEng, toldAr } = certificate;
    if (!holder) return [];
    const contents = {
      id,
      number,
      enrolmentId,
      runId,
      courseId,
      category,
      holder,
      activity,
      issuer,
      wordingVersion,
      issuedAt,
    };
    return [{ ...contents, state, endedAt, toldEng, toldAr, replacedBy }];
  });
}

/**
 * Erases the holders of these seats' certificates, and what staff wrote about them: why a certificate was held back,
 * replaced or revoked. The certificates stay valid and verifiable. Call this in an open transaction.
 */
export async function eraseHolders(ctx: Ctx, seats: SQL | undefined): Promise<void> {
  const enrolmentIds = ctx.db.select({ id: enrolments.id }).from(enrolments).where(seats);
  const { endReason } = certificates;
  await ctx.db
    .update(certificates)
    .set({ holder: null, endReason: sql`left(${endReason}, 0)`, toldEng: null, toldAr: null })
    .where(inArray(certificates.enrolmentId, enrolmentIds));
  await ctx.db.update(certificateHolds).set({ reason: "" }).where(inArray(certificateHolds.enrolmentId, enrolmentIds));
}

/** Lists the viewer's own certificates. Throws Unauthenticated. */
export async function listMyCertificates(ctx: Ctx): Promise<OwnCertificate[]> {
  return listPersonCertificates(ctx, { userId: requireViewer(ctx).id });
}
