import { countArabicGaps, listArabicGaps } from "#features/content/editing/arabic-gaps.server.ts";
import { countItems, listOwnEdits } from "#features/content/editing/items.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { requirePermission, type Ctx, type Permission } from "#platform/context.server.ts";
import { readNextRuns, readSlowRuns } from "./runs.server.ts";
import { readSales } from "./sales.server.ts";
import { readCancellations, readFailedMails, readOpenEnquiries, readPaymentCases } from "./waiting.server.ts";

const shownGaps = 3;

async function readArabic(ctx: Ctx) {
  const kinds = await countArabicGaps(ctx);
  // What is missing comes before what is behind.
  const query = { page: 1, perPage: shownGaps, sort: "state", order: "ASC", filter: {} } as const;
  const { data } = await listArabicGaps(ctx, query);
  return {
    count: kinds.reduce((sum, { gaps }) => sum + gaps, 0),
    by_entity: Object.fromEntries(kinds.map(({ entity, gaps }) => [entity, gaps])),
    items: data.map(({ id, entity, title, state }) => ({ id, entity, title, state })),
  };
}

const shownEdits = 4;

/** Of texts: what is written and not published, what goes out by itself, and what the caller saved last. */
async function readEditing(ctx: Ctx) {
  const kinds = await countItems(ctx);
  const sum = (view: "draft" | "never-published" | "scheduled") => kinds.reduce((all, kind) => all + kind[view], 0);
  const own = await listOwnEdits(ctx, shownEdits);
  return {
    drafts: sum("draft") + sum("never-published"),
    scheduled: sum("scheduled"),
    items: own.map(({ id, entity, title, title_ar, saved_at, publish_at, on_site, state }) => {
      return { id, entity, title, title_ar, saved_at, publish_at, is_waiting: !on_site || state === "draft" };
    }),
  };
}

const may = (ctx: Ctx, permission: Permission) =>
  ctx.actor.kind === "command" || (ctx.actor.kind === "staff" && ctx.actor.permissions.has(permission));

/** Reads a part for those who may see it; for others it is not in the answer. */
const part = async <T>(ctx: Ctx, permission: Permission, read: (ctx: Ctx) => Promise<T>): Promise<T | undefined> =>
  may(ctx, permission) ? read(ctx) : undefined;

/**
 * What waits for the caller, and how things are: only what their role may see. For `dashboard.read`. Throws
 * Unauthenticated, Forbidden.
 */
export async function readDashboard(ctx: Ctx) {
  requirePermission(ctx, "dashboard.read");
  const [next, slow, sales, payments, cancellations, enquiries, mails, arabic, editing] = await Promise.all([
    part(ctx, "schedule.read", readNextRuns),
    part(ctx, "schedule.read", readSlowRuns),
    part(ctx, "finance.read", readSales),
    part(ctx, "orders.read", readPaymentCases),
    part(ctx, "orders.approve", readCancellations),
    part(ctx, "enquiries.read", readOpenEnquiries),
    part(ctx, "mails.read", readFailedMails),
    part(ctx, "content.read", readArabic),
    part(ctx, "content.write", readEditing),
  ]);
  return {
    today: riyadhDate(ctx.now()),
    next,
    slow,
    sales,
    payments,
    cancellations,
    enquiries,
    mails,
    arabic,
    editing,
  };
}
