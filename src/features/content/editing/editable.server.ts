import { asc, desc, gte, lt, and } from "drizzle-orm";
import { staffNames } from "#features/staff/names.server.ts";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { entities } from "#features/content/entities/entities.server.ts";
import type { Title } from "#features/content/entities/entity.server.ts";
import { languageState, type LanguageReport } from "./language-state.ts";
import { changedKeys, differences, type Difference } from "./revision-diff.ts";
import { isItem, readLatest, noSuchRevision, revisionIn, type Item, type Revision } from "./revision-rows.server.ts";
import { contentRevisions } from "./tables.server.ts";

export interface EditableContent extends Item {
  data: object;
  title: Title;
  /** Path of its page, without language. */
  path: string;
  /** The next save must send this number. */
  version: number;
  /** The version being edited; null for content that was never edited. */
  revision: Pick<Revision, "id" | "version" | "state" | "author" | "savedAt" | "publishAt"> | null;
  authorName: string | null;
  /** The revision that visitors see, and when it was published. */
  published: Pick<Revision, "id" | "publishedAt"> | null;
  /** The scheduled revision; it may be older than the draft. */
  scheduled: Pick<Revision, "id" | "version" | "publishAt"> | null;
  isOnSite: boolean;
  /** Fields that differ from what visitors see: `title_eng`, `speakers`. */
  changed: string[];
  language: LanguageReport;
  /** When the English of each stale field changed. */
  englishChangedAt: Record<string, Date>;
}

/**
 * Reads when the English of each stale field changed. A field's mark is the version that changed it. A person's next
 * save overwrites their draft and raises its version, so the stored version may be later than the mark.
 */
async function readEnglishChangeTimes(
  ctx: Ctx,
  current: Revision,
  stale: readonly string[],
): Promise<Record<string, Date>> {
  if (stale.length === 0) return {};
  const { version, savedAt } = contentRevisions;
  const saves = await ctx.db
    .select({ version, savedAt })
    .from(contentRevisions)
    .where(isItem(current))
    .orderBy(asc(version));
  const findChangeTime = (field: string) =>
    saves.find((save) => save.version >= (current.marks[field]?.eng ?? 0))?.savedAt;
  return Object.fromEntries(stale.map((field) => [field, findChangeTime(field) ?? current.savedAt]));
}

/** Reads the draft, else the scheduled or published text. Throws NotFound. */
export async function editableContent(ctx: Ctx, { entity, entityId }: Item): Promise<EditableContent> {
  requirePermission(ctx, editableContent.permission);
  const item = { entity, entityId };
  const { version, current } = await readLatest(ctx, item);
  const kind = entities[entity];
  const [row] = await kind.read(ctx, entityId);
  const data = current?.data ?? row?.data;
  if (!data) throw noSuchRevision(ctx);
  const names = await staffNames(ctx, [current?.author]);
  const language = languageState(data, current?.marks ?? {});
  return {
    ...item,
    data,
    title: kind.title(data),
    path: kind.path(data),
    version,
    revision: current,
    authorName: names.get(current?.author) ?? null,
    published: await revisionIn(ctx, item, "published"),
    scheduled: await revisionIn(ctx, item, "scheduled"),
    isOnSite: row !== undefined,
    changed: changedKeys(row?.data ?? {}, data),
    language,
    englishChangedAt: current ? await readEnglishChangeTimes(ctx, current, language.stale) : {},
  };
}
editableContent.permission = "content.read" as const;

export interface EnglishChange {
  field: string;
  changedAt: Date;
  authorName: string | null;
  /** Changes of the English since the Arabic was last up to date. */
  changes: Difference[];
}

/** Reads how the English of each field with outdated Arabic has changed. Throws NotFound. */
export async function englishChanges(ctx: Ctx, item: Item): Promise<EnglishChange[]> {
  requirePermission(ctx, englishChanges.permission);
  const { current } = await readLatest(ctx, item);
  if (!current) {
    await editableContent(ctx, item);
    return [];
  }
  const { stale } = languageState(current.data, current.marks);
  const changes: EnglishChange[] = [];
  for (const field of stale) changes.push(await readEnglishChange(ctx, current, field));
  return changes;
}
englishChanges.permission = "content.read" as const;

async function readEnglishChange(ctx: Ctx, current: Revision, field: string): Promise<EnglishChange> {
  const { version, author, savedAt, data } = contentRevisions;
  const mark = current.marks[field]?.eng ?? 0;
  const [changed] = await ctx.db
    .select({ author, savedAt })
    .from(contentRevisions)
    .where(and(isItem(current), gte(version, mark)))
    .orderBy(asc(version))
    .limit(1);
  const [before] = await ctx.db
    .select({ data })
    .from(contentRevisions)
    .where(and(isItem(current), lt(version, mark)))
    .orderBy(desc(version))
    .limit(1);
  const names = await staffNames(ctx, [changed?.author]);
  return {
    field,
    changedAt: changed?.savedAt ?? current.savedAt,
    authorName: names.get(changed?.author) ?? null,
    changes: differences(before?.data ?? {}, current.data).filter(
      (change) => change.language === "eng" && (change.field === field || change.field.startsWith(`${field}.`)),
    ),
  };
}
