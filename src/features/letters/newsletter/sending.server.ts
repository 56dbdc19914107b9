import { eq, sql } from "drizzle-orm";
import { newsletterSender } from "#features/settings/settings.server.ts";
import type { Locale } from "#i18n/locale.ts";
import { audit } from "#platform/audit.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import type { IssueRow } from "./records.server.ts";
import type { IssueState } from "./states.ts";
import { newsletterIssues } from "./tables.server.ts";

/** Sender and address for answers, of the settings. */
export async function mannerOf(ctx: Ctx, locale: Locale) {
  const { senderEng, senderAr, replyTo } = await newsletterSender(ctx);
  return { fromName: locale === "ar" ? senderAr : senderEng, replyTo };
}

const verbs = { sending: "newsletter.started", paused: "newsletter.paused", sent: "newsletter.sent", draft: "" };

/** In the open transaction, with its audit event. */
export async function changeState(
  ctx: Ctx,
  row: IssueRow,
  state: IssueState,
  change: Partial<IssueRow> = {},
  facts: Record<string, unknown> = {},
): Promise<void> {
  await ctx.db
    .update(newsletterIssues)
    .set({ ...change, state, version: sql`${newsletterIssues.version} + 1` })
    .where(eq(newsletterIssues.id, row.id));
  const [before, after] = [{ state: row.state }, { state, ...facts }];
  await audit(ctx, { action: verbs[state], entity: "newsletter", entityId: row.id, before, after });
}
