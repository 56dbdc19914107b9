import enquiries from "./enquiries.json" with { type: "json" };
import type { Program } from "#features/contact/programs.ts";
import type { Locale } from "#i18n/locale.ts";

/** What staff do with an enquiry, `after` days after it arrived, at a time in Riyadh. */
type Step = { after: number; time: string; by?: "support" | "owner" } & (
  | { kind: "reply"; text: string; keepOpen?: boolean }
  | { kind: "note"; text: string }
  | { kind: "assign"; to: "support" | "owner" }
  | { kind: "move"; state: "open" | "answered" | "spam" }
);

export interface DemoEnquiry {
  /** Day of arrival, counted from today. */
  day: number;
  time: string;
  locale: Locale;
  name: string;
  email: string;
  workplace: string;
  /** Only in a demo request. */
  program?: Program;
  /** Only in a contact request, like `title`. */
  message?: string;
  title?: string;
  /** A robot sent it: the field that people do not see is filled in. */
  isRobot?: boolean;
  steps?: Step[];
}

/** The mistyped address of someone who has an account. No mail server accepts mail to it. */
export const mistypedAddress = "samar.aljabr@example.com";

export const demoEnquiries: readonly DemoEnquiry[] = enquiries as DemoEnquiry[];
