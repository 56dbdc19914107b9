import { z } from "zod";
import type { Ctx } from "#platform/context.server.ts";
import { maxRows, type PageQuery } from "#platform/db/list-page.server.ts";
import { staffEndpoint, type StaffAccess, type StaffEndpoint } from "./staff-endpoint.server.ts";
import { recordId } from "./fields.server.ts";

/** A list's question: page, order and filter, all from allow-lists. */
export interface ListQuery<Sort extends string = string, Filter = object> extends PageQuery<Sort> {
  filter: Filter;
}
/** A list's answer; `total` is counted up to 10,000, and there are `more` beyond. */
export interface ListPage<Row> {
  data: Row[];
  total: number;
  more: boolean;
}

const whole = (max: number) => z.int().min(1).max(max);

/**
 * A list: `page`, `per_page` (100 at most), `sort` (one of `sorts`, the highest first with `-` before it; by default the
 * first of them, the highest first), and a key of the query for each field of `filter`. Paging ends at 10,000 rows.
 */
export function getList<const Sort extends string, Filter extends z.ZodObject, Row extends z.ZodType>(definition: {
  access: StaffAccess;
  summary: string;
  sorts: readonly [Sort, ...Sort[]];
  filter: Filter;
  row: Row;
  list(ctx: Ctx, query: ListQuery<Sort, z.output<Filter>>): Promise<ListPage<z.input<Row>>>;
}) {
  const { access, summary, sorts, filter, row, list } = definition;
  const directions: (Sort | `-${Sort}`)[] = sorts.flatMap((sort) => [sort, `-${sort}` as const]);
  const input = z
    .strictObject({
      ...(filter.shape as Filter["shape"]),
      page: whole(maxRows).default(1),
      per_page: whole(100).default(25),
      sort: z.enum(directions).default(`-${sorts[0]}` as never),
    })
    .refine((query) => isWithin(query as PageInput), { path: ["page"], message: "invalid" });
  const reply = z.object({ data: z.array(row), total: z.int(), more: z.boolean() });
  return staffEndpoint({
    access,
    summary,
    input,
    reply,
    handle: (ctx, input) => {
      const { page, per_page: perPage, sort, ...rest } = input as PageInput;
      const query = { page, perPage, ...readSort(sort), filter: rest };
      return list(ctx, query as ListQuery<Sort, z.output<Filter>>) as Promise<z.input<typeof reply>>;
    },
  });
}

/** What every list's query has, beside the fields of its filter. */
interface PageInput {
  page: number;
  per_page: number;
  sort: string;
}
const isWithin = ({ page, per_page: perPage }: PageInput): boolean => page * perPage <= maxRows;
const readSort = (sort: string): Pick<ListQuery, "sort" | "order"> =>
  sort.startsWith("-") ? { sort: sort.slice(1), order: "desc" } : { sort, order: "asc" };

/** The failure of every endpoint that is about one record, for the documentation. */
export const notFound = { 404: "No such record" } as const;

/** One record, by the `id` of the path. */
export function getOne<Id extends z.ZodType, Row extends z.ZodType>(definition: {
  access: StaffAccess;
  summary: string;
  id: Id;
  row: Row;
  read(ctx: Ctx, input: { id: z.output<Id> }): Promise<z.input<Row>>;
}) {
  const { access, summary, id, row, read } = definition;
  return staffEndpoint({
    access,
    summary,
    input: z.object({ id }),
    reply: row,
    errors: notFound,
    handle: (ctx, input) => read(ctx, input as { id: z.output<Id> }),
  });
}

type RecordEndpoint<Input extends z.ZodObject, Row extends z.ZodType> = Omit<
  StaffEndpoint<Input, Row>,
  "reply" | "status"
> & { row: Row };

/** A new record: 201 and the record. */
export function create<Input extends z.ZodObject, Row extends z.ZodType>(definition: RecordEndpoint<Input, Row>) {
  const { row, ...endpoint } = definition;
  return staffEndpoint<Input, Row>({ ...endpoint, reply: row, status: 201 });
}

/**
 * A changed record. The verb takes the `version` that the record was read at and throws EditConflict when it is another
 * by now: 409 with both texts.
 */
export function update<Input extends z.ZodObject, Row extends z.ZodType>(definition: RecordEndpoint<Input, Row>) {
  const { row, ...endpoint } = definition;
  const errors = { ...notFound, 409: "Saved by someone else meanwhile: `current` and `yours`" };
  return staffEndpoint<Input, Row>({ ...endpoint, reply: row, errors: { ...errors, ...endpoint.errors } });
}

/** The version a record was read at. */
export const versionField = () => recordId().meta({ description: "As the record was read" });
/** The `id` of a path whose records have numbers. */
export const numericId = () =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number);
/** The `id` of a path whose records have texts. */
export const textId = () => z.string().min(1).max(64);
