import type { Ctx } from "#platform/context.server.ts";
import { RateLimited } from "#platform/errors.ts";
import { consumeRateLimit } from "#platform/rate-limit.server.ts";
import { logSecurity } from "#features/people/security-log.server.ts";

/** Counts a try at a staff account; writes to the security log and throws RateLimited when it is one too many. */
export async function consumeStaffLimit(
  ctx: Ctx,
  limit: "staffSignInPerAccount" | "staffCodePerAccount",
  subject: string,
): Promise<void> {
  try {
    await consumeRateLimit(ctx, limit, subject);
  } catch (error) {
    if (error instanceof RateLimited) logSecurity(ctx, "staff-limited");
    throw error;
  }
}
