import { and, asc, eq } from "drizzle-orm";
import { buildThreadId } from "#features/contact/requests.server.ts";
import { staffName } from "#features/staff/names.server.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, noSuchRecord, requirePermission, requireStaff, type Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { m } from "#messages";
import type { OfferProps } from "./emails.server.tsx";
import { lockEnquiry, saveEnquiry } from "./change-enquiry.server.ts";
import { fullEnquiry, replyKeyPrefix, toRequestRef, selectEnquiries, type FullEnquiry } from "./records.server.ts";
import { enquiries, enquiryMessages } from "./tables.server.ts";

/** Reads the Message-IDs of emails that the sender has received: `root` of the confirmation, then every reply. */
async function readReferences(ctx: Ctx, enquiryId: number, root: string): Promise<string[]> {
  const replies = await ctx.db
    .select({ messageId: enquiryMessages.messageId })
    .from(enquiryMessages)
    .where(and(eq(enquiryMessages.enquiryId, enquiryId), eq(enquiryMessages.kind, "reply")))
    .orderBy(asc(enquiryMessages.id));
  return [root, ...replies.flatMap(({ messageId }) => messageId ?? [])];
}

interface ReplyInput {
  id: number;
  version: number;
  text: string;
  keepOpen: boolean;
}

/**
 * Emails a reply to the sender in their language, so that their mail program shows it in the same conversation, and
 * stores it in the thread, all or nothing. The enquiry is then answered, or stays open with `keepOpen`. Throws
 * NotFound, EditConflict when a colleague has changed the enquiry, and Conflict for spam, which never gets a reply.
 */
export async function replyToEnquiry(ctx: Ctx, input: ReplyInput): Promise<FullEnquiry> {
  requirePermission(ctx, replyToEnquiry.permission);
  return sendReply(ctx, input, null);
}
replyToEnquiry.permission = "enquiries.write" as const;

/** Like `replyToEnquiry`, with an optional offer of a run to the sender's company. Callers check the permission. */
export async function sendReply(ctx: Ctx, input: ReplyInput, offer: OfferProps | null): Promise<FullEnquiry> {
  const author = requireStaff(ctx);
  const { id, version, text, keepOpen } = input;
  return inTransaction(ctx, async (ctx) => {
    const row = await lockEnquiry(ctx, id, version, { text });
    if (row.state === "spam") throw new Conflict(m.inbox_spam_is_not_answered({}, { locale: ctx.locale }));
    const [listRow] = await selectEnquiries(ctx).where(eq(enquiries.id, id));
    if (!listRow) throw noSuchRecord(ctx);
    const request = toRequestRef(listRow);
    const root = buildThreadId(ctx, request.kind, request.id);
    const references = await readReferences(ctx, id, root);
    const messageId = root.replace("@", `-${crypto.randomUUID()}@`);
    const reply = {
      text,
      authorId: author.id,
      authorName: author.name,
      createdAt: ctx.now(),
      messageId,
      runId: offer?.runId ?? null,
    };
    const [message] = await ctx.db
      .insert(enquiryMessages)
      .values({ enquiryId: id, kind: "reply", ...reply })
      .returning({ id: enquiryMessages.id });
    const props = {
      kind: request.kind,
      text,
      author: staffName(author, listRow.locale),
      program: listRow.program,
      message: listRow.message ?? "",
      at: row.createdAt.toISOString(),
    };
    await queueMail(ctx, {
      key: `${replyKeyPrefix}${message?.id}`,
      to: listRow.email,
      locale: listRow.locale,
      ...(offer
        ? { template: "enquiry-offer", props: { text, author: props.author, offer } }
        : { template: "enquiry-reply", props }),
      manner: { messageId, references, personal: true },
    });
    const state = keepOpen ? "open" : "answered";
    await saveEnquiry(ctx, row, {
      state,
      assigneeId: row.assigneeId ?? author.id,
      firstAnsweredAt: row.firstAnsweredAt ?? ctx.now(),
    });
    await audit(ctx, {
      action: "enquiry.answered",
      entity: "enquiry",
      entityId: id,
      before: { state: row.state, assigneeId: row.assigneeId },
      after: {
        state,
        assigneeId: row.assigneeId ?? author.id,
        replyId: message?.id,
        ...(offer && { runId: offer.runId }),
      },
    });
    return fullEnquiry(ctx, id);
  });
}
