/** react-admin's lists read by the typed client; nothing else goes through its data layer. */
import type { DataProvider, GetListParams, RaRecord } from "ra-core";
import { callStaff } from "../api.ts";
import type { ListName, StaffInput } from "../api-types.ts";

/** What every list takes. The order is one of its own, which only its page knows. */
type ListInput = StaffInput<"GET /api/staff/orders">;

/** The page of a list, as its order and filter stand in the address. Throws StaffApiError. */
export async function getList(list: string, { pagination, sort, filter, signal }: GetListParams) {
  const { page = 1, perPage = 25 } = pagination ?? {};
  const given = Object.entries((filter ?? {}) as object).filter(([, value]) => value !== "" && value !== null);
  const input = { page, perPage, filter: Object.fromEntries(given) };
  const order = sort?.field ? { sort: sort.field, order: sort.order } : {};
  const { data, total, more } = await callStaff(
    `GET /api/staff/${list as ListName & "orders"}`,
    { ...input, ...order } as ListInput,
    signal,
  );
  return { data: data as unknown as RaRecord[], total, meta: { more } };
}

export const dataProvider = { getList } as unknown as DataProvider;
