import { and, eq, gt, inArray, max } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";

/** A person is asked for a missing SCFHS number at most once in so many days, in whatever run. */
export const daysBetweenAsking = 3;

/** When those of these addresses that were asked lately were asked; mails are kept longer than that. */
export async function askedLately(ctx: Ctx, emails: string[]): Promise<Map<string, Date>> {
  if (emails.length === 0) return new Map();
  const { to, template, createdAt } = outboxMails;
  const since = new Date(ctx.now().getTime() - daysBetweenAsking * 86_400_000);
  const asked = await ctx.db
    .select({ to, at: max(createdAt) })
    .from(outboxMails)
    .where(and(inArray(to, emails), eq(template, "scfhs-wanted"), gt(createdAt, since)))
    .groupBy(to);
  return new Map(asked.flatMap(({ to, at }) => (at ? [[to, at] as const] : [])));
}
