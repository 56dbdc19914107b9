/** Sections of settings for staff: what is saved together, and who may save it (decisions §8). */
import type { SettingKey } from "./settings.ts";

export interface Section {
  keys: readonly SettingKey[];
  permission: "settings.write" | "settings.finance";
  /** Whether saving needs a fresh sign-in, because the section is about money, its recipients or limits. */
  fresh: boolean;
}

const ownerOnly = { permission: "settings.write", fresh: false } as const;

/**
 * The sections. They do not include tax and the company's identity, which apply from a day on
 * (`setting-periods.server.ts`).
 */
export const sections = {
  contacts: {
    ...ownerOnly,
    keys: ["addressEng", "addressAr", "phone", "email", "socialLinks", "contactInfoEng", "contactInfoAr"],
  },
  display: { ...ownerOnly, keys: ["messageSet", "currencySymbol"] },
  holds: { ...ownerOnly, keys: ["holds"] },
  transfers: { ...ownerOnly, keys: ["transfers"], fresh: true },
  newsletter: { ...ownerOnly, keys: ["newsletter"] },
  training: { ...ownerOnly, keys: ["training"] },
  feedback: { ...ownerOnly, keys: ["feedback"] },
  legal: { ...ownerOnly, keys: ["legal"] },
  refunds: { keys: ["refunds"], permission: "settings.finance", fresh: true },
  changes: { keys: ["changes"], permission: "settings.finance", fresh: true },
  accountant: { keys: ["accountant"], permission: "settings.finance", fresh: true },
  einvoicing: { keys: ["einvoicing"], permission: "settings.finance", fresh: true },
} as const satisfies Record<string, Section>;

export type SectionName = keyof typeof sections;
export const sectionNames = Object.keys(sections) as SectionName[];

const financeKeys = new Set<SettingKey>(["taxPercent", "seller", "refunds", "changes", "accountant", "einvoicing"]);
export const isFinanceSetting = (key: SettingKey): boolean => financeKeys.has(key);
