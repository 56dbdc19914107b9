import enquiries from "./enquiries.json" with { type: "json" };
import type { Program } from "#features/contact/programs.ts";
import type { Locale } from "#i18n/locale.ts";

/** What is done about it, days after it came. */
type Step = { after: number; time: string; by?: "support" | "owner" } & (
  | { kind: "reply"; text: string; keepOpen?: boolean }
  | { kind: "note"; text: string }
  | { kind: "assign"; to: "support" | "owner" }
  | { kind: "move"; state: "open" | "answered" | "spam" }
);

export interface DemoEnquiry {
  /** Counted from today. */
  day: number;
  time: string;
  locale: Locale;
  name: string;
  email: string;
  workplace: string;
  /** Of a demo request. */
  program?: Program;
  /** Of a contact request. */
  message?: string;
  title?: string;
  /** A robot filled in the field that people do not see. */
  isRobot?: boolean;
  steps?: Step[];
}

/** A slip of the pen of someone who has an account: no mail server takes what is sent there. */
export const mistypedAddress = "samar.aljabr@example.com";

export const demoEnquiries: readonly DemoEnquiry[] = enquiries as DemoEnquiry[];
