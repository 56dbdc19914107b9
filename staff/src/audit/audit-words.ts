type Translate = (key: string, options?: Record<string, unknown>) => string;

/** What happened, in words; an action of a later version as it is called. */
export const auditWords = (translate: Translate, action: string): string =>
  translate(`audit.actions.${action}`, { _: action });

/** The kind of record it happened to. */
export const entityWords = (translate: Translate, entity: string): string =>
  translate(`audit.entities.${entity}`, { _: entity });

/** Where the record's page is; null when it has none. */
export function recordPath(entity: string, id: string): string | null {
  const pages: Record<string, (id: string) => string> = {
    order: (own) => `/orders/${own}/show`,
    person: (own) => `/people/${own}/show`,
    run: (own) => `/runs/${own}`,
    enquiry: (own) => `/enquiries/${own}`,
  };
  return pages[entity]?.(encodeURIComponent(id)) ?? null;
}

/** The areas that people look for, and the kinds of record in each. */
export const auditAreas = {
  money: ["order", "payment", "refund", "foreign-payment", "payment-case", "transfer", "finance"],
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
  settings: ["setting", "setting-period", "job"],
} as const;
export type AuditArea = keyof typeof auditAreas;
