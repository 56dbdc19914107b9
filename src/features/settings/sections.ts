/** The settings as the staff see them: what is saved together, and who may save it (decisions §8). */
import type { SettingKey } from "./settings.ts";

export interface Section {
  keys: readonly SettingKey[];
  permission: "settings.write" | "settings.finance";
  /** Where money or its figures go, or how much of it: a fresh sign-in first. */
  fresh: boolean;
}

const ofOwner = { permission: "settings.write", fresh: false } as const;

/** Tax and the company's identity hold from a day on and are not here. */
export const sections = {
  contacts: {
    ...ofOwner,
    keys: ["addressEng", "addressAr", "phone", "email", "socialLinks", "contactInfoEng", "contactInfoAr"],
  },
  display: { ...ofOwner, keys: ["messageSet", "currencySymbol"] },
  holds: { ...ofOwner, keys: ["holds"] },
  transfers: { ...ofOwner, keys: ["transfers"], fresh: true },
  newsletter: { ...ofOwner, keys: ["newsletter"] },
  training: { ...ofOwner, keys: ["training"] },
  feedback: { ...ofOwner, keys: ["feedback"] },
  legal: { ...ofOwner, keys: ["legal"] },
  refunds: { keys: ["refunds"], permission: "settings.finance", fresh: true },
  changes: { keys: ["changes"], permission: "settings.finance", fresh: true },
  accountant: { keys: ["accountant"], permission: "settings.finance", fresh: true },
  einvoicing: { keys: ["einvoicing"], permission: "settings.finance", fresh: true },
} as const satisfies Record<string, Section>;

export type SectionName = keyof typeof sections;
export const sectionNames = Object.keys(sections) as SectionName[];

const financeKeys = new Set<SettingKey>(["taxPercent", "seller", "refunds", "changes", "accountant", "einvoicing"]);
export const isFinanceSetting = (key: SettingKey): boolean => financeKeys.has(key);
