import { listArabicGaps } from "#features/editing/arabic-gaps.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { requirePermission, type Ctx, type Permission } from "#platform/context.server.ts";
import { readNextRuns, readSlowRuns } from "./runs.server.ts";
import { readSales } from "./sales.server.ts";
import { readCancellations, readFailedMails, readOpenEnquiries, readPaymentCases } from "./waiting.server.ts";

const shownGaps = 3;

async function readArabic(ctx: Ctx) {
  const gaps = await listArabicGaps(ctx);
  const kinds = Map.groupBy(gaps, ({ entity }) => entity);
  // What is missing comes before what is behind.
  const sorted = gaps.toSorted((one, other) => Number(other.state === "missing") - Number(one.state === "missing"));
  return {
    count: gaps.length,
    by_entity: Object.fromEntries([...kinds].map(([entity, list]) => [entity, list.length])),
    items: sorted.slice(0, shownGaps).map(({ entity, entityId, title, state }) => ({
      id: `${entity}:${entityId}`,
      entity,
      title,
      state,
    })),
  };
}

const may = (ctx: Ctx, permission: Permission) =>
  ctx.actor.kind === "command" || (ctx.actor.kind === "staff" && ctx.actor.permissions.has(permission));

/** Reads a part for those who may see it; for others it is not in the answer. */
const part = async <T>(ctx: Ctx, permission: Permission, read: (ctx: Ctx) => Promise<T>): Promise<T | undefined> =>
  may(ctx, permission) ? read(ctx) : undefined;

/** What waits for the caller, and how things are: only what their role may see. For `dashboard.read`. Throws Unauthenticated, Forbidden. */
export async function readDashboard(ctx: Ctx) {
  requirePermission(ctx, "dashboard.read");
  const [next, slow, sales, payments, cancellations, enquiries, mails, arabic] = await Promise.all([
    part(ctx, "schedule.read", readNextRuns),
    part(ctx, "schedule.read", readSlowRuns),
    part(ctx, "finance.read", readSales),
    part(ctx, "orders.read", readPaymentCases),
    part(ctx, "orders.approve", readCancellations),
    part(ctx, "enquiries.read", readOpenEnquiries),
    part(ctx, "mails.read", readFailedMails),
    part(ctx, "content.read", readArabic),
  ]);
  return { today: riyadhDate(ctx.now()), next, slow, sales, payments, cancellations, enquiries, mails, arabic };
}
