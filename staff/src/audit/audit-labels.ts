import { findMessage } from "../messages.ts";
import type { Formats } from "../parts/formats.ts";
import type { RowOf } from "../api-types.ts";
import { taskRetentionDays } from "../../../src/features/staff/tasks/task-states.ts";
import { dayMs } from "../../../src/i18n/dates.ts";

export type AuditEvent = RowOf<"audit">;

/** Label of an action. An action of a newer version has no label yet, so its name is shown. */
export const getActionLabel = (action: string): string => findMessage(`staff_audit_actions_${action}`) ?? action;

/** Label of the kind of record. */
export const getEntityLabel = (entity: string): string => findMessage(`staff_audit_entities_${entity}`) ?? entity;

/** Label of a background task: that of its kind, or a general one if the event does not name a kind. */
export const getTaskLabel = (kind: unknown): string =>
  findMessage(`staff_audit_tasks_${String(kind)}`) ?? getEntityLabel("task");

/** Records that people know by their number or code. */
const knownById = new Set(["order", "month"]);

/**
 * The name of a record, without its kind: its title and days, or its number or code if `knownById`. Empty if unknown.
 */
export function getRecordLabel(
  {
    entity,
    entity_id: id,
    record,
    before,
    after,
  }: Pick<AuditEvent, "entity" | "entity_id" | "record" | "before" | "after">,
  { localized, days, joinWithCommas }: Pick<Formats, "localized" | "days" | "joinWithCommas">,
): string {
  if (entity === "setting") return findMessage(`staff_settings_${id}_title`) ?? "";
  if (entity === "setting-period")
    return findMessage(`staff_settings_${String((after ?? before)?.["setting"])}_title`) ?? "";
  if (!record) return knownById.has(entity) ? id : "";
  const { startDate: start, endDate: end } = record;
  return joinWithCommas(localized(record.eng, record.ar), start && end && days(start, end));
}

/** Path of the record's page, or null if it has none. For tasks, see also `canOpenTask`. */
export function getRecordPath(entity: string, id: string): string | null {
  const pages: Record<string, (id: string) => string> = {
    order: (id) => `/orders/${id}`,
    person: (id) => `/people/${id}`,
    run: (id) => `/runs/${id}`,
    enquiry: (id) => `/enquiries/${id}`,
    discount: (id) => `/discounts/${id}`,
    month: (id) => `/finance?month=${id}`,
    task: (id) => `/tasks/${id}`,
  };
  return pages[entity]?.(encodeURIComponent(id)) ?? null;
}

/**
 * Whether the viewer can open the page of a background task. The server deletes tasks after `taskRetentionDays`, and
 * only viewers with the role of owner see the tasks of colleagues.
 */
export const canOpenTask = (event: { at: string; actor: { id: string | null } }, viewerId: unknown, isOwner: boolean) =>
  (isOwner || event.actor.id === viewerId) && Date.now() - Date.parse(event.at) < taskRetentionDays * dayMs;

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
