/** react-admin's questions as calls of the staff API. */
import type { DataProvider, GetListParams, RaRecord, UpdateParams } from "ra-core";
import { staffCall, StaffApiError } from "../api.ts";

/** The first message of each field where react-hook-form looks for it. */
function withFormErrors(error: unknown): never {
  if (error instanceof StaffApiError && error.status === 422) {
    const errors = Object.fromEntries(Object.entries(error.fields).map(([field, [message]]) => [field, message ?? ""]));
    throw new StaffApiError(error.message, 422, { ...error.body, errors });
  }
  throw error;
}

interface Page {
  data: RaRecord[];
  total: number;
  /** There are more than were counted. */
  more?: boolean;
}

function queryOf({ pagination, sort, filter }: GetListParams): Record<string, string> {
  const { page = 1, perPage = 25 } = pagination ?? {};
  const given = Object.entries((filter ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== "" && value !== null && value !== undefined,
  );
  return {
    page: String(page),
    perPage: String(perPage),
    ...(sort?.field ? { sort: sort.field, order: sort.order } : {}),
    filter: JSON.stringify(Object.fromEntries(given)),
  };
}

const idPath = (resource: string, id: unknown) => `${resource}/${encodeURIComponent(String(id))}`;

/**
 * A PUT carries the version that the record was read at; the server answers 409 with both texts when it is another by
 * now.
 */
function changedRecord({ data, previousData }: UpdateParams): object {
  const version: unknown = (data as Record<string, unknown>)["version"] ?? previousData?.["version"];
  return { ...data, ...(version === undefined ? {} : { version }) };
}

async function getList(resource: string, params: GetListParams) {
  const { data, total, more } = await staffCall<Page>(`GET ${resource}`, queryOf(params), params.signal);
  return { data, total, meta: { more: more ?? false } };
}

// Its generic methods promise whatever record a caller names; what comes is what the server describes.
export const dataProvider = {
  getList,
  getOne: async (resource: string, { id, signal }: { id: unknown; signal?: AbortSignal }) => ({
    data: await staffCall<RaRecord>(`GET ${idPath(resource, id)}`, undefined, signal),
  }),
  getMany: async (resource: string, { ids }: { ids: unknown[] }) => ({
    data: await Promise.all(ids.map((id) => staffCall<RaRecord>(`GET ${idPath(resource, id)}`))),
  }),
  getManyReference(resource: string, params: GetListParams & { target: string; id: unknown }) {
    const filter = { ...(params.filter as object), [params.target]: params.id };
    return getList(resource, { ...params, filter });
  },
  create: async (resource: string, { data }: { data: object }) => ({
    data: await staffCall<RaRecord>(`POST ${resource}`, data).catch(withFormErrors),
  }),
  update: async (resource: string, params: UpdateParams) => ({
    data: await staffCall<RaRecord>(`PUT ${idPath(resource, params.id)}`, changedRecord(params)).catch(withFormErrors),
  }),
  delete: async (resource: string, { id, previousData }: { id: unknown; previousData?: RaRecord }) => {
    await staffCall(`DELETE ${idPath(resource, id)}`);
    return { data: previousData ?? { id: String(id) } };
  },
  updateMany: async (resource: string, { ids, data }: { ids: unknown[]; data: object }) => {
    for (const id of ids) await staffCall(`PUT ${idPath(resource, id)}`, data);
    return { data: ids };
  },
  deleteMany: async (resource: string, { ids }: { ids: unknown[] }) => {
    for (const id of ids) await staffCall(`DELETE ${idPath(resource, id)}`);
    return { data: ids };
  },
} as unknown as DataProvider;
