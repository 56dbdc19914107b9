/** The content of a mail as blocks, rendered as HTML and as plain text. Texts may contain the marks of marks.ts. */

/** The picture at the top of a mail that reports a changed state. */
export type Seal = "ok" | "fail" | "refund" | "moved" | "cancelled" | "seat" | "lock";

export interface Fact {
  label: string;
  value: string | string[];
  strong?: boolean;
}

/** A course with a calendar leaf beside it. */
export interface CourseBlock {
  /** Decorative calendar leaf; `dates` and `lines` repeat its text. */
  leaf: { month: string; day: string; days: string };
  name: string;
  dates: string;
  /** Number of days, venue and accreditation, one line each. */
  lines: string[];
  people?: { label: string; names: string[] };
  /** A label and an amount; with `isSum` the label is a calculation such as `3 × SAR 2,400.00`. */
  price?: { label: string; amount: string; isSum?: boolean };
  off?: boolean;
}

export interface TableCell {
  text: string;
  /** Number of columns that the cell spans. */
  columns: number;
  /** Number of rows that the cell spans. */
  rows: number;
}

export type Block =
  | { kind: "text"; text: string; quiet?: boolean }
  | { kind: "heading"; text: string }
  /** Use `danger` only below a panel that asks "Wasn’t you?". */
  | { kind: "button"; label: string; href: string; tone?: "primary" | "outlined" | "danger" }
  /** An address to copy if the button does not work. Omitted from plain text, where the button shows its address. */
  | { kind: "address"; label: string; href: string }
  | { kind: "panel"; tone: "warning" | "danger" | "quiet"; title: string; text: string }
  | { kind: "facts"; facts: Fact[]; sums?: boolean }
  | { kind: "courses"; courses: CourseBlock[] }
  /** `firstNumber` is the number of the first item, 1 by default. */
  | { kind: "list"; items: string[]; numbered?: boolean; firstNumber?: number }
  | { kind: "quote"; paragraphs: string[] }
  /** `head` is empty if the table has no heading row. */
  | { kind: "table"; head: TableCell[]; rows: TableCell[][] }
  | { kind: "attached"; title: string; files: { format: string; label: string }[] };

export type BlockOf<Kind extends Block["kind"]> = Extract<Block, { kind: Kind }>;

export interface MailContent {
  seal?: Seal;
  /** Short text above the heading, such as the order number. */
  eyebrow?: string;
  heading: string;
  blocks: Block[];
  why: string;
  notes?: string[];
  /** The footer says whom to ask only for customers. */
  audience?: "customer" | "staff" | "newsletter";
}

export const compactBlocks = (...blocks: (Block | false | "" | null | undefined)[]): Block[] =>
  blocks.filter((block): block is Block => Boolean(block));
