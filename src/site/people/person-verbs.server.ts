import { endSessions } from "#features/people/sessions.server.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, noSuchRecord, requirePermission, type Ctx } from "#platform/context.server.ts";
import { consumeMailboxLimit } from "#platform/rate-limit.server.ts";
import { newSeed } from "#platform/signing.server.ts";
import { personRow } from "./person.server.ts";

/** Ends every session of a person at once. For `people.sessions`. Throws Unauthenticated, Forbidden, NotFound. */
export async function endPersonSessions(ctx: Ctx, { id }: { id: string }): Promise<{ ended: number }> {
  requirePermission(ctx, "people.sessions");
  await personRow(ctx, id);
  return inTransaction(ctx, async (ctx) => {
    const ended = await endSessions(ctx, id);
    await audit(ctx, { action: "person.sessions-ended", entity: "person", entityId: id, after: { ended } });
    return { ended };
  });
}

/**
 * Mails a person a link to set a new password, in their language; no one else sees it. For `people.sessions`. Throws
 * Unauthenticated, Forbidden, NotFound (also of someone erased), RateLimited after five mails an hour.
 */
export async function sendResetLink(ctx: Ctx, { id }: { id: string }): Promise<void> {
  requirePermission(ctx, "people.sessions");
  const { email, locale, erasedAt } = await personRow(ctx, id);
  if (erasedAt !== null) throw noSuchRecord(ctx);
  await consumeMailboxLimit(ctx, "forgotPerAccount", email);
  await inTransaction(ctx, async (ctx) => {
    await ctx.jobs.send(ctx.db, "accounts.send-reset", {
      email,
      locale: locale === "ar" ? "ar" : "en",
      seed: newSeed(),
    });
    await audit(ctx, { action: "person.reset-link-sent", entity: "person", entityId: id });
  });
}
