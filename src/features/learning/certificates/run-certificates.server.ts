import { and, asc, eq, isNotNull, isNull, ne } from "drizzle-orm";
import { readLastRequests, rosterRows } from "#features/seats/roster/roster.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { trainingSettings } from "#features/settings/settings.server.ts";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { readPeopleToCertify, readRunToCertify } from "./issue.server.ts";
import { certificates } from "./tables.server.ts";

/**
 * Reads three lists about a run: its certificates, also replaced and revoked ones; everyone with a confirmed seat and
 * what prevents their certificate; and the seats that wait for a bank transfer. Throws NotFound.
 */
export async function readCertificates(ctx: Ctx, { runId }: { runId: number }) {
  requirePermission(ctx, readCertificates.permission);
  const toCertify = await readRunToCertify(ctx, runId);
  const { certificateHours } = await trainingSettings(ctx);
  const people = await readPeopleToCertify(ctx, toCertify);
  const askedAtByEmail = await readLastRequests(
    ctx,
    people.flatMap(({ seat }) => seat.email ?? []),
  );
  const held = await rosterRows(ctx, runId, eq(enrolments.state, "held"));
  const rows = await ctx.db
    .select({ certificate: certificates, seatState: enrolments.state, userId: enrolments.userId })
    .from(certificates)
    .innerJoin(enrolments, eq(enrolments.id, certificates.enrolmentId))
    .where(eq(certificates.runId, runId))
    .orderBy(asc(certificates.id));
  return {
    runId,
    runGaps: toCertify.gaps,
    hold: toCertify.hold,
    issuedFrom: new Date(toCertify.rules.endsAt.getTime() + certificateHours * 3_600_000).toISOString(),
    asksFeedback: toCertify.rules.asksFeedback,
    people: people.map(({ seat, gaps, sessions, attended, missed }) => ({
      seatId: seat.id,
      name: seat.name,
      name_other: seat.name_other,
      email: seat.email,
      scfhs_number: seat.scfhs_number ?? "",
      locale: seat.locale,
      gaps,
      hold: toCertify.personHolds.get(seat.id) ?? null,
      sessions,
      attended,
      missed: missed.map(({ session, state, lateMinutes }) => ({ session, state, lateMinutes })),
      askedAt: askedAtByEmail.get(seat.email ?? "")?.toISOString() ?? null,
    })),
    unpaid: held
      .filter(({ state }) => state === "awaiting-bank")
      .map(({ id, name, name_other, orderId }) => ({ seatId: id, name, name_other, orderId })),
    certificates: rows.map(({ certificate, seatState, userId }) => ({
      id: certificate.id,
      number: certificate.number,
      seatId: certificate.enrolmentId,
      hasAccount: userId !== null,
      name_eng: certificate.holder?.nameEng ?? null,
      name_ar: certificate.holder?.nameAr ?? null,
      state: certificate.state,
      issuedAt: certificate.issuedAt.toISOString(),
      endedAt: certificate.endedAt?.toISOString() ?? null,
      endReason: certificate.endReason,
      endedBy: certificate.endedByName,
      replacesId: certificate.replacesId,
      asksAfterRefund:
        certificate.state === "valid" &&
        seatState !== "confirmed" &&
        certificate.holder !== null &&
        certificate.keptAfterRefundAt === null,
    })),
  };
}
readCertificates.permission = "attendance.read" as const;

/**
 * Counts what staff have to do in a run: people with an unmarked session once the run is over, and certificates that
 * are earned but not issued, or whose seat was cancelled since. Throws NotFound.
 */
export async function readRunToDo(ctx: Ctx, { runId }: { runId: number }) {
  requirePermission(ctx, readRunToDo.permission);
  const { runGaps: gaps, people, certificates } = await readCertificates(ctx, { runId });
  const isOver = !gaps.includes("cancelled") && !gaps.includes("not-over");
  const certified = new Set(certificates.map((certificate) => certificate.seatId));
  const eligible = people.filter((person) => person.gaps.length === 0 && !certified.has(person.seatId));
  return {
    runId,
    attendance: isOver ? people.filter((person) => person.gaps.includes("unmarked")).length : 0,
    certificates:
      (isOver ? eligible.length : 0) + certificates.filter((certificate) => certificate.asksAfterRefund).length,
  };
}
readRunToDo.permission = "attendance.read" as const;

/** How many certificates the page Today lists. */
const maxShown = 3;

/**
 * Reads valid certificates whose seat was cancelled after the attendance, for example by a refund. Staff decide whether
 * to keep each of them. `count` counts all; `items` are the oldest ones.
 */
export async function listToDecide(ctx: Ctx) {
  requirePermission(ctx, listToDecide.permission);
  const rows = await ctx.db
    .select({ certificate: certificates, endedAt: enrolments.endedAt })
    .from(certificates)
    .innerJoin(enrolments, eq(enrolments.id, certificates.enrolmentId))
    .where(
      and(
        eq(certificates.state, "valid"),
        isNull(certificates.keptAfterRefundAt),
        isNotNull(certificates.holder),
        ne(enrolments.state, "confirmed"),
      ),
    )
    .orderBy(asc(enrolments.endedAt), asc(certificates.id));
  return {
    count: rows.length,
    items: rows.slice(0, maxShown).map(({ certificate, endedAt }) => ({
      id: certificate.id,
      number: certificate.number,
      runId: certificate.runId,
      name_eng: certificate.holder?.nameEng ?? "",
      name_ar: certificate.holder?.nameAr ?? "",
      title_eng: certificate.activity.titleEng,
      title_ar: certificate.activity.titleAr,
      endedAt: endedAt?.toISOString() ?? null,
    })),
  };
}
listToDecide.permission = "certificates.revoke" as const;
