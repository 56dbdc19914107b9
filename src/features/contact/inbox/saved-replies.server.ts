import { and, asc, eq } from "drizzle-orm";
import { audit } from "#platform/audit.server.ts";
import {
  inTransaction,
  noSuchRecord,
  requirePermission,
  requireTransaction,
  type Ctx,
} from "#platform/context.server.ts";
import { readPage } from "#platform/db/list-page.server.ts";
import { EditConflict } from "#platform/errors.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import { m } from "#messages";
import type { SavedReply } from "./inbox.schema.ts";
import { savedReplies } from "./tables.server.ts";

export const savedReplySorts = { name: savedReplies.name, id: savedReplies.id } as const;

type ReplyTexts = Omit<SavedReply, "id" | "version">;
type Row = typeof savedReplies.$inferSelect;

const toReply = ({ id, name, textEng, textAr, version }: Row): SavedReply => ({
  id,
  name,
  text_eng: textEng,
  text_ar: textAr,
  version,
});
const toColumns = (ctx: Ctx, { name, text_eng: textEng, text_ar: textAr }: ReplyTexts) => ({
  name,
  textEng,
  textAr,
  updatedAt: ctx.now(),
});
const toTexts = ({ name, textEng, textAr }: Row): ReplyTexts => ({ name, text_eng: textEng, text_ar: textAr });

export async function listSavedReplies(
  ctx: Ctx,
  query: ListQuery<keyof typeof savedReplySorts>,
): Promise<ListPage<SavedReply>> {
  requirePermission(ctx, listSavedReplies.permission);
  const { rows, ...totals } = await readPage(ctx, query, {
    rows: ctx.db.select().from(savedReplies).$dynamic(),
    where: undefined,
    sorts: savedReplySorts,
    tie: savedReplies.id,
  });
  return { data: rows.map(toReply), ...totals };
}
listSavedReplies.permission = "enquiries.read" as const;

/** Reads one saved reply. Throws NotFound. */
export async function readSavedReply(ctx: Ctx, { id }: { id: number }): Promise<SavedReply> {
  requirePermission(ctx, readSavedReply.permission);
  const [row] = await ctx.db.select().from(savedReplies).where(eq(savedReplies.id, id)).orderBy(asc(savedReplies.id));
  if (!row) throw noSuchRecord(ctx);
  return toReply(row);
}
readSavedReply.permission = "enquiries.read" as const;

export async function createSavedReply(ctx: Ctx, texts: ReplyTexts): Promise<SavedReply> {
  requirePermission(ctx, createSavedReply.permission);
  return inTransaction(ctx, async (ctx) => {
    const [row] = await ctx.db.insert(savedReplies).values(toColumns(ctx, texts)).returning();
    if (!row) throw noSuchRecord(ctx);
    await audit(ctx, {
      action: "saved-reply.created",
      entity: "saved-reply",
      entityId: row.id,
      after: { ...toTexts(row) },
    });
    return toReply(row);
  });
}
createSavedReply.permission = "enquiries.write" as const;

async function lockReply(ctx: Ctx, id: number): Promise<Row> {
  const { db } = requireTransaction(ctx);
  const [row] = await db.select().from(savedReplies).where(eq(savedReplies.id, id)).for("update");
  if (!row) throw noSuchRecord(ctx);
  return row;
}

/** Changes a saved reply. Throws NotFound, EditConflict. */
export async function changeSavedReply(
  ctx: Ctx,
  input: ReplyTexts & { id: number; version: number },
): Promise<SavedReply> {
  requirePermission(ctx, changeSavedReply.permission);
  return inTransaction(ctx, async (ctx) => {
    const row = await lockReply(ctx, input.id);
    if (row.version !== input.version)
      throw new EditConflict(m.platform_edit_conflict({}, { locale: ctx.locale }), {
        current: toReply(row),
        yours: input,
      });
    const [changed = row] = await ctx.db
      .update(savedReplies)
      .set({ ...toColumns(ctx, input), version: row.version + 1 })
      .where(and(eq(savedReplies.id, row.id), eq(savedReplies.version, row.version)))
      .returning();
    const [before, after] = [{ ...toTexts(row) }, { ...toTexts(changed) }];
    await audit(ctx, { action: "saved-reply.changed", entity: "saved-reply", entityId: row.id, before, after });
    return toReply(changed);
  });
}
changeSavedReply.permission = "enquiries.write" as const;

/** Deletes a saved reply; emails that used it stay. Throws NotFound. */
export async function deleteSavedReply(ctx: Ctx, { id }: { id: number }): Promise<SavedReply> {
  requirePermission(ctx, deleteSavedReply.permission);
  return inTransaction(ctx, async (ctx) => {
    const row = await lockReply(ctx, id);
    await ctx.db.delete(savedReplies).where(eq(savedReplies.id, id));
    await audit(ctx, {
      action: "saved-reply.deleted",
      entity: "saved-reply",
      entityId: id,
      before: { ...toTexts(row) },
    });
    return toReply(row);
  });
}
deleteSavedReply.permission = "enquiries.write" as const;
