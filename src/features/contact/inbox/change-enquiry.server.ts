import { and, eq } from "drizzle-orm";
import { colleaguesWith } from "#features/staff/colleagues.server.ts";
import { audit } from "#platform/audit.server.ts";
import {
  inTransaction,
  noSuchRecord,
  requirePermission,
  requireStaff,
  requireTransaction,
  type Ctx,
} from "#platform/context.server.ts";
import { Conflict, EditConflict, ValidationError } from "#platform/errors.ts";
import { m } from "#messages";
import { fullEnquiry, type FullEnquiry } from "./records.server.ts";
import { listNextStates, type EnquiryState } from "./inbox.schema.ts";
import { enquiries, enquiryMessages } from "./tables.server.ts";

type Row = typeof enquiries.$inferSelect;

/**
 * Locks an enquiry that still has the version that the caller read. Throws NotFound, and EditConflict with the
 * enquiry's present state and `yours`, the intended change.
 */
export async function lockEnquiry(ctx: Ctx, id: number, version: number, yours: object): Promise<Row> {
  const { db } = requireTransaction(ctx);
  const [row] = await db.select().from(enquiries).where(eq(enquiries.id, id)).for("update");
  if (!row) throw noSuchRecord(ctx);
  if (row.version !== version)
    throw new EditConflict(m.inbox_changed_meanwhile({}, { locale: ctx.locale }), {
      current: await fullEnquiry(ctx, id),
      yours,
    });
  return row;
}

/** Changes an enquiry that `lockEnquiry` has locked. A change to `answered` sets `firstAnsweredAt` once. */
export const saveEnquiry = (ctx: Ctx, row: Row, change: Partial<Row>) =>
  ctx.db
    .update(enquiries)
    .set({
      ...change,
      ...(change.state === "answered" && row.firstAnsweredAt === null && { firstAnsweredAt: ctx.now() }),
      version: row.version + 1,
    })
    .where(and(eq(enquiries.id, row.id), eq(enquiries.version, row.version)));

/** Throws ValidationError when no colleague with this id may answer enquiries. */
async function requireAssignee(ctx: Ctx, id: string): Promise<void> {
  const [colleague] = await colleaguesWith(ctx, "enquiries.write", [id]);
  if (!colleague) throw new ValidationError({ assigneeId: [m.platform_field_choice({}, { locale: ctx.locale })] });
}

/**
 * Moves an enquiry to another state, or assigns it (`assigneeId: null` unassigns). Assigning a new enquiry opens it.
 * Throws NotFound, EditConflict, ValidationError, and Conflict for a move that does not exist.
 */
export async function changeEnquiry(
  ctx: Ctx,
  input: { id: number; version: number; state?: EnquiryState | undefined; assigneeId?: string | null | undefined },
): Promise<FullEnquiry> {
  requirePermission(ctx, changeEnquiry.permission);
  const { id, version, assigneeId } = input;
  return inTransaction(ctx, async (ctx) => {
    const row = await lockEnquiry(ctx, id, version, input);
    const opensByAssignment = typeof assigneeId === "string" && row.state === "new";
    const state = input.state ?? (opensByAssignment ? "open" : row.state);
    if (state !== row.state && !listNextStates(row.state).includes(state))
      throw new Conflict(m.inbox_no_such_move({}, { locale: ctx.locale }));
    if (typeof assigneeId === "string") await requireAssignee(ctx, assigneeId);
    const before = { state: row.state, assigneeId: row.assigneeId };
    const after = { state, assigneeId: assigneeId === undefined ? row.assigneeId : assigneeId };
    if (before.state === after.state && before.assigneeId === after.assigneeId) return fullEnquiry(ctx, id);
    await saveEnquiry(ctx, row, after);
    await audit(ctx, { action: "enquiry.changed", entity: "enquiry", entityId: id, before, after });
    return fullEnquiry(ctx, id);
  });
}
changeEnquiry.permission = "enquiries.write" as const;

/** Adds a note that only staff see; it causes no edit conflicts. Throws NotFound. */
export async function addNote(ctx: Ctx, { id, text }: { id: number; text: string }): Promise<FullEnquiry> {
  requirePermission(ctx, addNote.permission);
  const author = requireStaff(ctx);
  return inTransaction(ctx, async (ctx) => {
    const [row] = await ctx.db.select({ id: enquiries.id }).from(enquiries).where(eq(enquiries.id, id));
    if (!row) throw noSuchRecord(ctx);
    const [note] = await ctx.db
      .insert(enquiryMessages)
      .values({ enquiryId: id, kind: "note", text, authorId: author.id, authorName: author.name, createdAt: ctx.now() })
      .returning({ id: enquiryMessages.id });
    // The audit log does not repeat the text: it may be about a person, whose data can be erased from the thread only.
    await audit(ctx, { action: "enquiry.noted", entity: "enquiry", entityId: id, after: { noteId: note?.id } });
    return fullEnquiry(ctx, id);
  });
}
addNote.permission = "enquiries.write" as const;
