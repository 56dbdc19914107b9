/** Page, order and filter of a list: in the address, so that a view can be sent to a colleague. */
import { createContext, useContext, useEffect, useState } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { callStaff, StaffApiError } from "../api.ts";
import type { ListName, RowOf, StaffInput } from "../api-types.ts";

export type RowId = string | number;
export interface ListRow {
  id: RowId;
}
/** As the address has it: texts only, several values of a field as a list. */
export type ListFilter = Record<string, string | string[]>;

/** The lists of such rows, as the server's table of contents has them. */
export type ListOf<Row> = { [List in ListName]: RowOf<List> extends Row ? List : never }[ListName];

export interface ListQuery {
  page: number;
  perPage: number;
  /** A field; with `-` before it, the highest first. */
  sort: string;
  filter: ListFilter;
}

export interface ListPage<Row> {
  data: Row[];
  total: number;
  /** There are more than were counted. */
  more: boolean;
}

/** A filter as the address has it, whatever its values are: numbers and truth values as texts, nothing empty. */
export function plainFilter(filter: object): ListFilter {
  const lists = Object.entries(filter as Record<string, unknown>).map(([name, value]) => [
    name,
    [value].flat().flatMap((one) => (one === "" || one === null || one === undefined ? [] : [String(one)])),
  ]) as [string, string[]][];
  return Object.fromEntries(
    lists.flatMap(([name, values]) => {
      const [only] = values;
      return only === undefined ? [] : [[name, values.length === 1 ? only : values]];
    }),
  );
}

/** What every list takes. The order and the filter are its own, which only its page knows. */
type ListInput = StaffInput<"GET /api/staff/orders">;

/** A page of a list. Throws StaffApiError. */
export async function readList<Row extends ListRow>(
  list: ListOf<Row>,
  { page, perPage, sort, filter }: ListQuery,
  signal?: AbortSignal,
): Promise<ListPage<Row>> {
  const name = `GET /api/staff/${list as ListName & "orders"}` as const;
  const input = { ...filter, page, per_page: perPage, sort } as ListInput;
  const { data, total, more } = await callStaff(name, input, signal);
  return { data: data as unknown as Row[], total, more: more === true };
}

const numberIn = (text: string | null): number | null => {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? value : null;
};

const names = ["page", "per_page", "sort"] as const;
/** How addresses of lists were written until November 2026; bookmarks still are. */
const oldNames = ["perPage", "order", "filter"] as const;

function oldFilter(text: string | null): object {
  try {
    const filter: unknown = JSON.parse(text ?? "{}");
    return typeof filter === "object" && filter !== null && !Array.isArray(filter) ? filter : {};
  } catch {
    // An address that was cut: the list as it begins.
    return {};
  }
}

const filterNames = (params: URLSearchParams, pageKeys: readonly string[]): string[] =>
  [...new Set(params.keys())].filter((key) => ![...names, ...oldNames, ...pageKeys].includes(key));

/** What an address says of a list, else what `initial` says. `pageKeys` are the keys of the page around it. */
export function queryIn(
  params: URLSearchParams,
  initial: Pick<ListQuery, "perPage" | "sort">,
  pageKeys: readonly string[] = [],
): ListQuery {
  const sort = params.get("sort");
  return {
    page: numberIn(params.get("page")) ?? 1,
    perPage: Math.min(numberIn(params.get("per_page") ?? params.get("perPage")) ?? initial.perPage, 100),
    sort: sort === null ? initial.sort : params.get("order") === "DESC" ? `-${sort}` : sort,
    filter: plainFilter({
      ...oldFilter(params.get("filter")),
      ...Object.fromEntries(filterNames(params, pageKeys).map((name) => [name, params.getAll(name)])),
    }),
  };
}

/** The address with that list in it; the page's own keys stay. */
export function withQuery(
  params: URLSearchParams,
  { page, perPage, sort, filter }: ListQuery,
  pageKeys: readonly string[] = [],
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of [...filterNames(params, pageKeys), ...oldNames]) next.delete(name);
  for (const [name, value] of Object.entries(filter)) for (const one of [value].flat()) next.append(name, one);
  next.set("sort", sort);
  next.set("page", String(page));
  next.set("per_page", String(perPage));
  return next;
}

/** The address of a page's list with that filter, such as `/orders?status=paid`. */
export const listPath = (path: string, filter: object): string =>
  `${path}?${new URLSearchParams(
    Object.entries(plainFilter(filter)).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
  )}`;

/** Where each list was left: coming back to it, its filter is still in force. */
const left = new Map<string, ListQuery>();

/** For the next colleague on this machine. */
export const forgetLists = (): void => left.clear();

/** What a list is asked for: in the address, or in the page alone when it is only a part of one. */
function useListQuery(
  { key, isPart, pageKeys }: { key: string; isPart: boolean; pageKeys: readonly string[] },
  initial: Pick<ListQuery, "perPage" | "sort">,
) {
  const [params, setParams] = useSearchParams();
  const [ofPart, setOfPart] = useState<ListQuery>({ ...initial, page: 1, filter: {} });
  const isInAddress = [...params.keys()].some((name) => !pageKeys.includes(name));
  const inAddress = () => queryIn(params, initial, pageKeys);
  const query = isPart ? ofPart : isInAddress ? inAddress() : (left.get(key) ?? inAddress());
  const change = (changed: Partial<ListQuery>) => {
    const next = { ...query, ...changed };
    if (isPart) return setOfPart(next);
    left.set(key, next);
    setParams((before) => withQuery(before, next, pageKeys));
  };
  return { query, change };
}

interface ListOptions<Row extends ListRow> {
  list: ListOf<Row>;
  /** A field; with `-` before it, the highest first. */
  sort: string;
  perPage?: number;
  /** In force whatever is chosen. */
  always?: object | undefined;
  /** Keys of the address that are the page's and narrow nothing. */
  pageKeys?: readonly string[];
  /** Of what is remembered of it, when there are several lists of such rows. */
  storeKey?: string;
  /** Part of a page whose address is its own: page, order and filter do not stand in it. */
  isPart?: boolean;
  /** How often it looks again; by the rows where only some of them go on. */
  refreshMs?: number | ((rows: readonly Row[]) => number | false) | undefined;
}

export interface ListState<Row extends ListRow> extends ListQuery {
  always: ListFilter;
  data: Row[] | undefined;
  total: number;
  more: boolean;
  error: StaffApiError | null;
  isPending: boolean;
  isFetching: boolean;
  /** The rows are those of what was asked before. */
  isOld: boolean;
  refetch(): void;
  setPage(page: number): void;
  setPerPage(perPage: number): void;
  setSort(sort: string): void;
  setFilter(filter: object): void;
  chosenIds: RowId[];
  choose(ids: RowId[]): void;
}

/** A list of the server, with what is asked of it and which of its rows are chosen. */
export function useList<Row extends ListRow>(options: ListOptions<Row>): ListState<Row> {
  const { list, sort, perPage = 25, storeKey = list, isPart = false, pageKeys = [], refreshMs } = options;
  const { query: asked, change } = useListQuery({ key: storeKey, isPart, pageKeys }, { sort, perPage });
  const [chosenIds, choose] = useState<RowId[]>([]);
  const always = plainFilter(options.always ?? {});
  const whole = { ...asked, filter: { ...asked.filter, ...always } };
  const query = useQuery({
    queryKey: ["list", list, whole],
    queryFn: ({ signal }) => readList<Row>(list, whole, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      typeof refreshMs === "function" ? refreshMs(state.data?.data ?? []) : (refreshMs ?? false),
  });
  const { data: found, error, isPending, isFetching, isPlaceholderData } = query;
  // Rows have gone since: their last page is there.
  const last = found && !isPlaceholderData ? Math.max(1, Math.ceil(found.total / asked.perPage)) : null;
  const isPastEnd = last !== null && found?.data.length === 0 && asked.page > last;
  useEffect(() => {
    if (isPastEnd && last !== null) change({ page: last });
  });
  return {
    ...asked,
    always,
    data: found?.data,
    total: found?.total ?? 0,
    more: found?.more ?? false,
    error,
    isPending,
    isFetching,
    isOld: isPlaceholderData,
    refetch: () => void query.refetch(),
    setPage: (page) => change({ page }),
    setPerPage: (size) => change({ perPage: size, page: 1 }),
    setSort: (field) => change({ sort: field, page: 1 }),
    setFilter: (filter) => change({ filter: plainFilter(filter), page: 1 }),
    chosenIds,
    choose,
  };
}

// Each reader knows the rows of the list it stands in.
// eslint-disable-next-line typescript/no-explicit-any
const ListContext = createContext<ListState<any> | null>(null);
export const ListProvider = ListContext.Provider;

/** The list around a part. */
export function useListState<Row extends ListRow>(): ListState<Row> {
  const list = useContext(ListContext) as ListState<Row> | null;
  if (!list) throw new Error("useListState is used outside of a list");
  return list;
}
