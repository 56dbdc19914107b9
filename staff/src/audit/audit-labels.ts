import { textNamed } from "../messages.ts";
import type { Formats } from "../parts/formats.ts";
import type { RowOf } from "../api-types.ts";
import { keptTaskDays } from "../../../src/features/staff/tasks/task-states.ts";
import { dayMs } from "../../../src/i18n/dates.ts";

export type AuditEvent = RowOf<"audit">;

/** What happened, in words; an action of a later version as it is called. */
export const auditLabel = (action: string): string => textNamed(`staff_audit_actions_${action}`) ?? action;

/** The kind of record it happened to. */
export const entityLabel = (entity: string): string => textNamed(`staff_audit_entities_${entity}`) ?? entity;

/** Long work is called by what it does, as long as its events say that; else work. */
export const workLabel = (kind: unknown): string =>
  textNamed(`staff_audit_tasks_${String(kind)}`) ?? entityLabel("task");

/** Records that people know by the number or word of their id. */
const knownById = new Set(["order", "month"]);

/**
 * What a record is called beside its kind: its name with the days of a run, or its number where that stands elsewhere.
 */
export function recordLabel(
  {
    entity,
    entity_id: id,
    record,
    before,
    after,
  }: Pick<AuditEvent, "entity" | "entity_id" | "record" | "before" | "after">,
  { localized, days, facts }: Pick<Formats, "localized" | "days" | "facts">,
): string {
  if (entity === "setting") return textNamed(`staff_settings_${id}_title`) ?? "";
  if (entity === "setting-period")
    return textNamed(`staff_settings_${String((after ?? before)?.["setting"])}_title`) ?? "";
  if (!record) return knownById.has(entity) ? id : "";
  const { start_date: start, end_date: end } = record;
  return facts(localized(record.eng, record.ar), start && end && days(start, end));
}

/** Where the record's page is; null when it has none. Of long work everyone sees their own only: see `mayOpenWork`. */
export function recordPath(entity: string, id: string): string | null {
  const pages: Record<string, (id: string) => string> = {
    order: (own) => `/orders/${own}`,
    person: (own) => `/people/${own}`,
    run: (own) => `/runs/${own}`,
    enquiry: (own) => `/enquiries/${own}`,
    discount: (own) => `/discounts/${own}`,
    month: (own) => `/finance?month=${own}`,
    task: (own) => `/tasks/${own}`,
  };
  return pages[entity]?.(encodeURIComponent(id)) ?? null;
}

/**
 * Whether the page of long work is there for the reader: it goes after a month, and only owners see that of colleagues.
 */
export const mayOpenWork = (event: { at: string; actor: { id: string | null } }, own: unknown, isOwner: boolean) =>
  (isOwner || event.actor.id === own) && Date.now() - Date.parse(event.at) < keptTaskDays * dayMs;

/** The areas that people look for, and the kinds of record in each. */
export const auditAreas = {
  money: ["order", "payment", "refund", "foreign-payment", "payment-case", "transfer", "discount", "month"],
  people: ["person", "seat", "enrolment", "enquiry", "mail"],
  teaching: ["run", "roster"],
  content: [
    "content",
    "news",
    "page",
    "faq",
    "featured",
    "banner",
    "team",
    "module",
    "course",
    "page-meta",
    "redirect",
    "media",
    "newsletter",
  ],
  staff: ["staff"],
  work: ["task"],
  settings: ["setting", "setting-period", "job", "badge-key", "egs-unit", "einvoice"],
} as const;
export type AuditArea = keyof typeof auditAreas;
