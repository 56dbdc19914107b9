/** What a mail says: html.server.tsx and text.ts render the same blocks. Texts may hold the marks of marks.ts. */

/** The picture at the top, only where a state has changed. */
export type Seal = "ok" | "fail" | "refund" | "moved" | "cancelled" | "seat" | "lock";

export interface Fact {
  label: string;
  value: string | string[];
  strong?: boolean;
}

/** A course beside a calendar leaf. */
export interface CourseBlock {
  /** Decoration: `dates` and `lines` repeat its words. */
  leaf: { month: string; day: string; days: string };
  name: string;
  dates: string;
  /** How many days, where, accreditation: a line each. */
  lines: string[];
  people?: { label: string; names: string[] };
  /** `3 × SAR 2,400.00` and the sum of it, or a label and a sum. */
  price?: { label: string; amount: string; isSum?: boolean };
  off?: boolean;
}

export interface TableCell {
  text: string;
  /** How many it spans. */
  columns: number;
  rows: number;
}

export type Block =
  | { kind: "text"; text: string; quiet?: boolean }
  | { kind: "heading"; text: string }
  /** `danger` only below a panel that asks "Wasn’t you?". */
  | { kind: "button"; label: string; href: string; tone?: "primary" | "outlined" | "danger" }
  /** To copy, where the button does not work; plain text shows the button’s address anyway. */
  | { kind: "address"; label: string; href: string }
  | { kind: "panel"; tone: "warning" | "danger" | "quiet"; title: string; text: string }
  | { kind: "facts"; facts: Fact[]; sums?: boolean }
  | { kind: "courses"; courses: CourseBlock[] }
  | { kind: "list"; items: string[]; numbered?: boolean }
  | { kind: "quote"; paragraphs: string[] }
  /** `head` is empty where the table has none. */
  | { kind: "table"; head: TableCell[]; rows: TableCell[][] }
  | { kind: "attached"; title: string; files: { format: string; label: string }[] };

export type BlockOf<Kind extends Block["kind"]> = Extract<Block, { kind: Kind }>;

export interface MailContent {
  seal?: Seal;
  /** Above the heading, such as the number of the order. */
  eyebrow?: string;
  heading: string;
  blocks: Block[];
  why: string;
  notes?: string[];
  /** Only customers are told whom to ask. */
  audience?: "customer" | "staff" | "newsletter";
}

export const compactBlocks = (...blocks: (Block | false | "" | null | undefined)[]): Block[] =>
  blocks.filter((block): block is Block => Boolean(block));
