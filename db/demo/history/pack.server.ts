import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { and, eq, isNotNull, isNull, like, sql, type SQLWrapper } from "drizzle-orm";
import { certificates } from "#features/learning/certificates/tables.server.ts";
import { newsletterLinks } from "#features/contact/subscriptions.server.ts";
import { newsletterSubscriptions } from "#features/contact/tables.server.ts";
import { demoMarker } from "#features/settings/settings.server.ts";
import { claimToken } from "#features/checkout/groups/claim-token.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { ticketToken } from "#features/seats/tickets.server.ts";
import { installations } from "#features/payments/tables.server.ts";
import { siteSettings } from "#features/settings/tables.server.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { hashText } from "#platform/signing.server.ts";

/** Card payments of the packed demo. `scripts/demo-database.ts` writes the file next to the packed database. */
const packedPayments = "build/demo-payments.jsonl";

/**
 * State of the demo's history: `awaited` before it is created, `told` when this site has created or unpacked it,
 * `packed` when the build has packed it for another site.
 */
export type HistoryState = "awaited" | "told" | "packed";

const history = sql<HistoryState>`${siteSettings.value} ->> 'history'`;

/**
 * Moves the demo's history from one state to another. Resolves to false when it is not in state `from`, or when another
 * process is moving it at the same time. `more` is merged into the stored marker.
 */
export async function moveHistory(ctx: Ctx, from: HistoryState, to: HistoryState, more: object = {}): Promise<boolean> {
  const value = sql`${siteSettings.value} || ${JSON.stringify({ history: to, ...more })}::jsonb`;
  const markers = await ctx.db
    .select({ key: siteSettings.key })
    .from(siteSettings)
    .where(and(eq(siteSettings.key, demoMarker), eq(history, from)))
    .for("update", { skipLocked: true });
  if (markers.length > 0) await ctx.db.update(siteSettings).set({ value }).where(eq(siteSettings.key, demoMarker));
  return markers.length > 0;
}

/**
 * Tokens of tickets and claim links by `ticket-<seat id>` and `claim-<seat id>`, signed with the secret of this site.
 */
async function signTokens(ctx: Ctx): Promise<Map<string, string>> {
  const seats = await ctx.db.select().from(enrolments);
  return new Map(
    seats.flatMap((seat): [string, string][] => [
      [`ticket-${seat.id}`, ticketToken(ctx, seat)],
      [`claim-${seat.id}`, claimToken(ctx, { enrolmentId: seat.id, linkNumber: 1 })],
    ]),
  );
}

/** Replaces the matches in stored mails by what `token` returns; `undefined` keeps a match. */
async function rewriteTokens(ctx: Ctx, pattern: RegExp, token: (match: string) => string | undefined): Promise<void> {
  const { id, props, html, text } = outboxMails;
  const replaceTokens = (before: string) => before.replace(pattern, (match) => token(match) ?? match);
  for (const mail of await ctx.db.select({ id, props, html, text }).from(outboxMails).where(isNotNull(html))) {
    const before = [JSON.stringify(mail.props), mail.html ?? "", mail.text ?? ""] as const;
    const [newProps, newHtml, newText] = before.map(replaceTokens) as [string, string, string];
    if (newProps + newHtml + newText === before.join("")) continue;
    await ctx.db
      .update(outboxMails)
      .set({ props: JSON.parse(newProps) as object, html: newHtml, text: newText })
      .where(eq(id, mail.id));
  }
}

/**
 * Removes what belongs to the site that created the history: its demo staff, the tokens that it signed in mails, and
 * its installation id. Stores its address, so that `unpack` can replace it.
 */
export async function packHistory(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (!(await moveHistory(ctx, "told", "packed", { baseUrl: ctx.env.BASE_URL }))) return;
    await ctx.db.delete(installations);
    // The next start adds the demo's staff again.
    const isDemo = and(eq(staffUsers.isDemo, true), isNull(staffUsers.removedAt));
    await ctx.db.update(staffUsers).set({ removedAt: ctx.now() }).where(isDemo);
    const names = new Map([...(await signTokens(ctx))].map(([name, token]) => [token, name]));
    await rewriteTokens(ctx, /[\w.-]{16,}/g, (token) => (names.has(token) ? `signed(${names.get(token)})` : undefined));
  });
}

/** Replaces the base URL `before` with that of this site, in stored mails and in the data they are rendered from. */
async function rewriteAddresses(ctx: Ctx, before: string): Promise<void> {
  if (before === ctx.env.BASE_URL) return;
  const { props, html, text, unsubscribeUrl } = outboxMails;
  const replaceAddress = (column: SQLWrapper) => sql`replace(${column}::text, ${before}, ${ctx.env.BASE_URL})`;
  await ctx.db.update(outboxMails).set({
    props: sql`${replaceAddress(props)}::jsonb`,
    html: replaceAddress(html),
    text: replaceAddress(text),
    unsubscribeUrl: replaceAddress(unsubscribeUrl),
  });
}

/** Replaces the base URL in certificates. A trigger forbids changes to them, so it is off meanwhile. */
async function rewriteCertificates(ctx: Ctx, before: string): Promise<void> {
  if (before === ctx.env.BASE_URL) return;
  const issuer = sql`replace(${certificates.issuer}::text, ${before}, ${ctx.env.BASE_URL})::jsonb`;
  await ctx.db.execute(sql`alter table ${certificates} disable trigger certificate_frozen`);
  await ctx.db.update(certificates).set({ issuer });
  await ctx.db.execute(sql`alter table ${certificates} enable trigger certificate_frozen`);
}

/** Replaces newsletter links with ones made from the secret of this site. */
async function rewriteLinks(ctx: Ctx): Promise<void> {
  const { key, props, html, text, unsubscribeUrl } = outboxMails;
  for (const subscription of await ctx.db.select().from(newsletterSubscriptions)) {
    const token = newsletterLinks(ctx, subscription).confirmUrl.split("/").at(-1) ?? "";
    const { id } = newsletterSubscriptions;
    await ctx.db
      .update(newsletterSubscriptions)
      .set({ tokenHash: hashText(token) })
      .where(eq(id, subscription.id));
    const replaceLink = (column: SQLWrapper) =>
      sql`regexp_replace(${column}::text, '/newsletter/(confirm|unsubscribe)/[A-Za-z0-9_-]+', ${`/newsletter/\\1/${token}`}, 'g')`;
    await ctx.db
      .update(outboxMails)
      .set({
        props: sql`${replaceLink(props)}::jsonb`,
        html: replaceLink(html),
        text: replaceLink(text),
        unsubscribeUrl: replaceLink(unsubscribeUrl),
      })
      .where(like(key, `newsletter-%:${subscription.id}%`));
  }
}

/**
 * Updates the addresses in mails and certificates when the demo starts at another address than before, such as another
 * port. Called at each start of a demo.
 */
export async function followAddress(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const isMarker = eq(siteSettings.key, demoMarker);
    const [marker] = await ctx.db.select().from(siteSettings).where(isMarker).for("update");
    if (!marker) return;
    const { BASE_URL } = ctx.env;
    const { baseUrl = BASE_URL } = marker.value as { baseUrl?: string };
    await rewriteAddresses(ctx, baseUrl);
    await rewriteCertificates(ctx, baseUrl);
    const value = sql`${siteSettings.value} || ${JSON.stringify({ baseUrl: BASE_URL })}::jsonb`;
    await ctx.db.update(siteSettings).set({ value }).where(isMarker);
  });
}

/** Adapts a packed history to this site, once: its addresses, its links, its card payments. */
export async function unpack(ctx: Ctx, packed = packedPayments): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    if (!(await moveHistory(ctx, "packed", "told"))) return;
    const tokens = await signTokens(ctx);
    await rewriteTokens(ctx, /signed\(([\w-]+)\)/g, (match) => tokens.get(match.slice("signed(".length, -1)));
    await followAddress(ctx);
    await rewriteLinks(ctx);
    const folder = join(ctx.env.DATA_DIR, "sandbox");
    mkdirSync(folder, { recursive: true });
    appendFileSync(join(folder, "payments-sandbox.jsonl"), readFileSync(packed), { mode: 0o600 });
  });
}
