import { z } from "zod";
import type { Ctx } from "#platform/context.server.ts";
import { maxRows, type PageQuery } from "#platform/db/list-page.server.ts";
import { staffEndpoint, type StaffAccess, type StaffEndpoint } from "./staff-endpoint.server.ts";
import { recordId } from "./fields.server.ts";

/** Parsed query of a list: page, sort order and filter, all from allow-lists. */
export interface ListQuery<Sort extends string = string, Filter = object> extends PageQuery<Sort> {
  filter: Filter;
}
/** A page of a list. `total` is counted up to 10,000; `more` says whether there are more rows than that. */
export interface ListPage<Row> {
  data: Row[];
  total: number;
  more: boolean;
}

const whole = (max: number) => z.int().min(1).max(max);

/**
 * Defines the endpoint of a list. Its query has `page`, `per_page` (at most 100), `sort` (one of `sorts`, with `-`
 * before it for descending order; by default the first of `sorts`, descending), and one parameter for each field of
 * `filter`. Paging ends at 10,000 rows.
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

/** Fields of every list's query, in addition to those of its filter. */
interface PageInput {
  page: number;
  per_page: number;
  sort: string;
}
const isWithin = ({ page, per_page: perPage }: PageInput): boolean => page * perPage <= maxRows;
const readSort = (sort: string): Pick<ListQuery, "sort" | "order"> =>
  sort.startsWith("-") ? { sort: sort.slice(1), order: "desc" } : { sort, order: "asc" };

/** Error of every endpoint that is about one record, for the documentation. */
export const notFound = { 404: "No such record" } as const;

/** Defines the endpoint that reads one record by the `id` in the path. */
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

/** Defines the endpoint that creates a record; it responds with 201 and the record. */
export function create<Input extends z.ZodObject, Row extends z.ZodType>(definition: RecordEndpoint<Input, Row>) {
  const { row, ...endpoint } = definition;
  return staffEndpoint<Input, Row>({ ...endpoint, reply: row, status: 201 });
}

/**
 * Defines the endpoint that changes a record. Its handler takes the `version` of the record that the client has read,
 * and throws EditConflict when the record has another version by now: the client gets 409 with both versions.
 */
export function update<Input extends z.ZodObject, Row extends z.ZodType>(definition: RecordEndpoint<Input, Row>) {
  const { row, ...endpoint } = definition;
  const errors = {
    ...notFound,
    409: "Someone else has saved the record meanwhile; the reply has `current` and `yours`",
  };
  return staffEndpoint<Input, Row>({ ...endpoint, reply: row, errors: { ...errors, ...endpoint.errors } });
}

/** The version of the record that the client has read. */
export const versionField = () => recordId().meta({ description: "Version of the record that the client has read" });
/** The `id` of a path whose records have numbers. */
export const numericId = () =>
  z
    .string()
    .regex(/^[1-9]\d{0,8}$/)
    .transform(Number);
/** The `id` of a path whose records have texts. */
export const textId = () => z.string().min(1).max(64);
