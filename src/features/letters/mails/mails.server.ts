import { and, count, eq, gte, ilike, inArray, isNotNull, isNull, like, or, sql, type SQL } from "drizzle-orm";
import { riyadhDate, startOfRiyadhDay } from "#i18n/dates.ts";
import { noSuchRecord, requirePermission, type Ctx } from "#platform/context.server.ts";
import { containsPattern, pageOf } from "#platform/db/list-page.server.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import { mailSearchText, outboxMails } from "#platform/mail/tables.server.ts";
import { hasPersonalLink } from "#platform/mail/templates.server.ts";
import { likelyAddress } from "./likely-address.server.ts";
import { mailRow, mailState, type MailRow, type MailState } from "./mail-row.server.ts";

const { status, lastError, to, template, createdAt, attempts } = outboxMails;
export const mailSorts = { id: outboxMails.id } as const;
export interface MailFilter {
  q?: string | undefined;
  to?: string | undefined;
  template?: string | undefined;
  state?: MailState[] | undefined;
  from?: string | undefined;
}

/** What the outbox calls a mail whose person is gone. */
const erased = like(to, "%@deleted.invalid");
const whereState: Record<MailState, SQL | undefined> = {
  waiting: and(eq(status, "queued"), isNull(lastError)),
  retrying: and(eq(status, "queued"), isNotNull(lastError)),
  sent: eq(status, "sent"),
  captured: eq(status, "captured"),
  failed: and(eq(status, "failed"), sql`not ${erased}`),
  erased,
};

const whereSql = ({ q, to: recipient, template: kind, state, from }: MailFilter): SQL | undefined =>
  and(
    q === undefined ? undefined : ilike(mailSearchText, containsPattern(q)),
    recipient === undefined ? undefined : eq(to, recipient),
    kind === undefined ? undefined : eq(template, kind),
    state === undefined ? undefined : or(...state.map((one) => whereState[one])),
    from === undefined ? undefined : gte(createdAt, new Date(from)),
  );

/** Newest first. For `mails.read`. Throws Unauthenticated, Forbidden. */
export async function listMails(
  ctx: Ctx,
  query: ListQuery<keyof typeof mailSorts, MailFilter>,
): Promise<ListPage<MailRow>> {
  requirePermission(ctx, "mails.read");
  const { rows, ...counted } = await pageOf(ctx, query, {
    rows: ctx.db.select().from(outboxMails).$dynamic(),
    where: whereSql(query.filter),
    sorts: mailSorts,
    tie: outboxMails.id,
  });
  return { data: rows.map(mailRow), ...counted };
}

/** Whether a mail opens, confirms or ends something for its reader, so that it may go to no other address. */
export const isPersonal = (mail: { template: string; unsubscribeUrl: string | null }): boolean =>
  hasPersonalLink(mail.template) || mail.unsubscribeUrl !== null;

/**
 * A mail with its text and the address that was probably meant. For `mails.read`. Throws Unauthenticated, Forbidden,
 * NotFound.
 */
export async function readMail(ctx: Ctx, { id }: { id: number }) {
  requirePermission(ctx, "mails.read");
  const [mail] = await ctx.db.select().from(outboxMails).where(eq(outboxMails.id, id));
  if (!mail) throw noSuchRecord(ctx);
  const state = mailState(mail);
  const isOpen = state === "failed" || state === "retrying";
  return {
    ...mailRow(mail),
    // A link that opens something is for its reader alone.
    text: state === "erased" || isPersonal(mail) ? null : mail.text,
    reply_to: mail.replyTo,
    personal_link: isPersonal(mail),
    likely: isOpen && !isPersonal(mail) ? await likelyAddress(ctx, mail.to) : null,
  };
}

/**
 * How the post is today, Riyadh time, and what waits for a person. For `mails.read`. Throws Unauthenticated, Forbidden.
 */
export async function mailSummary(ctx: Ctx) {
  requirePermission(ctx, "mails.read");
  const isToday = gte(createdAt, startOfRiyadhDay(riyadhDate(ctx.now())));
  const isOut = inArray(status, ["sent", "captured"]);
  const of = async (where: SQL | undefined) =>
    (await ctx.db.select({ mails: count() }).from(outboxMails).where(where))[0]?.mails ?? 0;
  return {
    today: await of(isToday),
    at_first_try: await of(and(isToday, isOut, eq(attempts, 1))),
    waiting: await of(whereState.waiting),
    retrying: await of(whereState.retrying),
    failed: await of(whereState.failed),
  };
}
