/** The portal's command palette: searches everything that the caller may see. */
import { listItems } from "#features/content/editing/items.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { requirePermission, requireStaff, type Ctx, type Permission } from "#platform/context.server.ts";
import { listOrders } from "#features/order-views/staff/staff-orders.server.ts";
import { listPeople } from "#features/privacy/people-list.server.ts";
import { listRuns } from "#features/runs/staff-runs.server.ts";

const maxResults = 5;
const page = { page: 1, perPage: maxResults } as const;

async function findOrders(ctx: Ctx, q: string) {
  const { data } = await listOrders(ctx, { ...page, sort: "id", order: "desc", filter: { q } });
  return data.map(({ id, buyer, status, total }) => ({ id, buyer: buyer.name, status, total }));
}

async function findPeople(ctx: Ctx, q: string) {
  const { data } = await listPeople(ctx, { ...page, sort: "created_at", order: "desc", filter: { q } });
  return data.map(({ id, name, email, profession, scfhs_number }) => ({ id, name, email, profession, scfhs_number }));
}

/** Finds upcoming and current runs. */
async function findRuns(ctx: Ctx, q: string) {
  const today = riyadhDate(ctx.now());
  const { data } = await listRuns(ctx, { ...page, sort: "start_date", order: "asc", filter: { q, from: today } });
  return data.map(({ id, name_eng, name_ar, startDate, endDate, cancelledAt }) => ({
    id,
    name_eng,
    name_ar,
    startDate,
    endDate,
    cancelled: cancelledAt !== null,
  }));
}

async function findContent(ctx: Ctx, q: string) {
  const { data } = await listItems(ctx, { ...page, sort: "title", order: "asc", filter: { q } });
  return data.map(({ id, entity, title, state }) => ({ id, entity, title, state }));
}

/** The permission that each kind of result needs. */
const requiredPermissions = {
  orders: "orders.read",
  people: "people.read",
  runs: "schedule.read",
  content: "content.read",
} as const satisfies Record<string, Permission>;

/** Finds at most five of each kind that the caller may see. */
export async function find(ctx: Ctx, { q }: { q: string }) {
  requirePermission(ctx, find.permission);
  const { permissions } = requireStaff(ctx);
  const text = q.trim();
  // One letter matches nearly everything, but one digit may be a complete number.
  const isSearchable = text.length > 1 || /^\d$/.test(text);
  const searchIfAllowed = async <T>(
    kind: keyof typeof requiredPermissions,
    findMatches: (ctx: Ctx, q: string) => Promise<T[]>,
  ) => (isSearchable && permissions.has(requiredPermissions[kind]) ? findMatches(ctx, text) : []);
  const [orders, people, runs, content] = await Promise.all([
    searchIfAllowed("orders", findOrders),
    searchIfAllowed("people", findPeople),
    searchIfAllowed("runs", findRuns),
    searchIfAllowed("content", findContent),
  ]);
  return { orders, people, runs, content };
}
find.permission = "dashboard.read" as const;
