import { m } from "#messages";
import type { Locale } from "#i18n/locale.ts";

/** The programs of the demo form, as the API names them (specification §3). */
export const programs = [
  "Incident and event management",
  "Audit management",
  "Workforce compliance",
  "Action and improvement plans",
  "Document management",
  "Risk management",
  "Business compliance",
  "Analytics",
  "Hospital information system (HIS)",
  "Laboratory information system (LIS)",
] as const;
export type Program = (typeof programs)[number];

const labels: Record<Program, (locale: Locale) => string> = {
  "Incident and event management": (locale) => m.enquiries_program_incidents({}, { locale }),
  "Audit management": (locale) => m.enquiries_program_audits({}, { locale }),
  "Workforce compliance": (locale) => m.enquiries_program_workforce({}, { locale }),
  "Action and improvement plans": (locale) => m.enquiries_program_actions({}, { locale }),
  "Document management": (locale) => m.enquiries_program_documents({}, { locale }),
  "Risk management": (locale) => m.enquiries_program_risks({}, { locale }),
  "Business compliance": (locale) => m.enquiries_program_business({}, { locale }),
  Analytics: (locale) => m.enquiries_program_analytics({}, { locale }),
  "Hospital information system (HIS)": (locale) => m.enquiries_program_his({}, { locale }),
  "Laboratory information system (LIS)": (locale) => m.enquiries_program_lis({}, { locale }),
};

export const programLabel = (program: Program, locale: Locale) => labels[program](locale);
