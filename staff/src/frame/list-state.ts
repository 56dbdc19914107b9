/** The page, sort and filter of a list. They are in the address, so that staff can send a view to a colleague. */
import { createContext, useContext, useEffect, useState } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { callStaff, StaffApiError } from "../api.ts";
import type { ListName, RowOf, StaffInput } from "../api-types.ts";

export type RowId = string | number;
export interface ListRow {
  id: RowId;
}
/** A filter in the form of the address: all values are texts. Several values of a field are an array. */
export type ListFilter = Record<string, string | string[]>;

/** Names of the API's lists whose rows are of this type. */
export type ListNameFor<Row> = { [List in ListName]: RowOf<List> extends Row ? List : never }[ListName];

export interface ListQuery {
  page: number;
  perPage: number;
  /** A field name. A leading `-` sorts descending. */
  sort: string;
  filter: ListFilter;
}

export interface ListPage<Row> {
  data: Row[];
  total: number;
  /** Whether there are more rows than the server counted. */
  more: boolean;
}

/** Converts a filter to the form of the address: numbers and booleans become text, empty values are removed. */
export function normalizeFilter(filter: object): ListFilter {
  const nameValues = Object.entries(filter as Record<string, unknown>).map(([name, value]) => [
    name,
    [value].flat().flatMap((item) => (item === "" || item === null || item === undefined ? [] : [String(item)])),
  ]) as [string, string[]][];
  return Object.fromEntries(
    nameValues.flatMap(([name, values]) => {
      const [firstValue] = values;
      return firstValue === undefined ? [] : [[name, values.length === 1 ? firstValue : values]];
    }),
  );
}

/**
 * The input of any list, typed as that of the orders. TypeScript cannot check sort and filter here, because they differ
 * between lists and only the page of a list knows their types.
 */
type ListInput = StaffInput<"GET /api/staff/orders">;

/** Loads a page of a list. Throws StaffApiError. */
export async function readList<Row extends ListRow>(
  list: ListNameFor<Row>,
  { page, perPage, sort, filter }: ListQuery,
  signal?: AbortSignal,
): Promise<ListPage<Row>> {
  const name = `GET /api/staff/${list as ListName & "orders"}` as const;
  const input = { ...filter, page, per_page: perPage, sort } as ListInput;
  const { data, total, more } = await callStaff(name, input, signal);
  return { data: data as unknown as Row[], total, more: more === true };
}

const toNumber = (text: string | null): number | null => {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? value : null;
};

const queryKeys = ["page", "per_page", "sort"] as const;
/** Keys of addresses in the format used until November 2026, which bookmarks may still have. */
const legacyKeys = ["perPage", "order", "filter"] as const;

function parseLegacyFilter(text: string | null): object {
  try {
    const filter: unknown = JSON.parse(text ?? "{}");
    return typeof filter === "object" && filter !== null && !Array.isArray(filter) ? filter : {};
  } catch {
    // The address was cut off, so the list starts with its defaults.
    return {};
  }
}

const getFilterKeys = (params: URLSearchParams, otherParams: readonly string[]): string[] =>
  [...new Set(params.keys())].filter((key) => ![...queryKeys, ...legacyKeys, ...otherParams].includes(key));

/**
 * Reads the list state from an address. `initial` is used for what the address does not contain. `otherParams` are the
 * keys of the address that belong to the screen around the list, so they are no filters.
 */
export function readQuery(
  params: URLSearchParams,
  initial: Pick<ListQuery, "perPage" | "sort">,
  otherParams: readonly string[] = [],
): ListQuery {
  const sort = params.get("sort");
  return {
    page: toNumber(params.get("page")) ?? 1,
    perPage: Math.min(toNumber(params.get("per_page") ?? params.get("perPage")) ?? initial.perPage, 100),
    sort: sort === null ? initial.sort : params.get("order") === "DESC" ? `-${sort}` : sort,
    filter: normalizeFilter({
      ...parseLegacyFilter(params.get("filter")),
      ...Object.fromEntries(getFilterKeys(params, otherParams).map((name) => [name, params.getAll(name)])),
    }),
  };
}

/** Returns the address parameters with this list state. Keeps the values of `otherParams`. */
export function withQuery(
  params: URLSearchParams,
  { page, perPage, sort, filter }: ListQuery,
  otherParams: readonly string[] = [],
): URLSearchParams {
  const newParams = new URLSearchParams(params);
  for (const name of [...getFilterKeys(params, otherParams), ...legacyKeys]) newParams.delete(name);
  for (const [name, value] of Object.entries(filter)) for (const item of [value].flat()) newParams.append(name, item);
  newParams.set("sort", sort);
  newParams.set("page", String(page));
  newParams.set("per_page", String(perPage));
  return newParams;
}

/** Returns the path of a list with a filter, such as `/orders?status=paid`. */
export const listPath = (path: string, filter: object): string =>
  `${path}?${new URLSearchParams(
    Object.entries(normalizeFilter(filter)).flatMap(([name, value]) => [value].flat().map((item) => [name, item])),
  )}`;

/** The last state of each list by its storage key. It applies again when the list is reopened. */
const lastQueries = new Map<string, ListQuery>();

/** Forgets the states of all lists, before another colleague uses this browser. */
export const forgetLists = (): void => lastQueries.clear();

/** The state of a list: in the address, or in the component if the list is only part of a page. */
function useListQuery(
  { key, isPart, otherParams }: { key: string; isPart: boolean; otherParams: readonly string[] },
  initial: Pick<ListQuery, "perPage" | "sort">,
) {
  const [params, setParams] = useSearchParams();
  const [localQuery, setLocalQuery] = useState<ListQuery>({ ...initial, page: 1, filter: {} });
  const hasAddressState = [...params.keys()].some((name) => !otherParams.includes(name));
  const readAddress = () => readQuery(params, initial, otherParams);
  const query = isPart ? localQuery : hasAddressState ? readAddress() : (lastQueries.get(key) ?? readAddress());
  const changeQuery = (changes: Partial<ListQuery>) => {
    const newQuery = { ...query, ...changes };
    if (isPart) return setLocalQuery(newQuery);
    lastQueries.set(key, newQuery);
    setParams((before) => withQuery(before, newQuery, otherParams));
  };
  return { query, changeQuery };
}

interface ListOptions<Row extends ListRow> {
  list: ListNameFor<Row>;
  /** A field name. A leading `-` sorts descending. */
  sort: string;
  perPage?: number;
  /** A filter that always applies. */
  fixedFilter?: object | undefined;
  /** Keys in the address that belong to the screen around the list, so they are no filters. */
  otherParams?: readonly string[];
  /** Key under which the state is remembered. Needed if several lists have the same rows. */
  storeKey?: string;
  /** Whether the list is only part of a page. Then its page, sort and filter are not in the address. */
  isPart?: boolean;
  /** Refresh interval in milliseconds, or a function of the rows. */
  refreshMs?: number | ((rows: readonly Row[]) => number | false) | undefined;
}

export interface ListState<Row extends ListRow> extends ListQuery {
  fixedFilter: ListFilter;
  data: Row[] | undefined;
  total: number;
  more: boolean;
  error: StaffApiError | null;
  isPending: boolean;
  /** Whether the rows still belong to the previous query. */
  isStale: boolean;
  refetch(): void;
  setPage(page: number): void;
  setPerPage(perPage: number): void;
  setSort(sort: string): void;
  setFilter(filter: object): void;
  chosenIds: RowId[];
  choose(ids: RowId[]): void;
}

/** A list from the server with its state and the selected rows. */
export function useList<Row extends ListRow>(options: ListOptions<Row>): ListState<Row> {
  const { list, sort, perPage = 25, storeKey = list, isPart = false, otherParams = [], refreshMs } = options;
  const { query: listQuery, changeQuery } = useListQuery({ key: storeKey, isPart, otherParams }, { sort, perPage });
  const [chosenIds, choose] = useState<RowId[]>([]);
  const fixedFilter = normalizeFilter(options.fixedFilter ?? {});
  const fullQuery = { ...listQuery, filter: { ...listQuery.filter, ...fixedFilter } };
  const result = useQuery({
    queryKey: ["list", list, fullQuery],
    queryFn: ({ signal }) => readList<Row>(list, fullQuery, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      typeof refreshMs === "function" ? refreshMs(state.data?.data ?? []) : (refreshMs ?? false),
  });
  const { data: reply, error, isPending, isPlaceholderData } = result;
  // If rows were removed meanwhile and this page no longer exists, the last page is shown.
  const lastPage = reply && !isPlaceholderData ? Math.max(1, Math.ceil(reply.total / listQuery.perPage)) : null;
  const isPastEnd = lastPage !== null && reply?.data.length === 0 && listQuery.page > lastPage;
  useEffect(() => {
    if (isPastEnd && lastPage !== null) changeQuery({ page: lastPage });
  });
  return {
    ...listQuery,
    fixedFilter,
    data: reply?.data,
    total: reply?.total ?? 0,
    more: reply?.more ?? false,
    error,
    isPending,
    isStale: isPlaceholderData,
    refetch: () => void result.refetch(),
    setPage: (page) => changeQuery({ page }),
    setPerPage: (size) => changeQuery({ perPage: size, page: 1 }),
    setSort: (field) => changeQuery({ sort: field, page: 1 }),
    setFilter: (filter) => changeQuery({ filter: normalizeFilter(filter), page: 1 }),
    chosenIds,
    choose,
  };
}

// Every reader of the context knows the row type of its list.
// eslint-disable-next-line typescript/no-explicit-any
const ListContext = createContext<ListState<any> | null>(null);
export const ListProvider = ListContext.Provider;

/** Returns the state of the list that a component is in. Throws outside of a list. */
export function useListState<Row extends ListRow>(): ListState<Row> {
  const list = useContext(ListContext) as ListState<Row> | null;
  if (!list) throw new Error("useListState is used outside of a list");
  return list;
}
