import { and, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import type { Hono } from "hono";
import { localePath, type Locale } from "#i18n/locale.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { NotFound } from "#platform/errors.ts";
import { oneClick } from "#platform/mail/one-click.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { hashText, sign } from "#platform/signing.server.ts";
import { m } from "#messages";
import type { ContextFor } from "#platform/http/api.server.ts";
import { isSpam } from "./form-token.server.ts";
import type { SubscribeForm } from "./forms.server.ts";
import { confirmWithinDays, consentVersion } from "./subscriptions.ts";
import { mayMail } from "./requests.server.ts";
import { newsletterSubscriptions as table } from "./tables.server.ts";
import { dayMs } from "#i18n/dates.ts";

/**
 * Derives the token of a subscription. Each email derives it again, so that the database stores only its hash, and a
 * copy of the database cannot confirm or end subscriptions.
 */
const signToken = (ctx: Ctx, id: string) => sign(ctx, `newsletter:${id}`).toString("base64url");

/** Builds the absolute addresses of a subscription's links. */
export function newsletterLinks(
  ctx: Ctx,
  { id, locale }: { id: string; locale: Locale },
): { confirmUrl: string; unsubscribeUrl: string } {
  const token = signToken(ctx, id);
  const url = (verb: string) => `${ctx.env.BASE_URL}${localePath(`/newsletter/${verb}/${token}`, locale)}`;
  return { confirmUrl: url("confirm"), unsubscribeUrl: url("unsubscribe") };
}

async function queueNewsletterMail(
  ctx: Ctx,
  mail: { key: string; template: "newsletter-confirm" | "newsletter-welcome"; id: string; to: string; locale: Locale },
): Promise<void> {
  const links = newsletterLinks(ctx, mail);
  await queueMail(ctx, { ...mail, unsubscribeUrl: links.unsubscribeUrl, props: links });
}

/** Unconfirmed consents from before this time have expired. */
const getExpiryLimit = (ctx: Ctx) => new Date(ctx.now().getTime() - confirmWithinDays * dayMs);

/**
 * Stores the consent with its text and time, and sends the email that asks to confirm it (double opt-in). An address
 * that is subscribed already gets no email and no error, so that a stranger does not learn that it is. Throws
 * RateLimited.
 */
export async function subscribe(ctx: Ctx, form: SubscribeForm): Promise<void> {
  if (await isSpam(ctx, form)) return;
  const maySendMail = await mayMail(ctx, "newsletter", form.email);
  const { locale } = ctx;
  const id = crypto.randomUUID();
  const consent = {
    consentText: m.enquiries_newsletter_consent({}, { locale }),
    consentVersion,
    source: form.source,
    locale,
    createdAt: ctx.now(),
  };
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.delete(table).where(and(isNull(table.confirmedAt), lte(table.createdAt, getExpiryLimit(ctx))));
    const [unconfirmed] = await ctx.db
      .insert(table)
      .values({ id, email: form.email, ...consent, tokenHash: hashText(signToken(ctx, id)) })
      .onConflictDoUpdate({
        target: table.email,
        targetWhere: sql`${table.unsubscribedAt} is null`,
        set: consent,
        setWhere: sql`${table.confirmedAt} is null`,
      })
      .returning({ id: table.id });
    if (unconfirmed && maySendMail)
      await queueNewsletterMail(ctx, {
        key: `newsletter-confirm:${unconfirmed.id}:${ctx.now().getTime()}`,
        template: "newsletter-confirm",
        id: unconfirmed.id,
        to: form.email,
        locale,
      });
  });
}

const isConfirmableSql = (ctx: Ctx, token: string) =>
  and(
    eq(table.tokenHash, hashText(token)),
    isNull(table.unsubscribedAt),
    or(isNotNull(table.confirmedAt), gt(table.createdAt, getExpiryLimit(ctx))),
  );

/** Whether the link of an email still works. Does not use it up. */
export async function isNewsletterLinkGood(
  ctx: Ctx,
  { verb, token }: { verb: "confirm" | "unsubscribe"; token: string },
): Promise<boolean> {
  const isGood = verb === "confirm" ? isConfirmableSql(ctx, token) : eq(table.tokenHash, hashText(token));
  return (await ctx.db.$count(table, isGood)) > 0;
}

/** Confirms a subscription. Idempotent. Throws NotFound. */
export async function confirmSubscription(ctx: Ctx, { token }: { token: string }): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const [row] = await ctx.db
      .update(table)
      .set({ confirmedAt: sql`coalesce(${table.confirmedAt}, ${ctx.now().toISOString()})` })
      .where(isConfirmableSql(ctx, token))
      .returning({ id: table.id, to: table.email, locale: table.locale });
    if (!row) throw new NotFound(m.enquiries_newsletter_link_gone({}, { locale: ctx.locale }));
    await queueNewsletterMail(ctx, { key: `newsletter-welcome:${row.id}`, template: "newsletter-welcome", ...row });
  });
}

/** Withdraws every consent of an address, with the link of any of them. Idempotent. Throws NotFound. */
export async function unsubscribe(ctx: Ctx, { token }: { token: string }): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const matches = await ctx.db
      .select({ email: table.email })
      .from(table)
      .where(eq(table.tokenHash, hashText(token)));
    if (matches.length === 0) throw new NotFound(m.enquiries_newsletter_link_gone({}, { locale: ctx.locale }));
    const withdrawal = { unsubscribedAt: ctx.now() };
    await ctx.db
      .update(table)
      .set(withdrawal)
      .where(
        and(
          inArray(
            table.email,
            matches.map(({ email }) => email),
          ),
          isNull(table.unsubscribedAt),
        ),
      );
  });
}

/** Registers the route for the one-click unsubscribe of mail clients. */
export const oneClickUnsubscribe = (app: Hono, contextFor: ContextFor): void =>
  oneClick(app, contextFor, "/newsletter/unsubscribe/:token", unsubscribe);
