import { CsvError, parse } from "csv-parse/sync";
import { cleanText } from "#platform/export/columns.ts";
import { readMinutes, readTime, type ParticipantLine } from "./participants.ts";

export const mostFileBytes = 10 * 1024 * 1024;
export const mostLines = 5000;

export interface ParticipantsFile {
  encoding: "UTF-8" | "UTF-16" | "Windows-1256";
  lines: ParticipantLine[];
}

/** What a file is refused for; `too-long` has more than `mostLines` lines of people. */
export type FileProblem = "not-participants" | "too-long";

function decode(bytes: Uint8Array): { text: string; encoding: ParticipantsFile["encoding"] } | null {
  const [first, second] = bytes;
  const asUtf16 = (label: "utf-16le" | "utf-16be") =>
    ({ text: new TextDecoder(label).decode(bytes), encoding: "UTF-16" }) as const;
  if (first === 0xff && second === 0xfe) return asUtf16("utf-16le");
  if (first === 0xfe && second === 0xff) return asUtf16("utf-16be");
  // Teams without its mark: every other byte of Latin text is zero.
  if (second === 0 && first !== 0) return asUtf16("utf-16le");
  if (bytes.subarray(0, 4096).includes(0)) return null;
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "UTF-8" };
  } catch {
    // Excel on an Arabic Windows.
    return { text: new TextDecoder("windows-1256").decode(bytes), encoding: "Windows-1256" };
  }
}

/** Heads of columns as Zoom and Teams write them, in English and Arabic; compared without case and signs. */
const heads = {
  name: [
    "name original name",
    "name",
    "full name",
    "user name",
    "user name original name",
    "participant",
    "الاسم الاسم الاصلي",
    "الاسم",
    "الاسم الكامل",
    "اسم المستخدم",
  ],
  email: [
    "email",
    "user email",
    "e mail",
    "participant id upn",
    "البريد الالكتروني",
    "بريد المستخدم الالكتروني",
    "عنوان البريد الالكتروني",
  ],
  join: ["join time", "first join", "first join time", "وقت الانضمام", "اول انضمام", "الانضمام الاول", "وقت الدخول"],
  leave: ["leave time", "last leave", "last leave time", "وقت المغادره", "اخر مغادره", "المغادره الاخيره", "وقت الخروج"],
  duration: [
    "duration minutes",
    "total duration minutes",
    "duration",
    "in meeting duration",
    "attendance duration",
    "المده دقائق",
    "المده بالدقائق",
    "اجمالي المده دقائق",
    "المده",
    "المده في الاجتماع",
    "مده الاجتماع",
  ],
  role: ["role", "participant role", "الدور"],
} as const;
type Head = keyof typeof heads;

const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(/[\p{Cf}\p{Mn}\u0640]/gu, "")
    .toLowerCase()
    .replaceAll(/[أإآ]/g, "ا")
    .replaceAll("ة", "ه")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(" ");

/** Which column is which; null for a row that is no head of participants. */
function columnsOf(row: readonly string[]): Partial<Record<Head, number>> | null {
  const cells = row.map(folded);
  const columns: Partial<Record<Head, number>> = {};
  for (const head of Object.keys(heads) as Head[])
    for (const wanted of heads[head]) {
      const at = cells.indexOf(wanted);
      if (at >= 0 && columns[head] === undefined) columns[head] = at;
    }
  const hasTimes = columns.join !== undefined && columns.leave !== undefined;
  return columns.name !== undefined && (hasTimes || columns.duration !== undefined) ? columns : null;
}

interface Section {
  columns: Partial<Record<Head, number>>;
  rows: string[][];
  /** Only the first time someone came and the last time they left: what is between is not known. */
  isSummary: boolean;
}

function sectionsOf(rows: readonly string[][]): Section[] {
  const sections: Section[] = [];
  for (const row of rows) {
    const columns = columnsOf(row);
    if (columns) {
      const isSummary = ["first join", "first join time", "اول انضمام", "الانضمام الاول"].includes(
        folded(row[columns.join ?? -1] ?? ""),
      );
      sections.push({ columns, rows: [], isSummary });
    } else if (row.filter((cell) => cell.trim() !== "").length > 1) sections.at(-1)?.rows.push(row);
  }
  return sections;
}

/** What separates the cells: in the head of the participants one sign is more frequent than the others. */
function delimiterOf(text: string): string {
  const lines = text.split(/\r?\n/, 200);
  const counts = ["\t", ",", ";"].map((sign) => {
    const head = lines.find((line) => columnsOf(line.split(sign).map((cell) => cell.replaceAll('"', ""))));
    return { sign, count: head ? head.split(sign).length : 0 };
  });
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).sign;
}

/** Reads a file of participants as Zoom and Teams export them. `sessionDay` decides between day and month. */
export function readParticipants(bytes: Uint8Array, sessionDay: string): ParticipantsFile | FileProblem {
  const decoded = decode(bytes);
  if (!decoded) return "not-participants";
  const text = decoded.text.replace(/^\ufeff/, "");
  const delimiter = delimiterOf(text);
  let rows: string[][];
  try {
    rows = parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: 100_000,
    });
  } catch (error) {
    if (error instanceof CsvError) return "not-participants";
    throw error;
  }
  const sections = sectionsOf(rows);
  // Each visit of its own where the file has them, else totals; Teams has both.
  const section =
    sections.findLast(({ isSummary, columns }) => !isSummary && columns.join !== undefined) ?? sections[0];
  if (!section) return "not-participants";
  if (section.rows.length > mostLines) return "too-long";
  const { columns, isSummary } = section;
  const cell = (row: string[], head: Head) => cleanText(row[columns[head] ?? -1] ?? "").trim();
  const lines = section.rows.flatMap((row): ParticipantLine[] => {
    const name = cell(row, "name")
      .replaceAll(/\p{Cf}/gu, "")
      .slice(0, 200);
    const email = cell(row, "email").toLowerCase().slice(0, 254);
    const [from, to] = [readTime(cell(row, "join"), sessionDay), readTime(cell(row, "leave"), sessionDay)];
    const minutes = readMinutes(cell(row, "duration"));
    if (name === "" && email === "") return [];
    const visit = !isSummary && from !== null && to !== null && to >= from ? { from, to } : null;
    if (!visit && minutes === null) return [];
    return [{ name, email: email.includes("@") ? email : "", visit, minutes: visit ? null : minutes }];
  });
  if (lines.length === 0) return "not-participants";
  return { encoding: decoded.encoding, lines };
}
