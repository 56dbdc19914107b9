import { cleanText } from "#platform/export/columns.ts";
import { foldWords } from "#i18n/fold-letters.ts";
import { headingFinder, headingSeparator, type Columns } from "#platform/import/headings.ts";
import {
  commonSeparator,
  countReasons,
  declaredSeparator,
  decodeText,
  parseRows,
  type Encoding,
  type ReadCounts,
  type TableProblem,
} from "#platform/import/table.ts";
import {
  maxUntimedMinutes,
  readMinutes,
  readTime,
  type LeftOutReason,
  type ParticipantLine,
  type Visit,
} from "./participants.ts";

export const maxFileBytes = 10 * 1024 * 1024;
export const maxLines = 5000;
/** Limits of the whole file, including titles and other tables. */
const limits = { rows: 4 * maxLines, cells: 500, characters: 100_000 };

export interface ParticipantsFile extends ReadCounts<LeftOutReason> {
  encoding: Encoding;
  lines: ParticipantLine[];
  /** The first and last time of each line that has times, also of lines from a summary table. */
  spans: Visit[];
}

/**
 * Why a file is refused. `long`: it has more than `maxLines` people or far more rows. `wide`: a row has more than 500
 * cells. `times`: it has people, but no row with a readable time or duration. `hijri`: it has years of the Hijri
 * calendar.
 */
export type FileProblem = "not-participants" | "hijri" | "times" | Exclude<TableProblem, "quote">;

/** Column headings in the exports of Zoom and Teams, in English and Arabic. */
const headings = {
  name: [
    "name original name",
    "name",
    "full name",
    "user name original name",
    "user name",
    "participant",
    "الاسم الاسم الأصلي",
    "الاسم",
    "الاسم الكامل",
    "اسم المستخدم الاسم الأصلي",
    "اسم المستخدم",
  ],
  email: [
    "email",
    "user email",
    "e mail",
    "email address",
    "participant id upn",
    "البريد الإلكتروني",
    "بريد المستخدم الإلكتروني",
    "عنوان البريد الإلكتروني",
  ],
  join: ["join time", "first join", "first join time", "وقت الانضمام", "أول انضمام", "الانضمام الأول", "وقت الدخول"],
  leave: ["leave time", "last leave", "last leave time", "وقت المغادرة", "آخر مغادرة", "المغادرة الأخيرة", "وقت الخروج"],
  minutes: [
    "duration minutes",
    "total duration minutes",
    "time in session minutes",
    "المدة دقائق",
    "المدة بالدقائق",
    "إجمالي المدة دقائق",
    "الوقت في الجلسة دقائق",
    "الوقت في الجلسة بالدقائق",
  ],
  seconds: [
    "duration seconds",
    "total duration seconds",
    "time in session seconds",
    "attendance duration seconds",
    "attendance in seconds",
    "total attendance in seconds",
    "المدة ثوان",
    "المدة ثواني",
    "المدة بالثواني",
    "إجمالي المدة ثواني",
  ],
  /** Headings of durations that do not name a unit. */
  duration: [
    "duration",
    "total duration",
    "in meeting duration",
    "attendance duration",
    "time in session",
    "المدة",
    "إجمالي المدة",
    "المدة في الاجتماع",
    "مدة الاجتماع",
    "الوقت في الجلسة",
  ],
  /** A row with `Yes` is a stay in the waiting room, not in the meeting. */
  waiting: ["in waiting room", "waiting room", "في غرفة الانتظار", "غرفة الانتظار"],
  /** For webinars: a row with `No` is a person who registered but did not come. */
  attended: ["attended", "حضر", "الحضور", "تم الحضور"],
} as const;
type Column = keyof typeof headings;

const findNamedColumns = headingFinder<Column>(headings);

/** Finds the columns in a row of headings; null when the row is not the headings of a table of participants. */
function findColumns(row: readonly string[]): Columns<Column> | null {
  const columns = findNamedColumns(row);
  const { name, join, leave, minutes, seconds, duration } = columns;
  const hasTimes = join !== undefined && leave !== undefined;
  return name !== undefined && (hasTimes || (minutes ?? seconds ?? duration) !== undefined) ? columns : null;
}

const firstJoin = new Set(["first join", "first join time", "أول انضمام", "الانضمام الأول"].map(foldWords));

interface Section {
  columns: Columns<Column>;
  rows: string[][];
  /** Whether the table is a summary: only durations, or each person's first join and last leave, not single visits. */
  isTotal: boolean;
}

/** Splits a file into its tables. Files of Zoom webinars and of Teams have several. */
function splitSections(rows: readonly string[][]): Section[] {
  const sections: (Section & { width: number })[] = [];
  for (const row of rows) {
    const columns = findColumns(row);
    const section = sections.at(-1);
    const isTitle = row.filter((cell) => cell.trim() !== "").length === 1 && row.length < (section?.width ?? 0);
    if (columns) {
      const isTotal = columns.join === undefined || firstJoin.has(foldWords(row[columns.join] ?? ""));
      sections.push({ columns, rows: [], isTotal, width: row.length });
    } else if (!isTitle) section?.rows.push(row);
  }
  return sections;
}

const isYes = (cell: string) => /^(?:yes|true|نعم)$/.test(foldWords(cell));
const isNo = (cell: string) => /^(?:no|false|لا)$/.test(foldWords(cell));
const isBlank = (cell: string) => !/[\p{L}\p{N}]/u.test(cell);

/**
 * Whether the unit of the durations is unknown: the heading names none, and a number is too large to be minutes of one
 * day.
 */
const hasUnknownUnit = ({ columns, rows }: Section): boolean =>
  columns.duration !== undefined &&
  rows.some((row) => (readMinutes(row[columns.duration ?? -1] ?? "") ?? 0) > maxUntimedMinutes);

type RowResult = LeftOutReason | "hijri" | { line: ParticipantLine; span: Visit | null };

function createRowReader(section: Section, sessionDay: string) {
  const { columns, isTotal } = section;
  const isUnitUnknown = hasUnknownUnit(section);
  const getCell = (row: string[], column: Column) => cleanText(row[columns[column] ?? -1] ?? "").trim();
  const getDuration = (row: string[]): number | null => {
    const seconds = readMinutes(getCell(row, "seconds"));
    const minutes = readMinutes(getCell(row, "minutes")) ?? (seconds === null ? null : seconds / 60);
    const value = minutes ?? (isUnitUnknown ? null : readMinutes(getCell(row, "duration")));
    return value !== null && value <= maxUntimedMinutes ? value : null;
  };
  return (row: string[]): RowResult => {
    const name = getCell(row, "name")
      .replaceAll(/\p{Cf}/gu, "")
      .slice(0, 200);
    const email = getCell(row, "email")
      .replaceAll(/\p{Cf}/gu, "")
      .toLowerCase()
      .slice(0, 254);
    if (isBlank(name) && !email.includes("@")) return "no-name";
    if (isYes(getCell(row, "waiting"))) return "waiting-room";
    if (isNo(getCell(row, "attended"))) return "not-attended";
    const [joined, left] = [getCell(row, "join"), getCell(row, "leave")];
    const [from, to] = [readTime(joined, sessionDay), readTime(left, sessionDay)];
    if (from === "hijri" || to === "hijri") return "hijri";
    const span = from !== null && to !== null && to >= from ? { from, to } : null;
    const visit = isTotal ? null : span;
    // A duration counts only in a summary table or for a row without times. It does not replace unreadable times.
    const hasNoTimes = isTotal || (isBlank(joined) && isBlank(left));
    const minutes = !visit && hasNoTimes ? getDuration(row) : null;
    if (!visit && minutes === null) return "no-time";
    return { span, line: { name, email: email.includes("@") ? email : "", visit, minutes, isTotal } };
  };
}

/**
 * Reads a file of participants exported by Zoom or Teams: all tables that have people with times or durations. Returns
 * the reason when the file is refused. `sessionDay` (`YYYY-MM-DD`) decides which number of a date is the day and which
 * the month. Run it in a worker, because it can take up to a second.
 */
export function readParticipants(bytes: Uint8Array, sessionDay: string): ParticipantsFile | FileProblem {
  const decoded = decodeText(bytes);
  if (!decoded) return "not-participants";
  const declared = declaredSeparator(decoded.text);
  const text = declared?.rest ?? decoded.text;
  const separator = declared?.separator ?? headingSeparator(text, findColumns, limits) ?? commonSeparator(text);
  const rows = parseRows(text, separator, limits);
  if (rows === "quote") return "not-participants";
  if (typeof rows === "string") return rows;
  const sections = splitSections(rows);
  const count = sections.reduce((sum, section) => sum + section.rows.length, 0);
  if (count === 0) return "not-participants";
  if (count > maxLines) return "long";
  const results = sections.flatMap((section) => section.rows.map(createRowReader(section, sessionDay)));
  if (results.includes("hijri")) return "hijri";
  const readRows = results.filter((result) => typeof result !== "string");
  const reasons = results.filter((result) => typeof result === "string") as LeftOutReason[];
  if (readRows.length === 0 && reasons.every((reason) => reason === "no-name")) return "not-participants";
  if (readRows.length === 0 && reasons.includes("no-time")) return "times";
  return {
    encoding: decoded.encoding,
    rows: count,
    leftOut: countReasons(reasons),
    lines: readRows.map(({ line }) => line),
    spans: readRows.flatMap(({ span }) => span ?? []),
  };
}
