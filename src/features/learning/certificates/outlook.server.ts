import { eq } from "drizzle-orm";
import { trainingSettings } from "#features/settings/settings.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { issueWhenDue, readPeopleToCertify, readRunToCertify } from "./issue.server.ts";
import { certificates } from "./tables.server.ts";

/** `follows` means that at most the feedback is missing; the job issues the certificate from `at` on. */
export type CertificateOutlook = { state: "issued" } | { state: "none" } | { state: "follows"; at: Date };

/** Predicts the certificate of a seat once its feedback is sent. Checks no permission. Throws NotFound. */
export async function predictCertificate(
  ctx: Ctx,
  { runId, enrolmentId }: { runId: number; enrolmentId: number },
): Promise<CertificateOutlook> {
  const issued = await ctx.db
    .select({ state: certificates.state })
    .from(certificates)
    .where(eq(certificates.enrolmentId, enrolmentId));
  if (issued.length > 0) return { state: issued.some(({ state }) => state === "valid") ? "issued" : "none" };
  const run = await readRunToCertify(ctx, runId);
  if (run.gaps.some((gap) => gap !== "not-over")) return { state: "none" };
  const person = (await readPeopleToCertify(ctx, run)).find(({ seat }) => seat.id === enrolmentId);
  if (!person || person.gaps.some((gap) => gap !== "feedback")) return { state: "none" };
  const { certificateHours } = await trainingSettings(ctx);
  return { state: "follows", at: new Date(run.rules.endsAt.getTime() + certificateHours * 3_600_000) };
}

/**
 * Call it after the feedback has been sent. Issues a certificate that is due immediately instead of waiting for the job.
 * Returns the outlook from before that: `follows` with a past time for a certificate that has just been issued. Throws
 * NotFound.
 */
export async function certifyAfterFeedback(
  ctx: Ctx,
  seat: { runId: number; enrolmentId: number },
): Promise<CertificateOutlook> {
  const outlook = await predictCertificate(ctx, seat);
  if (outlook.state === "follows" && outlook.at <= ctx.now()) await issueWhenDue(ctx, seat);
  return outlook;
}
