/** Rules for reading and checking a list of people line by line, without I/O. */
import { foldWords } from "#i18n/fold-letters.ts";
import { headingFinder, headingSeparator, maxTitleRows, type Columns } from "#platform/import/headings.ts";
import {
  commonSeparator,
  countReasons,
  declaredSeparator,
  parseRows,
  separators,
  type ReadCounts,
  type TableProblem,
} from "#platform/import/table.ts";

/** A person as typed, valid or not, so that the user can correct the text. */
export interface TypedPerson {
  name: string;
  email: string;
  scfhs_number: string;
}

/** `twice`: an earlier line has the same address. `booked`: the person has a seat on this date. */
export type ListedState = "ready" | "fix" | "twice" | "booked";

export interface ListedPerson extends TypedPerson {
  state: ListedState;
  /** Messages by field. */
  errors: Record<string, string[]>;
  /** For `twice`: number of the first line with the address, from 1. */
  same_as: number | null;
}

export const maxListed = 200;
/** Maximum characters of a pasted list or file; it stays in the browser. */
export const maxListText = 200_000;
/** Maximum columns and rows of a table, including titles and hidden rows. */
export const listLimits = { rows: 1000, cells: 50, characters: 10_000 };

/** Why a row is not a person: a title or heading, a hidden row, a sum below the list, or no name and address. */
export type LeftOutRow = "heading" | "hidden" | "total" | "empty";

export interface PeopleReport extends ReadCounts<LeftOutRow> {
  /** Headings of columns that contain something else. */
  unusedColumns: string[];
}

/** The field that a column contains; null for any other content. */
export type ColumnUse = keyof TypedPerson | null;

export type PeopleReading =
  | { kind: "problem"; problem: TableProblem | "people" }
  /**
   * There are no headings, or none for address or name, so the user chooses the columns. `guess` proposes them; `rows`
   * are the first rows.
   */
  | { kind: "columns"; rows: string[][]; guess: ColumnUse[] }
  | { kind: "people"; people: TypedPerson[]; report: PeopleReport };

/** Names of columns in lists of hospitals and in our own roster. */
const headings = {
  name: [
    "name",
    "full name",
    "attendee",
    "attendee name",
    "participant",
    "participant name",
    "employee name",
    "staff name",
    "trainee name",
    "name in english",
    "name english",
    "english name",
    "full name english",
    "full name in english",
    "name on certificate",
    "الاسم",
    "الاسم الكامل",
    "اسم المشارك",
    "اسم المتدرب",
    "اسم الموظف",
    "اسم",
    "الاسم بالإنجليزية",
    "الاسم بالإنجليزي",
    "الاسم باللغة الإنجليزية",
    "الاسم الإنجليزي",
    "الاسم الثلاثي",
    "الاسم الرباعي",
    "name in arabic",
    "name arabic",
    "arabic name",
    "الاسم بالعربية",
    "الاسم بالعربي",
    "الاسم باللغة العربية",
    "الاسم العربي",
  ],
  first: ["first name", "given name", "الاسم الأول"],
  middle: ["middle name", "father name", "second name", "اسم الأب", "الاسم الأوسط"],
  last: ["last name", "family name", "surname", "اسم العائلة", "العائلة", "الاسم الأخير", "اللقب"],
  email: [
    "email",
    "e mail",
    "email address",
    "e mail address",
    "email id",
    "mail",
    "work email",
    "official email",
    "business email",
    "attendee email",
    "participant email",
    "employee email",
    "البريد الإلكتروني",
    "البريد",
    "بريد إلكتروني",
    "الإيميل",
    "الايميل",
    "ايميل",
    "عنوان البريد الإلكتروني",
    "البريد الإلكتروني للعمل",
    "بريد العمل",
  ],
  scfhs_number: [
    "scfhs number",
    "scfhs",
    "scfhs no",
    "scfhs id",
    "scfhs registration",
    "scfhs registration number",
    "scfhs registration no",
    "scfhs license",
    "scfhs license number",
    "scfhs license no",
    "scfhs card number",
    "registration number",
    "registration no",
    "رقم التسجيل في الهيئة السعودية للتخصصات الصحية",
    "رقم التسجيل في الهيئة",
    "رقم التسجيل بالهيئة",
    "رقم الهيئة السعودية للتخصصات الصحية",
    "رقم الهيئة السعودية",
    "رقم الهيئة",
    "رقم تسجيل الهيئة",
    "رقم التسجيل",
    "الهيئة السعودية للتخصصات الصحية",
  ],
} as const;
type Heading = keyof typeof headings;
const namedColumns = headingFinder<Heading>(headings);

const hasAt = (cell: string) => cell.includes("@");
const hasDigit = (cell: string) => /\p{Nd}/u.test(cell);
const countMatches = (kind: RegExp, cell: string) => cell.match(kind)?.length ?? 0;
/** Whether the text is a number such as 00-RN-0000877, rather than a name, which may contain a digit too. */
const isNumber = (cell: string) => hasDigit(cell) && countMatches(/\p{Nd}/gu, cell) >= countMatches(/\p{L}/gu, cell);
/** Whether the text is a registration number as cards print it, such as 00-RN-0000877. */
const isCardNumber = (cell: string) => /^\p{Nd}{2}[\s\p{Pd}]?\p{L}{2}[\s\p{Pd}]?\p{Nd}{4,}$/u.test(cell);

/** Returns the columns that a row of headings names; null for a row that does not name the column of addresses. */
function findHeadings(row: readonly string[]): Columns<Heading> | null {
  if (row.some(hasAt)) return null;
  const columns = namedColumns(row);
  return columns.email === undefined ? null : columns;
}

const hasName = ({ name, first, last }: Columns<Heading>) => (name ?? first ?? last) !== undefined;
const isTotal = (cells: readonly string[]) =>
  /^(?:total|sum|count|grand total|المجموع|الاجمالي|العدد|المجموع الكلي)(?: |$)/.test(
    foldWords(cells.find((cell) => /\p{L}/u.test(cell)) ?? ""),
  );

/**
 * Joins the text into one line, without quotes around a name and without the apostrophe with which our exports stop
 * formulas from running.
 */
const cleanCell = (cell: string) =>
  cell
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/^'(?=[=+\-@])/, "");

/** Splits Outlook's `Sara Ahmed <sara@example.com>` into name and address. */
function splitAddress(cell: string): string[] {
  const match = /^(.{0,200}?)\s*<(?:mailto:)?([^<>\s]+@[^<>\s]+)>$/.exec(cell);
  return match ? [(match[1] ?? "").replaceAll(/^["'\s]+|["'\s]+$/g, ""), match[2] ?? ""] : [cell];
}

const allSigns = new RegExp(`[${separators.join("")}]`);

/** Splits a row into cells. An Outlook address becomes two cells; cells with another separator are split again. */
const splitCells = (cells: readonly string[]): string[] =>
  cells.flatMap((cell) => {
    const parts = splitAddress(cell);
    const isMixed = parts.length === 1 && (hasAt(cell) || cells.filter(Boolean).length === 1) && allSigns.test(cell);
    return isMixed
      ? cell
          .split(allSigns)
          .filter(Boolean)
          .flatMap((part) => splitAddress(part.trim()))
      : parts;
  });

/** Splits a row in which every cell has an address, as copied from an email: each cell is a person. */
const splitPeople = (cells: readonly string[]): (readonly string[])[] => {
  const filled = cells.filter(Boolean);
  return filled.length > 1 && filled.every(hasAt) ? filled.map((cell) => [cell]) : [cells];
};

/**
 * Reads the person of a row of up to three cells without headings. The address is the cell with an @; the number is the
 * cell with more digits than letters, or else the one after the name. Without an address the cells are name, address
 * and number in this order.
 */
function parsePerson(cells: readonly string[]): TypedPerson {
  const email = cells.find(hasAt);
  const filled = cells.filter((cell) => cell !== "" && cell !== email);
  if (email === undefined) {
    const [name = "", address = "", number = ""] = cells;
    return { name, email: address, scfhs_number: number };
  }
  const number = filled.find(isNumber) ?? filled[1] ?? "";
  return { name: filled.find((cell) => cell !== number) ?? "", email, scfhs_number: number };
}

/** Guesses what each column of rows without usable headings contains. */
function guessColumns(rows: readonly (readonly string[])[]): ColumnUse[] {
  const width = Math.max(...rows.map((row) => row.length));
  const shareOfCells = (column: number, matches: (cell: string) => boolean) => {
    const cells = rows.map((row) => row[column] ?? "").filter(Boolean);
    return cells.length === 0 ? 0 : cells.filter(matches).length / cells.length;
  };
  const columns = Array.from({ length: width }, (_, index) => index);
  const email = columns.find((column) => shareOfCells(column, hasAt) > 0.5);
  const number = columns.find((column) => shareOfCells(column, isCardNumber) > 0.5);
  const isText = (cell: string) => /\p{L}/u.test(cell) && !hasDigit(cell) && !hasAt(cell);
  const name = columns.find((column) => column !== email && column !== number && shareOfCells(column, isText) > 0.5);
  return columns.map((column) =>
    column === email ? "email" : column === number ? "scfhs_number" : column === name ? "name" : null,
  );
}

/** Joins cells of several columns, for a name in two or three parts. */
const joinCells = (row: readonly string[], columns: readonly (number | undefined)[]) =>
  columns
    .map((column) => row[column ?? -1] ?? "")
    .filter(Boolean)
    .join(" ");

interface ReadRows {
  people: TypedPerson[];
  /** One reason per row that is not a person. */
  reasons: LeftOutRow[];
}

/** Reads a person from each row, and leaves out totals and empty rows. */
function readRows(rows: readonly string[][], toPerson: (row: readonly string[]) => TypedPerson): ReadRows {
  const people: TypedPerson[] = [];
  const reasons: LeftOutRow[] = [];
  for (const row of rows) {
    const person = toPerson(row);
    if (!hasAt(person.email) && isTotal(row)) reasons.push("total");
    else if (person.name === "" && person.email === "") reasons.push("empty");
    else people.push(person);
  }
  return { people, reasons };
}

const peopleOrProblem = (people: TypedPerson[], report: PeopleReport): PeopleReading =>
  people.length > maxListed ? { kind: "problem", problem: "people" } : { kind: "people", people, report };

/**
 * Reads a pasted list or the text of a file. A row near the start that names its columns decides what they contain;
 * other columns are left out. Without such a row, rows of up to three cells are read by their content; with wider rows
 * the user must choose the columns (`uses`). `hiddenRows` is the number of hidden rows that reading the workbook left
 * out.
 */
export function readPeople(text: string, uses: readonly ColumnUse[] | null = null, hiddenRows = 0): PeopleReading {
  if (text.length > maxListText) return { kind: "problem", problem: "long" };
  const declared = declaredSeparator(text);
  const body = declared?.rest ?? text;
  const separator = declared?.separator ?? headingSeparator(body, findHeadings, listLimits) ?? commonSeparator(body);
  const parsed = parseRows(body, separator, listLimits);
  if (typeof parsed === "string") return { kind: "problem", problem: parsed };
  const trimmed = parsed.map((row) => row.map((cell) => cell.trim()));
  const rows = trimmed
    .map((row) => (row.filter(Boolean).length === 1 ? splitCells(row) : row))
    .map((row) => row.map(cleanCell));
  const hidden = Array<LeftOutRow>(hiddenRows).fill("hidden");
  const toReport = (
    reasons: readonly LeftOutRow[],
    unusedColumns: string[] = [],
    count = rows.length,
  ): PeopleReport => ({
    rows: count + hiddenRows,
    leftOut: countReasons([...hidden, ...reasons]),
    unusedColumns,
  });
  const toHeadingReasons = (count: number) => Array<LeftOutRow>(count).fill("heading");

  if (uses) {
    const findColumns = (use: ColumnUse) => uses.flatMap((one, index) => (one === use ? index : []));
    const [names, [email], [number]] = [findColumns("name"), findColumns("email"), findColumns("scfhs_number")];
    const first = Math.max(
      0,
      rows.findIndex((row) => hasAt(row[email ?? -1] ?? "")),
    );
    const { people, reasons } = readRows(rows.slice(first), (row) => ({
      name: joinCells(row, names),
      email: row[email ?? -1] ?? "",
      scfhs_number: row[number ?? -1] ?? "",
    }));
    return peopleOrProblem(people, toReport([...toHeadingReasons(first), ...reasons]));
  }

  const headingIndex = rows.slice(0, maxTitleRows).findIndex((row) => findHeadings(row) !== null);
  const heading = rows[headingIndex];
  const columns = heading && findHeadings(heading);
  if (heading && columns && (hasName(columns) || heading.filter(Boolean).length === 1)) {
    const { name, first, middle, last, email, scfhs_number: number } = columns;
    const nameColumns = name === undefined ? [first, middle, last] : [name];
    const used = new Set([...nameColumns, email, number]);
    const { people, reasons } = readRows(rows.slice(headingIndex + 1), (row) => ({
      name: joinCells(row, nameColumns),
      email: row[email ?? -1] ?? "",
      scfhs_number: row[number ?? -1] ?? "",
    }));
    const unused = heading.filter((cell, index) => cell !== "" && !used.has(index));
    return peopleOrProblem(people, toReport([...toHeadingReasons(headingIndex + 1), ...reasons], unused));
  }

  const cells = trimmed.flatMap(splitPeople).map((row) => splitCells(row).map(cleanCell));
  const isWide = (row: readonly string[]) => row.filter(Boolean).length > 3;
  if (columns || cells.some(isWide))
    return { kind: "columns", rows: rows.slice(0, 5), guess: guessColumns(rows.slice(0, 50)) };
  const { people, reasons } = readRows(cells, parsePerson);
  return peopleOrProblem(people, toReport(reasons, [], cells.length));
}
