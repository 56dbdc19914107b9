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
/** The number of typos to accept in a domain. In a short domain, two typos would match other real domains. */
const getMaxTypos = (domain: string) => (domain.length < 9 ? 1 : maxTypos);

interface LikelyAddress {
  address: string;
  /** Why the address is likely: an account has it, or its domain is common. */
  because: "account" | "domain";
}

/**
 * Suggests the address that was probably meant: the address of an account with the same name before the @ and a domain
 * that differs by a typo, else the same name at a common domain. Null when there is neither.
 */
async function findLikelyAddress(ctx: Ctx, address: string): Promise<LikelyAddress | null> {
  const atIndex = address.lastIndexOf("@");
  const [local, domain] = [address.slice(0, atIndex), address.slice(atIndex + 1).toLowerCase()];
  const isTypo = (other: string) => other !== domain && editDistance(domain, other, maxTypos) <= getMaxTypos(domain);
  const pattern = `% ${local.replaceAll(/[\\%_]/g, "\\$&")}@%`;
  const accountsWithName = await ctx.db
    .select({ email: users.email })
    .from(users)
    .where(and(sql`${users.search} like person_spelling(${pattern})`, ne(users.email, address), isNull(users.erasedAt)))
    .orderBy(desc(users.updatedAt))
    .limit(20);
  const account = accountsWithName.find(({ email }) => isTypo(email.slice(email.lastIndexOf("@") + 1)));
  if (account) return { address: account.email, because: "account" };
  if (commonDomains.includes(domain)) return null;
  const [nearest] = commonDomains
    .filter(isTypo)
    .toSorted((a, b) => editDistance(domain, a, maxTypos) - editDistance(domain, b, maxTypos));
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

/** Condition on an email whose recipient's data has been erased. */
const isErased = like(to, "%@deleted.invalid");
const whereState: Record<MailState, SQL | undefined> = {
  waiting: and(eq(status, "queued"), isNull(lastError)),
  retrying: and(eq(status, "queued"), isNotNull(lastError)),
  sent: eq(status, "sent"),
  captured: eq(status, "captured"),
  failed: and(eq(status, "failed"), sql`not ${isErased}`),
  erased: isErased,
};

const whereSql = ({ q, to: recipient, template: kind, state, from }: MailFilter): SQL | undefined =>
  and(
    q === undefined ? undefined : containsSql(mailSearchText, q),
    recipient === undefined ? undefined : eq(to, recipient),
    kind === undefined ? undefined : eq(template, kind),
    state === undefined ? undefined : or(...state.map((name) => whereState[name])),
    from === undefined ? undefined : gte(createdAt, new Date(from)),
  );

/** Lists emails, newest first. */
export async function listMails(
  ctx: Ctx,
  query: ListQuery<keyof typeof mailSorts, MailFilter>,
): Promise<ListPage<ReturnType<typeof mailRow>>> {
  requirePermission(ctx, listMails.permission);
  const { rows, ...totals } = await readPage(ctx, query, {
    rows: ctx.db.select().from(outboxMails).$dynamic(),
    where: whereSql(query.filter),
    sorts: mailSorts,
    tie: outboxMails.id,
  });
  return { data: rows.map(mailRow), ...totals };
}
listMails.permission = "mails.read" as const;

/**
 * Whether an email has a personal link, which opens, confirms or ends something for its recipient. Such an email must
 * not go to another address.
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
    // A personal link is for its recipient only, so staff do not see it.
    text: state === "erased" || isPersonal(mail) ? null : mail.text,
    replyTo: mail.replyTo,
    personalLink: isPersonal(mail),
    likely: isOpen && !isPersonal(mail) ? await findLikelyAddress(ctx, mail.to) : null,
  };
}
readMail.permission = "mails.read" as const;

/** Counts the emails of today (in Riyadh), and all that are waiting, retrying or failed. */
export async function mailSummary(ctx: Ctx) {
  requirePermission(ctx, mailSummary.permission);
  const isToday = gte(createdAt, startOfRiyadhDay(riyadhDate(ctx.now())));
  const isSent = inArray(status, ["sent", "captured"]);
  const countMails = async (where: SQL | undefined) =>
    (await ctx.db.select({ mails: count() }).from(outboxMails).where(where))[0]?.mails ?? 0;
  return {
    today: await countMails(isToday),
    atFirstTry: await countMails(and(isToday, isSent, eq(attempts, 1))),
    waiting: await countMails(whereState.waiting),
    retrying: await countMails(whereState.retrying),
    failed: await countMails(whereState.failed),
  };
}
mailSummary.permission = "mails.read" as const;
