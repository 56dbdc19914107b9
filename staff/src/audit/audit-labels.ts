import { keptTaskDays } from "../../../src/features/tasks/task-states.ts";

type Translate = (key: string, options?: Record<string, unknown>) => string;

/** What happened, in words; an action of a later version as it is called. */
export const auditLabel = (translate: Translate, action: string): string =>
  translate(`audit.actions.${action}`, { _: action });

/** The kind of record it happened to. */
export const entityLabel = (translate: Translate, entity: string): string =>
  translate(`audit.entities.${entity}`, { _: entity });

/** Long work is called by what it does, as long as its events say that; else work. */
export const workLabel = (translate: Translate, kind: unknown): string =>
  translate(`audit.tasks.${String(kind)}`, { _: entityLabel(translate, "task") });

/** Where the record's page is; null when it has none. Of long work everyone sees their own only: see `mayOpenWork`. */
export function recordPath(entity: string, id: string): string | null {
  const pages: Record<string, (id: string) => string> = {
    order: (own) => `/orders/${own}/show`,
    person: (own) => `/people/${own}/show`,
    run: (own) => `/runs/${own}`,
    enquiry: (own) => `/enquiries/${own}`,
    month: (own) => `/finance?month=${own}`,
    task: (own) => `/tasks/${own}/show`,
  };
  return pages[entity]?.(encodeURIComponent(id)) ?? null;
}

/**
 * Whether the page of long work is there for the reader: it goes after a month, and only owners see that of colleagues.
 */
export const mayOpenWork = (event: { at: string; actor: { id: string | null } }, own: unknown, isOwner: boolean) =>
  (isOwner || event.actor.id === own) && Date.now() - Date.parse(event.at) < keptTaskDays * 86_400_000;

/** The areas that people look for, and the kinds of record in each. */
export const auditAreas = {
  money: ["order", "payment", "refund", "foreign-payment", "payment-case", "transfer", "month"],
  people: ["person", "seat", "enrolment", "enquiry", "mail"],
  teaching: ["run", "roster"],
  content: [
    "content",
    "news",
    "page",
    "question",
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
  settings: ["setting", "setting-period", "job"],
} as const;
export type AuditArea = keyof typeof auditAreas;
