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
export type ListFilter = Record<string, unknown>;
export interface ListSort {
  field: string;
  order: "ASC" | "DESC";
}

/** The lists of such rows, as the server's table of contents has them. */
export type ListOf<Row> = { [List in ListName]: RowOf<List> extends Row ? List : never }[ListName];

interface Asked {
  page: number;
  perPage: number;
  sort: ListSort;
  filter: ListFilter;
}

export interface ListPage<Row> {
  data: Row[];
  total: number;
  /** There are more than were counted. */
  more: boolean;
}

/** What every list takes. The order is one of its own, which only its page knows. */
type ListInput = StaffInput<"GET /api/staff/orders">;

/** A page of a list. Throws StaffApiError. */
export async function readList<Row extends ListRow>(
  list: ListOf<Row>,
  { page, perPage, sort, filter }: Asked,
  signal?: AbortSignal,
): Promise<ListPage<Row>> {
  const given = Object.entries(filter).filter(([, value]) => value !== "" && value !== null);
  const input = { page, perPage, filter: Object.fromEntries(given), sort: sort.field, order: sort.order };
  const name = `GET /api/staff/${list as ListName & "orders"}` as const;
  const { data, total, more } = await callStaff(name, input as ListInput, signal);
  return { data: data as unknown as Row[], total, more: more === true };
}

const numberIn = (params: URLSearchParams, name: string): number | null => {
  const value = Number(params.get(name));
  return Number.isSafeInteger(value) && value > 0 ? value : null;
};

function filterIn(params: URLSearchParams): ListFilter {
  try {
    const filter: unknown = JSON.parse(params.get("filter") ?? "{}");
    return typeof filter === "object" && filter !== null && !Array.isArray(filter) ? (filter as ListFilter) : {};
  } catch {
    // An address that was cut: the list as it begins.
    return {};
  }
}

const names = ["page", "perPage", "sort", "order", "filter"] as const;

/** What an address says of a list, else what `initial` says. */
export function askedIn(params: URLSearchParams, initial: Pick<Asked, "perPage" | "sort">): Asked {
  const [field, order] = [params.get("sort"), params.get("order")];
  return {
    page: numberIn(params, "page") ?? 1,
    perPage: Math.min(numberIn(params, "perPage") ?? initial.perPage, 100),
    sort: field ? { field, order: order === "DESC" ? "DESC" : "ASC" } : initial.sort,
    filter: filterIn(params),
  };
}

/** The address with that list in it; what else stands there stays. */
export function withAsked(params: URLSearchParams, { page, perPage, sort, filter }: Asked): URLSearchParams {
  const next = new URLSearchParams(params);
  const values = { page, perPage, sort: sort.field, order: sort.order, filter: JSON.stringify(filter) };
  for (const name of names) next.set(name, String(values[name]));
  return next;
}

/** Where each list was left: coming back to it, its filter is still in force. */
const left = new Map<string, Asked>();

/** For the next colleague on this machine. */
export const forgetLists = (): void => left.clear();

/** What a list was asked for: in the address, or in the page alone when it is only a part of one. */
function useAsked(key: string, isPart: boolean, initial: Pick<Asked, "perPage" | "sort">) {
  const [params, setParams] = useSearchParams();
  const [ofPart, setOfPart] = useState<Asked>({ ...initial, page: 1, filter: {} });
  const isInAddress = names.some((name) => params.has(name));
  const asked = isPart ? ofPart : isInAddress ? askedIn(params, initial) : (left.get(key) ?? askedIn(params, initial));
  const change = (changed: Partial<Asked>) => {
    const next = { ...asked, ...changed };
    if (isPart) return setOfPart(next);
    left.set(key, next);
    setParams((before) => withAsked(before, next));
  };
  return { asked, change };
}

interface ListOptions<Row extends ListRow> {
  list: ListOf<Row>;
  sort: ListSort;
  perPage?: number;
  /** In force whatever is chosen. */
  always?: ListFilter | undefined;
  /** Of what is remembered of it, when there are several lists of such rows. */
  storeKey?: string;
  /** Part of a page whose address is its own: page, order and filter do not stand in it. */
  isPart?: boolean;
  /** How often it looks again; by the rows where only some of them go on. */
  refreshMs?: number | ((rows: readonly Row[]) => number | false) | undefined;
}

export interface ListState<Row extends ListRow> extends Asked {
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
  setSort(sort: ListSort): void;
  setFilter(filter: ListFilter): void;
  chosenIds: RowId[];
  choose(ids: RowId[]): void;
}

/** A list of the server, with what is asked of it and which of its rows are chosen. */
export function useList<Row extends ListRow>(options: ListOptions<Row>): ListState<Row> {
  const { list, sort, perPage = 25, always = {}, storeKey = list, isPart = false, refreshMs } = options;
  const { asked, change } = useAsked(storeKey, isPart, { sort, perPage });
  const [chosenIds, choose] = useState<RowId[]>([]);
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
    setSort: (order) => change({ sort: order, page: 1 }),
    setFilter: (filter) => change({ filter, page: 1 }),
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
