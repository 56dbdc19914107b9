import { and, asc, count, gt, ilike, isNotNull, isNull, type SQL } from "drizzle-orm";
import { z } from "zod";
import { newsletterSubscriptions as subscriptions } from "#features/contact/tables.server.ts";
import { defineExport } from "#features/staff/tasks/export.server.ts";
import { languageName, type Locale } from "#i18n/locale.ts";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { containsPattern, readPage } from "#platform/db/list-page.server.ts";
import { instant, text } from "#platform/export/columns.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import { m } from "#messages";
import { subscriberStates } from "./newsletter.schema.ts";

type SubscriberState = (typeof subscriberStates)[number];

const { id, email, createdAt, confirmedAt, unsubscribedAt } = subscriptions;
const whereState: Record<SubscriberState, SQL | undefined> = {
  waiting: and(isNull(confirmedAt), isNull(unsubscribedAt)),
  confirmed: and(isNotNull(confirmedAt), isNull(unsubscribedAt)),
  left: isNotNull(unsubscribedAt),
};

type Row = typeof subscriptions.$inferSelect;
const getSubscriberState = (row: Row): SubscriberState =>
  row.unsubscribedAt ? "left" : row.confirmedAt ? "confirmed" : "waiting";

/**
 * Builds a subscription with the proof of its consent: text, version, source and both times. Instants are ISO 8601 UTC.
 */
const toSubscriber = (row: Row) => ({
  id: row.id,
  email: row.email,
  state: getSubscriberState(row),
  locale: row.locale,
  consent: row.consentText,
  consentVersion: row.consentVersion,
  source: row.source,
  createdAt: row.createdAt.toISOString(),
  confirmedAt: row.confirmedAt?.toISOString() ?? null,
  leftAt: row.unsubscribedAt?.toISOString() ?? null,
});

export const subscriberSorts = { created_at: createdAt, email } as const;
export interface SubscriberFilter {
  q?: string | undefined;
  state?: SubscriberState | undefined;
}

/** Lists subscriptions. `q` is part of an address. */
export async function listSubscribers(
  ctx: Ctx,
  query: ListQuery<keyof typeof subscriberSorts, SubscriberFilter>,
): Promise<ListPage<ReturnType<typeof toSubscriber>>> {
  requirePermission(ctx, ...listSubscribers.permission);
  const { q, state } = query.filter;
  const { rows, ...totals } = await readPage(ctx, query, {
    rows: ctx.db.select().from(subscriptions).$dynamic(),
    where: and(q === undefined ? undefined : ilike(email, containsPattern(q)), state && whereState[state]),
    sorts: subscriberSorts,
    tie: id,
  });
  return { data: rows.map(toSubscriber), ...totals };
}
listSubscribers.permission = ["newsletter.write", "newsletter.send"] as const;

const getStateName = (state: SubscriberState, locale: Locale) =>
  ({
    waiting: m.newsletter_state_waiting({}, { locale }),
    confirmed: m.newsletter_state_confirmed({}, { locale }),
    left: m.newsletter_state_left({}, { locale }),
  })[state];

/** `POST exports` with `newsletter-subscribers`: addresses with the proof of their consent. */
export const subscribersExport = defineExport<{ state?: SubscriberState | undefined }, Row, string>({
  kind: "newsletter-subscribers",
  permission: "newsletter.send",
  personal: true,
  title: (_filter, locale) => m.newsletter_export_title({}, { locale }),
  filter: z.strictObject({ state: z.enum(subscriberStates).optional() }),
  columns: [
    text(
      (locale) => m.common_email({}, { locale }),
      (row) => row.email,
    ),
    text(
      (locale) => m.common_status({}, { locale }),
      (row, locale) => getStateName(getSubscriberState(row), locale),
    ),
    text(
      (locale) => m.common_language({}, { locale }),
      (row, locale) => languageName(row.locale, locale),
    ),
    text(
      (locale) => m.newsletter_column_consent({}, { locale }),
      (row) => row.consentText,
    ),
    text(
      (locale) => m.newsletter_column_version({}, { locale }),
      (row) => row.consentVersion,
    ),
    text(
      (locale) => m.newsletter_column_source({}, { locale }),
      (row) => row.source,
    ),
    instant(
      (locale) => m.newsletter_column_asked({}, { locale }),
      (row) => row.createdAt,
    ),
    instant(
      (locale) => m.newsletter_column_confirmed({}, { locale }),
      (row) => row.confirmedAt,
    ),
    instant(
      (locale) => m.newsletter_column_left({}, { locale }),
      (row) => row.unsubscribedAt,
    ),
  ],
  async count(ctx, { state }) {
    const [row] = await ctx.db
      .select({ rows: count() })
      .from(subscriptions)
      .where(state && whereState[state]);
    return row?.rows ?? 0;
  },
  rows: (ctx, { state }, after, limit) =>
    ctx.db
      .select()
      .from(subscriptions)
      .where(and(state && whereState[state], after === null ? undefined : gt(id, after)))
      .orderBy(asc(id))
      .limit(limit),
  key: (row) => row.id,
});
