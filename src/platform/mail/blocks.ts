/**
 * What a mail says, written once: html.server.tsx and text.ts show the same blocks. Texts may hold the marks of
 * marks.ts.
 */

/** The picture at the top, only where a state has changed. */
export type Seal = "ok" | "fail" | "refund" | "moved" | "cancelled" | "seat" | "lock";

export interface Fact {
  label: string;
  /** Several lines where it is a list. */
  value: string | string[];
  /** The row that counts, such as the total. */
  strong?: boolean;
}

/** A course: the leaf of a calendar and what stands beside it. */
export interface CourseBlock {
  /** Decoration: its words are said again by `dates` and `lines`. */
  leaf: { month: string; day: string; days: string };
  name: string;
  /** First and last day with their weekdays. */
  dates: string;
  /** How many days, where, accreditation: a line each. */
  lines: string[];
  people?: { label: string; names: string[] };
  /** `3 × SAR 2,400.00` and the sum of it, or a label and a sum. */
  price?: { label: string; amount: string; isSum?: boolean };
  /** No longer on. */
  off?: boolean;
}

export type Block =
  | { kind: "text"; text: string; quiet?: boolean }
  | { kind: "heading"; text: string }
  /** `danger` only below a panel that asks "Wasn’t you?". */
  | { kind: "button"; label: string; href: string; tone?: "primary" | "outlined" | "danger" }
  /** An address to copy, for whom the button does not work; plain text shows the button’s address anyway. */
  | { kind: "address"; label: string; href: string }
  | { kind: "panel"; tone: "warning" | "danger" | "quiet"; title: string; text: string }
  | { kind: "facts"; facts: Fact[]; sums?: boolean }
  | { kind: "courses"; courses: CourseBlock[] }
  | { kind: "list"; items: string[]; numbered?: boolean }
  /** A person’s own words, a paragraph each. */
  | { kind: "quote"; paragraphs: string[] }
  | { kind: "attached"; title: string; files: { format: string; label: string }[] };

export interface MailContent {
  seal?: Seal;
  /** A few words above the heading, such as the number of the order. */
  eyebrow?: string;
  heading: string;
  blocks: Block[];
  /** Why this mail came, for the footer. */
  why: string;
  /** More lines of the footer. */
  notes?: string[];
  /** To staff and to the list of the newsletter no one says whom to ask. */
  audience?: "customer" | "staff" | "newsletter";
}

/** Blocks without those that are not there. */
export const blocksOf = (...blocks: (Block | false | "" | null | undefined)[]): Block[] =>
  blocks.filter((block): block is Block => Boolean(block));
