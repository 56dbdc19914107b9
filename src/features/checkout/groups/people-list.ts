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

/** As typed: nothing is lost while it is corrected. */
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

/** Guesses what a column contains; null for none of these. */
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
/** Such as 00-RN-0000877; a name may contain a digit too. */
const isNumber = (cell: string) => hasDigit(cell) && countMatches(/\p{Nd}/gu, cell) >= countMatches(/\p{L}/gu, cell);
/** Formats a registration number as cards print it. */
const isCardNumber = (cell: string) => /^\p{Nd}{2}[\s\p{Pd}]?\p{L}{2}[\s\p{Pd}]?\p{Nd}{4,}$/u.test(cell);

/** Returns null for a row that does not name at least the column of addresses. */
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

/** Addresses copied from an email: each cell is a person. */
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
  const share = (at: number, holds: (cell: string) => boolean) => {
    const cells = rows.map((row) => row[at] ?? "").filter(Boolean);
    return cells.length === 0 ? 0 : cells.filter(holds).length / cells.length;
  };
  const columns = Array.from({ length: width }, (_, at) => at);
  const email = columns.find((at) => share(at, hasAt) > 0.5);
  const number = columns.find((at) => share(at, isCardNumber) > 0.5);
  const isText = (cell: string) => /\p{L}/u.test(cell) && !hasDigit(cell) && !hasAt(cell);
  const name = columns.find((at) => at !== email && at !== number && share(at, isText) > 0.5);
  return columns.map((at) => (at === email ? "email" : at === number ? "scfhs_number" : at === name ? "name" : null));
}

/** Joins cells of several columns, for a name in two or three parts. */
const joinCells = (row: readonly string[], columns: readonly (number | undefined)[]) =>
  columns
    .map((at) => row[at ?? -1] ?? "")
    .filter(Boolean)
    .join(" ");

interface Picked {
  people: TypedPerson[];
  reasons: LeftOutRow[];
}

/** Reads the people below a row of headings, or from chosen columns. */
function pickColumns(rows: readonly string[][], pick: (row: readonly string[]) => TypedPerson): Picked {
  const people: TypedPerson[] = [];
  const reasons: LeftOutRow[] = [];
  for (const row of rows) {
    const person = pick(row);
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
 * other columns are left out. Without such a row, rows of up to three cells are read by their content, and the columns
 * of wider ones must be chosen (`uses`). `hiddenRows` is the number of hidden rows that a workbook left out before.
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
  const report = (reasons: readonly LeftOutRow[], unusedColumns: string[] = [], count = rows.length): PeopleReport => ({
    rows: count + hiddenRows,
    leftOut: countReasons([...hidden, ...reasons]),
    unusedColumns,
  });
  const titles = (count: number) => Array<LeftOutRow>(count).fill("heading");

  if (uses) {
    const findColumns = (use: ColumnUse) => uses.flatMap((one, at) => (one === use ? at : []));
    const [names, [email], [number]] = [findColumns("name"), findColumns("email"), findColumns("scfhs_number")];
    const first = Math.max(
      0,
      rows.findIndex((row) => hasAt(row[email ?? -1] ?? "")),
    );
    const { people, reasons } = pickColumns(rows.slice(first), (row) => ({
      name: joinCells(row, names),
      email: row[email ?? -1] ?? "",
      scfhs_number: row[number ?? -1] ?? "",
    }));
    return peopleOrProblem(people, report([...titles(first), ...reasons]));
  }

  const at = rows.slice(0, maxTitleRows).findIndex((row) => findHeadings(row) !== null);
  const heading = rows[at];
  const columns = heading && findHeadings(heading);
  if (heading && columns && (hasName(columns) || heading.filter(Boolean).length === 1)) {
    const { name, first, middle, last, email, scfhs_number: number } = columns;
    const nameColumns = name === undefined ? [first, middle, last] : [name];
    const used = new Set([...nameColumns, email, number]);
    const { people, reasons } = pickColumns(rows.slice(at + 1), (row) => ({
      name: joinCells(row, nameColumns),
      email: row[email ?? -1] ?? "",
      scfhs_number: row[number ?? -1] ?? "",
    }));
    const unused = heading.filter((cell, index) => cell !== "" && !used.has(index));
    return peopleOrProblem(people, report([...titles(at + 1), ...reasons], unused));
  }

  const cells = trimmed.flatMap(splitPeople).map((row) => splitCells(row).map(cleanCell));
  const isWide = (row: readonly string[]) => row.filter(Boolean).length > 3;
  if (columns || cells.some(isWide))
    return { kind: "columns", rows: rows.slice(0, 5), guess: guessColumns(rows.slice(0, 50)) };
  const { people, reasons } = pickColumns(cells, parsePerson);
  return peopleOrProblem(people, report(reasons, [], cells.length));
}
