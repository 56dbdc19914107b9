import { z } from "zod";
import { riyadhDate } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import { requireStaff, type Ctx, type Permission } from "#platform/context.server.ts";
import { ValidationError } from "#platform/errors.ts";
import type { Column } from "#platform/export/columns.ts";
import { csvHead, csvRows } from "#platform/export/csv.server.ts";
import { sheetFoot, sheetHead, sheetRows, writeWorkbook } from "#platform/export/xlsx.server.ts";
import { fieldMap, getProblemMessage, recordId } from "#platform/http/fields.server.ts";
import { readFields } from "#platform/http/query.server.ts";
import { m } from "#messages";
import { defineTask, type AnyTaskKind, type StepResult, type TaskKind, type TaskStep } from "./define.server.ts";
import { exportFormats, type ExportFormat } from "./task-states.ts";
import { startTask } from "./tasks.server.ts";

/** Maximum rows of a workbook; longer tables are exported as CSV. */
export const maxSheetRows = 10_000;
export const rowsAtOnce = 1000;

const mediaTypes: Record<ExportFormat, string> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** A table that staff export. */
interface TableDefinition<Filter extends object, Row> {
  /** Name such as `orders`; the task's kind is `export.orders`. */
  kind: string;
  permission: Permission;
  personal?: boolean;
  /** Title of the task, of the sheet and, with the day, of the file. */
  title(filter: Filter, locale: Locale, ctx: Ctx): string | Promise<string>;
  /** A strict object, so that unknown filters are refused. */
  filter: z.ZodType<Filter> & Pick<z.ZodObject, "shape">;
  columns: readonly Column<Row>[];
  count(ctx: Ctx, filter: Filter): Promise<number>;
}

export interface ExportDefinition<Filter extends object, Row, Key> extends TableDefinition<Filter, Row> {
  /**
   * Reads at most `limit` rows after the row with the key `after`, in key order; from the first row when it is null.
   */
  rows(ctx: Ctx, filter: Filter, after: Key | null, limit: number): Promise<Row[]>;
  key(row: Row): Key;
}

/** A table that is read part by part, because rows also come from other sources, such as the card provider. */
export interface PartedExport<Filter extends object, Row, Cursor, Prepared> extends TableDefinition<Filter, Row> {
  /** Becomes `prepare` of the task. */
  prepare?(ctx: Ctx, filter: Filter, cursor: Cursor | null): Promise<Prepared>;
  /** Reads the rows after a cursor, and the next cursor; null after the last row. */
  part(
    ctx: Ctx,
    filter: Filter,
    cursor: Cursor | null,
    prepared: Prepared,
  ): Promise<{ rows: Row[]; cursor: Cursor | null }>;
}

/** Maximum rows that staff select one by one; a filter can select more. */
export const maxChosen = 500;

/** Field for the ids of the rows selected in a list. */
export const chosenIds = <Id extends z.ZodType>(id: Id) => z.array(id).min(1).max(maxChosen);
/** Field for the ids of selected rows whose ids are numbers. */
export const chosenNumbers = () => chosenIds(recordId());

type ExportInput<Filter> = { format: ExportFormat; filter: Filter };
/** Whether `POST exports` starts tasks of this kind. */
const isExport = ({ kind }: AnyTaskKind) => kind.startsWith("export.");

/** Hides the search text from the audit log: it may be a person's name, and an erasure would not find it there. */
const withoutQuery = (filter: object) => ({ ...filter, ...("q" in filter && { q: "…" }) });

/** Defines an export as a task: CSV of any length, XLSX up to `maxSheetRows`. Add it to `src/tasks.ts`. */
export function defineExport<Filter extends object, Row, Key>({
  rows,
  key,
  ...table
}: ExportDefinition<Filter, Row, Key>): TaskKind<ExportInput<Filter>, Key> {
  return definePartedExport<Filter, Row, Key, undefined>({
    ...table,
    async part(ctx, filter, after) {
      const page = await rows(ctx, filter, after, rowsAtOnce);
      const last = page.at(-1);
      return { rows: page, cursor: last !== undefined && page.length === rowsAtOnce ? key(last) : null };
    },
  });
}

/** Like `defineExport`, but for a table that is read part by part. */
export function definePartedExport<Filter extends object, Row, Cursor, Prepared>(
  definition: PartedExport<Filter, Row, Cursor, Prepared>,
): TaskKind<ExportInput<Filter>, Cursor, Prepared> {
  const { columns, permission, personal = false, title, filter, part, prepare } = definition;

  async function step(
    ctx: Ctx,
    input: ExportInput<Filter>,
    { cursor, done, prepared, write }: TaskStep<Cursor, Prepared>,
  ): Promise<StepResult<Cursor>> {
    const isSheet = input.format === "xlsx";
    if (cursor === null) write((isSheet ? sheetHead : csvHead)(columns, ctx.locale));
    const { rows, cursor: next } = await part(ctx, input.filter, cursor, prepared);
    write(isSheet ? sheetRows(columns, rows, ctx.locale, done) : csvRows(columns, rows, ctx.locale));
    if (isSheet && next === null) write(sheetFoot);
    return { cursor: next, done: rows.length };
  }

  return defineTask<ExportInput<Filter>, Cursor, Prepared>({
    kind: `export.${definition.kind}`,
    permission,
    personal,
    input: z.object({
      format: z.enum(exportFormats),
      // The portal sends the filter in the form that it has in the list's address.
      filter: z.preprocess(
        (value) => (typeof value === "object" && value !== null ? readFields(value, filter) : value),
        filter,
      ),
    }),
    audited: ({ format, filter }) => ({ format, filter: withoutQuery(filter) }),
    title: (input, locale, ctx) => title(input.filter, locale, ctx),
    async total(ctx, { format, filter }) {
      const total = await definition.count(ctx, filter);
      if (format === "xlsx" && total > maxSheetRows)
        throw new ValidationError({ format: [m.tasks_too_long_for_xlsx({}, { locale: ctx.locale })] });
      return total;
    },
    ...(prepare && { prepare: (ctx, { filter }, cursor) => prepare(ctx, filter, cursor) }),
    step,
    file: ({ format }, _locale, now, title) => ({
      name: `${title} ${riyadhDate(now)}.${format}`,
      type: mediaTypes[format],
      ...(format === "xlsx" && {
        finish: (written: string, file: string) => writeWorkbook(written, file, title),
      }),
    }),
  });
}

/**
 * Starts an export; `kind` is its name, such as `orders`. Throws what `startTask` throws, and ValidationError for an
 * unknown name, format or filter.
 */
export async function startExport(
  ctx: Ctx,
  kinds: readonly AnyTaskKind[],
  { kind: name, ...input }: { kind: string; format: string; filter: object },
): Promise<{ id: number }> {
  requireStaff(ctx);
  const kind = kinds.filter(isExport).find(({ kind }) => kind === `export.${name}`) as TaskKind | undefined;
  if (!kind) throw new ValidationError({ kind: [getProblemMessage("choice", ctx.locale)] });
  const parsed = kind.input.safeParse(input);
  if (!parsed.success) throw new ValidationError(fieldMap(parsed.error, ctx.locale));
  return startTask(ctx, kind, parsed.data);
}
