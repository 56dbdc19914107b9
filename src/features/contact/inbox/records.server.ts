import { asc, eq, sql } from "drizzle-orm";
import { getOfferState } from "#features/catalogue/schedule/offer-state.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { isOutsideCardCheckoutSql } from "#features/seats/conditions.server.ts";
import { heldSeatsSql } from "#features/seats/seats.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { programs } from "#features/contact/programs.ts";
import { contactRequests, demoRequests } from "#features/contact/tables.server.ts";
import { readDisplayNames, staffName } from "#features/staff/names.server.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import type { Locale } from "#i18n/locale.ts";
import { noSuchRecord, type Ctx } from "#platform/context.server.ts";
import { outboxMails, type MailStatus } from "#platform/mail/tables.server.ts";
import { listNextStates } from "./inbox.schema.ts";
import { enquiries, enquiryMessages } from "./tables.server.ts";

const requestFieldSql = <T>(name: "name" | "email" | "contactNumber" | "workplace" | "locale") =>
  sql<T>`coalesce(${demoRequests[name]}, ${contactRequests[name]})`;

/** Selects enquiries with their request, sender and assignee. */
export const selectEnquiries = (ctx: Ctx) =>
  ctx.db
    .select({
      enquiry: enquiries,
      name: requestFieldSql<string>("name"),
      email: requestFieldSql<string>("email"),
      phone: requestFieldSql<string>("contactNumber"),
      workplace: requestFieldSql<string>("workplace"),
      locale: requestFieldSql<Locale>("locale"),
      program: demoRequests.program,
      title: contactRequests.title,
      message: contactRequests.message,
      assignee: { id: staffUsers.id, name: staffUsers.name, nameAr: staffUsers.nameAr },
    })
    .from(enquiries)
    .leftJoin(demoRequests, eq(demoRequests.id, enquiries.demoRequestId))
    .leftJoin(contactRequests, eq(contactRequests.id, enquiries.contactRequestId))
    .leftJoin(staffUsers, eq(staffUsers.id, enquiries.assigneeId))
    .$dynamic();

export type FoundEnquiry = Awaited<ReturnType<typeof selectEnquiries>>[number];

/** Length of a message in a list, in code points. */
const previewLength = 160;

/** The kind and id of the request that the enquiry belongs to. */
export const toRequestRef = ({ enquiry }: Pick<FoundEnquiry, "enquiry">) =>
  enquiry.demoRequestId === null
    ? ({ kind: "contact", id: enquiry.contactRequestId ?? 0 } as const)
    : ({ kind: "demo", id: enquiry.demoRequestId } as const);

/** Builds an enquiry for lists. */
export function enquiryRow(ctx: Ctx, row: FoundEnquiry) {
  const { enquiry, message, program, assignee } = row;
  return {
    id: enquiry.id,
    kind: toRequestRef(row).kind,
    state: enquiry.state,
    name: row.name,
    email: row.email,
    program: programs.find((name) => name === program) ?? null,
    excerpt: [...(message ?? "").replace(/\s+/g, " ")].slice(0, previewLength).join(""),
    locale: row.locale,
    assignee: assignee && { id: assignee.id, name: staffName(assignee, ctx.locale) },
    createdAt: enquiry.createdAt.toISOString(),
    firstAnsweredAt: enquiry.firstAnsweredAt?.toISOString() ?? null,
    version: enquiry.version,
  };
}

async function readMessages(ctx: Ctx, enquiryId: number) {
  const rows = await ctx.db
    .select({
      message: enquiryMessages,
      mail: outboxMails.status,
      run: courseRuns,
      held: heldSeatsSql(ctx, isOutsideCardCheckoutSql),
    })
    .from(enquiryMessages)
    .leftJoin(outboxMails, eq(outboxMails.key, sql`${replyKeyPrefix}::text || ${enquiryMessages.id}`))
    .leftJoin(courseRuns, eq(courseRuns.id, enquiryMessages.runId))
    .where(eq(enquiryMessages.enquiryId, enquiryId))
    .orderBy(asc(enquiryMessages.id));
  const today = riyadhDate(ctx.now());
  const names = await readDisplayNames(
    ctx,
    rows.map(({ message }) => message.authorId),
  );
  return rows.map(({ message: { id, kind, text, authorId, authorName, createdAt }, mail, run, held }) => ({
    id,
    kind,
    text,
    author: names.get(authorId) ?? authorName,
    createdAt: createdAt.toISOString(),
    mail: mail satisfies MailStatus | null,
    offer: run && { runId: run.id, until: run.quotedUntil, state: getOfferState({ ...run, held }, today) },
  }));
}

/** Prefix of the email key of a reply. */
export const replyKeyPrefix = "enquiry-reply:";

/** Reads an enquiry with its thread. Callers check the permission. Throws NotFound. */
export async function fullEnquiry(ctx: Ctx, id: number) {
  const [row] = await selectEnquiries(ctx).where(eq(enquiries.id, id));
  if (!row) throw noSuchRecord(ctx);
  return {
    ...enquiryRow(ctx, row),
    phone: row.phone,
    workplace: row.workplace,
    title: row.title ?? "",
    message: row.message ?? "",
    moves: [...listNextStates(row.enquiry.state)],
    messages: await readMessages(ctx, id),
  };
}
export type FullEnquiry = Awaited<ReturnType<typeof fullEnquiry>>;
