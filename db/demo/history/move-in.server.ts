import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { and, eq, isNull, like, sql } from "drizzle-orm";
import { newsletterLinks } from "#features/enquiries/newsletter.server.ts";
import { newsletterSubscriptions } from "#features/enquiries/tables.server.ts";
import { demoMarker } from "#features/settings/settings.server.ts";
import { siteSettings } from "#features/settings/tables.server.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { sendMail } from "#platform/mail/jobs.server.ts";
import { sendLater } from "#platform/mail/outbox.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { hashOf } from "#platform/signing.server.ts";
import { mistypedAddress } from "./enquiries.ts";

/** Beside the database, by `scripts/demo-database.ts`. */
const packedPayments = "build/demo-payments.jsonl";

/** How far the demo's past is: loaded content waits for it, it is told, packed by the build, or lived in. */
export type HistoryState = "awaited" | "told" | "packed" | "lived-in";

const history = sql<HistoryState>`${siteSettings.value} ->> 'history'`;

/**
 * Moves the past of the demo from one state to another; false when it is not in the first, or another process is about
 * to move it.
 */
export async function moveHistory(ctx: Ctx, from: HistoryState, to: HistoryState, more: object = {}): Promise<boolean> {
  const value = sql`${siteSettings.value} || ${JSON.stringify({ history: to, ...more })}::jsonb`;
  const found = await ctx.db
    .select({ key: siteSettings.key })
    .from(siteSettings)
    .where(and(eq(siteSettings.key, demoMarker), eq(history, from)))
    .for("update", { skipLocked: true });
  if (found.length > 0) await ctx.db.update(siteSettings).set({ value }).where(eq(siteSettings.key, demoMarker));
  return found.length > 0;
}

/** Takes away what belongs to the site that it was told on: the staff's second factors. Its address is noted. */
export async function packUp(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (!(await moveHistory(ctx, "told", "packed", { baseUrl: ctx.env.BASE_URL }))) return;
    // The demo's staff who are not there are there again with the next start.
    const isDemo = and(eq(staffUsers.isDemo, true), isNull(staffUsers.removedAt));
    await ctx.db.update(staffUsers).set({ removedAt: ctx.now() }).where(isDemo);
  });
}

/** What was told on another site becomes this one's: addresses in mails, links of the newsletter, the card payments. */
async function unpack(ctx: Ctx): Promise<void> {
  const { BASE_URL, DATA_DIR } = ctx.env;
  const [marker] = await ctx.db.select().from(siteSettings).where(eq(siteSettings.key, demoMarker));
  const { baseUrl } = marker?.value as { baseUrl: string };
  const { props } = outboxMails;
  await ctx.db
    .update(outboxMails)
    .set({ props: sql`replace(${props}::text, ${`${baseUrl}/`}, ${`${BASE_URL}/`})::jsonb` });
  const subscriptions = await ctx.db.select().from(newsletterSubscriptions);
  for (const subscription of subscriptions) {
    const links = newsletterLinks(ctx, subscription);
    const token = links.confirmUrl.split("/").at(-1) ?? "";
    await ctx.db
      .update(outboxMails)
      .set({ props: links, unsubscribeUrl: links.unsubscribeUrl })
      .where(like(outboxMails.key, `newsletter-%:${subscription.id}%`));
    await ctx.db
      .update(newsletterSubscriptions)
      .set({ tokenHash: hashOf(token) })
      .where(eq(newsletterSubscriptions.id, subscription.id));
  }
  mkdirSync(join(DATA_DIR, "sandbox"), { recursive: true });
  appendFileSync(join(DATA_DIR, "sandbox/payments-sandbox.jsonl"), readFileSync(packedPayments), { mode: 0o600 });
}

/**
 * Makes a past that was told the site's own, once: its mails get their jobs; where a mail server is set they are
 * rendered at once instead, and none is sent.
 */
export async function moveIn(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const isPacked = await moveHistory(ctx, "packed", "lived-in");
    if (isPacked) await unpack(ctx);
    else if (!(await moveHistory(ctx, "told", "lived-in"))) return;
    const { SMTP_URL, ...env } = ctx.env;
    const isMistyped = eq(outboxMails.to, mistypedAddress);
    const refused = await ctx.db.select({ id: outboxMails.id }).from(outboxMails).where(isMistyped);
    for (const { id } of refused) await sendMail({ ...ctx, env }, { id }, { isLast: true });
    await ctx.db.update(outboxMails).set({ status: "failed", lastError: "EENVELOPE 550" }).where(isMistyped);
    const waiting = await ctx.db
      .select({ id: outboxMails.id })
      .from(outboxMails)
      .where(eq(outboxMails.status, "queued"))
      .orderBy(outboxMails.id);
    for (const { id } of waiting)
      if (SMTP_URL) await sendMail({ ...ctx, env }, { id }, { isLast: true });
      else await sendLater(ctx, id);
  });
}
