import { findMessage } from "../messages.ts";
import type { Formats } from "../parts/formats.ts";
import type { RowOf } from "../api-types.ts";
import { taskRetentionDays } from "../../../src/features/staff/tasks/task-states.ts";
import { dayMs } from "../../../src/i18n/dates.ts";

export type AuditEvent = RowOf<"audit">;

/** Label of an action. An action from a newer version is shown by its name. */
export const auditLabel = (action: string): string => findMessage(`staff_audit_actions_${action}`) ?? action;

/** Label of the kind of record. */
export const entityLabel = (entity: string): string => findMessage(`staff_audit_entities_${entity}`) ?? entity;

/** Long work is labelled by its kind if its events name it, otherwise as "work". */
export const workLabel = (kind: unknown): string =>
  findMessage(`staff_audit_tasks_${String(kind)}`) ?? entityLabel("task");

/** Records that people know by their number or code. */
const knownById = new Set(["order", "month"]);

/** The name of a record beside its kind: a run with its days, otherwise its number or code if `knownById`. */
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
  if (entity === "setting") return findMessage(`staff_settings_${id}_title`) ?? "";
  if (entity === "setting-period")
    return findMessage(`staff_settings_${String((after ?? before)?.["setting"])}_title`) ?? "";
  if (!record) return knownById.has(entity) ? id : "";
  const { start_date: start, end_date: end } = record;
  return facts(localized(record.eng, record.ar), start && end && days(start, end));
}

/** Path of the record's page, or null if it has none. Long work is visible to its owner only: see `mayOpenWork`. */
export function recordPath(entity: string, id: string): string | null {
  const pages: Record<string, (id: string) => string> = {
    order: (own) => `/orders/${own}`,
    person: (own) => `/people/${own}`,
    run: (own) => `/runs/${own}`,
    enquiry: (own) => `/enquiries/${own}`,
    discount: (id) => `/discounts/${id}`,
    month: (id) => `/finance?month=${id}`,
    task: (id) => `/tasks/${id}`,
  };
  return pages[entity]?.(encodeURIComponent(id)) ?? null;
}

/**
 * Whether the reader can open the page of this work. It is deleted after a month, and only owners see the work of
 * colleagues.
 */
export const canOpenWork = (event: { at: string; actor: { id: string | null } }, own: unknown, isOwner: boolean) =>
  (isOwner || event.actor.id === own) && Date.now() - Date.parse(event.at) < taskRetentionDays * dayMs;

/** The areas to filter by, with the kinds of record in each. */
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
    "trainer",
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
