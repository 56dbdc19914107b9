import { z } from "zod";
import { and, count, eq, gte, inArray, isNotNull, isNull, like, or, sql, type SQL, desc, ne } from "drizzle-orm";
import { riyadhDate, startOfRiyadhDay } from "#i18n/dates.ts";
import { noSuchRecord, requirePermission, type Ctx } from "#platform/context.server.ts";
import { containsSql, readPage } from "#platform/db/list-page.server.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import { mailSearchText, outboxMails } from "#platform/mail/tables.server.ts";
import { hasPersonalLink } from "#platform/mail/templates.server.ts";
import { users } from "#features/people/tables.server.ts";
import { editDistance } from "#features/content/search/terms.ts";
import { mailRow, mailState, type MailState, mailStates } from "./mail-row.server.ts";
import { searchText } from "#platform/http/fields.server.ts";

/** Common mailbox providers; a domain that is nearly one of them is probably a typo. */
const commonDomains = [
  "gmail.com",
  "hotmail.com",
  "outlook.com",
  "outlook.sa",
  "yahoo.com",
  "icloud.com",
  "live.com",
  "msn.com",
  "moh.gov.sa",
  "ksu.edu.sa",
  "kau.edu.sa",
  "kfshrc.edu.sa",
  "ngha.med.sa",
];
const maxTypos = 2;
/** For a short domain, one letter makes a different domain. */
const typosIn = (domain: string) => (domain.length < 9 ? 1 : maxTypos);

interface LikelyAddress {
  address: string;
  /** Whether an account has the address, or its domain is common. */
  because: "account" | "domain";
}

/**
 * Suggests the address that was probably meant: an account's that differs by a typo in the domain, else a common
 * domain. Null when neither.
 */
async function likelyAddress(ctx: Ctx, address: string): Promise<LikelyAddress | null> {
  const at = address.lastIndexOf("@");
  const [local, domain] = [address.slice(0, at), address.slice(at + 1).toLowerCase()];
  const isSlip = (other: string) => other !== domain && editDistance(domain, other, maxTypos) <= typosIn(domain);
  const pattern = `% ${local.replaceAll(/[\\%_]/g, "\\$&")}@%`;
  const sameName = await ctx.db
    .select({ email: users.email })
    .from(users)
    .where(and(sql`${users.search} like person_spelling(${pattern})`, ne(users.email, address), isNull(users.erasedAt)))
    .orderBy(desc(users.updatedAt))
    .limit(20);
  const account = sameName.find(({ email }) => isSlip(email.slice(email.lastIndexOf("@") + 1)));
  if (account) return { address: account.email, because: "account" };
  if (commonDomains.includes(domain)) return null;
  const [nearest] = commonDomains
    .filter(isSlip)
    .toSorted((one, other) => editDistance(domain, one, maxTypos) - editDistance(domain, other, maxTypos));
  return nearest === undefined ? null : { address: `${local}@${nearest}`, because: "domain" };
}

const { status, lastError, to, template, createdAt, attempts } = outboxMails;
export const mailSorts = { id: outboxMails.id } as const;
export const mailFilter = z.object({
  q: searchText(100).optional().meta({ description: "Part of an address or a subject" }),
  to: z.string().max(254).optional(),
  template: z.string().max(60).optional(),
  state: z.array(z.enum(mailStates)).min(1).max(6).optional(),
  from: z.iso.datetime().optional(),
});
export type MailFilter = z.output<typeof mailFilter>;

/** State of an email whose person is erased. */
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
    q === undefined ? undefined : containsSql(mailSearchText, q),
    recipient === undefined ? undefined : eq(to, recipient),
    kind === undefined ? undefined : eq(template, kind),
    state === undefined ? undefined : or(...state.map((one) => whereState[one])),
    from === undefined ? undefined : gte(createdAt, new Date(from)),
  );

/** Newest first. */
export async function listMails(
  ctx: Ctx,
  query: ListQuery<keyof typeof mailSorts, MailFilter>,
): Promise<ListPage<ReturnType<typeof mailRow>>> {
  requirePermission(ctx, listMails.permission);
  const { rows, ...counted } = await readPage(ctx, query, {
    rows: ctx.db.select().from(outboxMails).$dynamic(),
    where: whereSql(query.filter),
    sorts: mailSorts,
    tie: outboxMails.id,
  });
  return { data: rows.map(mailRow), ...counted };
}
listMails.permission = "mails.read" as const;

/**
 * Whether an email has a personal link that opens, confirms or ends something, so that it must not go to another
 * address.
 */
export const isPersonal = (mail: { template: string; unsubscribeUrl: string | null }): boolean =>
  hasPersonalLink(mail.template) || mail.unsubscribeUrl !== null;

/** Reads an email with its text and the suggested address. Throws NotFound. */
export async function readMail(ctx: Ctx, { id }: { id: number }) {
  requirePermission(ctx, readMail.permission);
  const [mail] = await ctx.db.select().from(outboxMails).where(eq(outboxMails.id, id));
  if (!mail) throw noSuchRecord(ctx);
  const state = mailState(mail);
  const isOpen = state === "failed" || state === "retrying";
  return {
    ...mailRow(mail),
    // A link that opens something is for its recipient only.
    text: state === "erased" || isPersonal(mail) ? null : mail.text,
    reply_to: mail.replyTo,
    personal_link: isPersonal(mail),
    likely: isOpen && !isPersonal(mail) ? await likelyAddress(ctx, mail.to) : null,
  };
}
readMail.permission = "mails.read" as const;

/** Reads today's email figures, Riyadh time, and what waits for a person. */
export async function mailSummary(ctx: Ctx) {
  requirePermission(ctx, mailSummary.permission);
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
mailSummary.permission = "mails.read" as const;
