import { both } from "#platform/pdf/bilingual.ts";
import { pdfFile, mm, page, type PdfPage } from "#platform/pdf/pdf-layout.server.ts";
import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import { wordmark } from "#platform/pdf/letter.server.ts";
import { detectDirection, fitting } from "#platform/pdf/letter.server.ts";
import { clockTime, fullDate, weekdayName, riyadhDate, riyadhTime } from "#i18n/dates.ts";
import { professionIn } from "./roster-states.ts";

/**
 * Data of the sheet that people sign on one teaching day. The sheet is A4, black on white, as designed in
 * design/staff/sign-sheet. All measures in this file are in points.
 */
export interface SheetOfDay {
  runId: number;
  course: Record<Locale, string>;
  venue: Record<Locale, string>;
  speakers: Record<Locale, string[]>;
  /** `YYYY-MM-DD`. */
  date: string;
  /** Number of the day, from 1 to `days`. */
  day: number;
  days: number;
  /** Null while times are not confirmed. */
  times: { from: Date; to: Date } | null;
  accreditation: string | null;
  hours: number;
  people: { name: string | null; nameOther: string | null; scfhsEnding: string | null; profession: string }[];
  printedAt: Date;
}

const linesPerPage = 20;
const black = "#000";
const left = 12 * mm;
const right = page.width - left;
const width = right - left;
const lineHeight = 9.6 * mm;
const headHeight = 12.4 * mm;
const foot = page.height - 14 * mm;

const star =
  "M47.5 24L40.6 30.9L40.6 40.6L30.9 40.6L24 47.5L17.1 40.6L7.4 40.6L7.4 30.9L0.5 24L7.4 17.1L7.4 7.4L17.1 7.4L24 0.5L30.9 7.4L40.6 7.4L40.6 17.1Z";
const petals =
  "M26.2 24Q32.4 17.4 39 24Q32.4 30.6 26.2 24ZM24 26.2Q30.6 32.4 24 39Q17.4 32.4 24 26.2ZM21.8 24Q15.6 30.6 9 24Q15.6 17.4 21.8 24ZM24 21.8Q17.4 15.6 24 9Q30.6 15.6 24 21.8Z";

const columns = [
  { key: "number", room: 0.05 },
  { key: "name", room: 0.29 },
  { key: "scfhs", room: 0.17 },
  { key: "profession", room: 0.19 },
  { key: "morning", room: 0.15 },
  { key: "afternoon", room: 0.15 },
] as const;
const edges = columns.reduce<number[]>(
  (positions, { room }) => [...positions, (positions.at(-1) ?? left) + room * width],
  [left],
);

const strong = { color: black, weight: "strong" as const };

async function drawHead(pdf: PdfPage, sheet: SheetOfDay): Promise<number> {
  const top = 13 * mm;
  const side = 10.5 * mm;
  pdf.decorate((doc) =>
    doc
      .save()
      .translate(left, top)
      .scale(side / 48)
      .path(star)
      .fill(black)
      .path(petals)
      .fill("#fff")
      .restore(),
  );
  const name = both(m.site_name);
  const title = both(m.roster_sheet_title);
  const brand = { size: 11.5, width: width * 0.4, color: black, heavyColor: black };
  const x = left + side + 3 * mm;
  wordmark(pdf, name.en, x, top, { ...brand, base: "ltr" });
  wordmark(pdf, name.ar, x, top + 5.6 * mm, { ...brand, base: "rtl", align: "left", line: 1.25 });
  const heading = { color: black, weight: "display" as const, size: 16, width: width * 0.5, align: "right" as const };
  pdf.text(title.en, right - heading.width, top - 1.5 * mm, { ...heading, base: "ltr", tag: "H1" });
  pdf.text(title.ar, right - heading.width, top + 5.4 * mm, { ...heading, size: 13.5, base: "rtl", line: 1.3 });
  const y = top + side + 5 * mm;
  pdf.rule(left, y, width, { color: black, thickness: 0.75 });
  const courseEnd = await drawCourse(pdf, sheet, y + 2.5 * mm);
  return drawFacts(pdf, sheet, courseEnd);
}

function formatDay({ day, days, date, times }: SheetOfDay, locale: Locale): string {
  const dayLabel = m.roster_sheet_day({ day, days }, { locale });
  const comma = locale === "ar" ? "، " : ", ";
  const dateLabel = `${weekdayName(date, locale)} ${fullDate(date, locale)}`;
  const hours =
    times && m.roster_sheet_times({ from: clockTime(times.from, locale), to: clockTime(times.to, locale) }, { locale });
  return [dayLabel, dateLabel, ...(hours ? [hours] : [])].join(comma);
}

async function drawCourse(pdf: PdfPage, sheet: SheetOfDay, y: number): Promise<number> {
  const room = width * 0.48;
  const drawColumn = async (locale: Locale, x: number): Promise<number> => {
    const script =
      locale === "ar" ? { base: "rtl" as const, size: 9.4, line: 1.55 } : { base: "ltr" as const, size: 8.8 };
    const names = sheet.speakers[locale].join(locale === "ar" ? "، " : ", ");
    let end = pdf.text(sheet.course[locale], x, y, { ...script, ...strong, width: room });
    for (const text of [formatDay(sheet, locale), sheet.venue[locale], names]) {
      if (text) end = pdf.text(text, x, end, { ...script, width: room, color: black });
    }
    return end;
  };
  const end = Math.max(await drawColumn("en", left), await drawColumn("ar", right - room)) + 2.5 * mm;
  pdf.rule(left, end, width, { color: black, thickness: 0.75 });
  return end;
}

/** Draws a value between its labels in both languages. */
function drawFact(
  pdf: PdfPage,
  label: Record<Locale, string>,
  value: string,
  x: number,
  y: number,
  align: "left" | "center" | "right",
): void {
  const room = width / 3;
  const text = `${label.en} ${value}  ${label.ar}`;
  const style = { size: 8.8, width: room, base: "ltr" as const, color: black, align };
  pdf.text(text, x, y, fitting(pdf, text, style));
}

function drawFacts(pdf: PdfPage, { accreditation, hours, people }: SheetOfDay, y: number): number {
  const line = y + 2 * mm;
  if (accreditation) drawFact(pdf, both(m.roster_sheet_accreditation), accreditation, left, line, "left");
  drawFact(pdf, both(m.common_cme_hours), String(hours), left + width / 3, line, "center");
  drawFact(pdf, both(m.common_seats), String(people.length), left + (width * 2) / 3, line, "right");
  return line + 6.5 * mm;
}

function drawTableHead(pdf: PdfPage, y: number): number {
  const labels = [
    m.common_name,
    m.roster_sheet_scfhs,
    m.common_profession,
    m.roster_sheet_morning,
    m.roster_sheet_afternoon,
  ].map((label) => both(label));
  const getColumn = (index: number) => ({ x: edges[index] ?? left, room: (columns[index]?.room ?? 0) * width });
  const cell = { size: 8.6, ...strong, align: "center" as const };
  const numberColumn = getColumn(0);
  pdf.text("#", numberColumn.x, y + headHeight / 2 - 2.2 * mm, { ...cell, width: numberColumn.room, base: "ltr" });
  for (const [index, label] of labels.entries()) {
    const { x, room } = getColumn(index + 1);
    pdf.text(label.en, x, y + 1.4 * mm, { ...cell, width: room, base: "ltr" });
    const arabic = { ...cell, size: 9, width: room - 2 * mm, base: "rtl" as const, line: 1.5 };
    pdf.text(label.ar, x + mm, y + 6 * mm, fitting(pdf, label.ar, arabic));
  }
  drawFrame(pdf, y, headHeight, 0.9);
  return y + headHeight;
}

/** Draws the borders of one table row. */
function drawFrame(pdf: PdfPage, y: number, height: number, thickness = 0.5): void {
  pdf.decorate((doc) => {
    for (const x of edges) doc.moveTo(x, y).lineTo(x, y + height);
    doc.moveTo(left, y).lineTo(right, y);
    doc
      .moveTo(left, y + height)
      .lineTo(right, y + height)
      .lineWidth(thickness)
      .stroke(black);
  });
}

/** Draws a dotted line to write on. */
function drawDottedLine(pdf: PdfPage, x: number, y: number, length: number): void {
  pdf.decorate((doc) =>
    doc
      .moveTo(x, y)
      .lineTo(x + length, y)
      .lineWidth(0.5)
      .dash(0.8, { space: 1.6 })
      .stroke(black)
      .undash(),
  );
}

/**
 * Draws the texts of a table cell: on one line, each aligned to the side of its script, or below each other in smaller
 * type when they do not fit.
 */
function drawCell(pdf: PdfPage, texts: readonly string[], x: number, y: number, room: number): void {
  const text = texts.join("  ");
  const style = { size: 8.8, width: room, base: detectDirection(text), color: black, line: 1.5 };
  if (pdf.width(text, style) <= room) {
    const isOneDirection = new Set(texts.map(detectDirection)).size < texts.length;
    const lines = isOneDirection ? [text] : texts;
    for (const line of lines)
      pdf.text(line, x, y + lineHeight / 2 - 2.3 * mm, { ...style, base: detectDirection(line) });
    return;
  }
  const small = { ...style, size: 6.6, line: 1.45 };
  const wraps = texts.length === 1;
  const height = wraps ? pdf.height(text, small) : texts.length * small.size * small.line;
  let top = y + (lineHeight - height) / 2;
  for (const line of texts) {
    const lineStyle = { ...small, base: detectDirection(line), align: "left" as const };
    top = pdf.text(line, x, top, wraps ? small : fitting(pdf, line, lineStyle));
  }
}

/** Draws a table row to sign; without a person it is empty, so that a name can be written. */
function drawRow(pdf: PdfPage, number: number, person: SheetOfDay["people"][number] | undefined, y: number): number {
  const pad = 2.2 * mm;
  const [, name = left, scfhs = left, profession = left, morning = left] = edges;
  const base = y + lineHeight / 2 - 2.3 * mm;
  const style = { size: 8.8, color: black, line: 1.5 };
  pdf.text(String(number), left, base, { ...style, width: name - left, base: "ltr", align: "center" });
  if (person) {
    const room = scfhs - name - 2 * pad;
    if (person.name) drawCell(pdf, [person.name, ...(person.nameOther ? [person.nameOther] : [])], name + pad, y, room);
    else drawDottedLine(pdf, name + pad, y + lineHeight - 2.6 * mm, room * 0.6);
    if (person.scfhsEnding) drawCell(pdf, [person.scfhsEnding], scfhs + pad, y, profession - scfhs - 2 * pad);
    else drawDottedLine(pdf, scfhs + pad, y + lineHeight - 2.6 * mm, profession - scfhs - 2 * pad);
    const professionLabels = [professionIn(person.profession, "en"), professionIn(person.profession, "ar")].filter(
      Boolean,
    );
    drawCell(pdf, professionLabels, profession + pad, y, morning - profession - 2 * pad);
  }
  drawFrame(pdf, y, lineHeight);
  return y + lineHeight;
}

function drawFooter(pdf: PdfPage, { printedAt }: SheetOfDay, pageNumber: number, pageCount: number): void {
  const label = both(m.roster_sheet_signature);
  const text = `${label.en}  ${label.ar}`;
  const style = { size: 8.8, width: width * 0.5, base: "ltr" as const, color: black };
  pdf.text(text, left, foot - 5 * mm, style);
  const ruleStart = left + pdf.width(text, style) + 2 * mm;
  pdf.rule(ruleStart, foot - 1.2 * mm, 44 * mm, { color: black, thickness: 0.75 });
  const formatPrinted = (locale: Locale) => {
    const comma = locale === "ar" ? "، " : ", ";
    const time = `${fullDate(riyadhDate(printedAt), locale)}${comma}${riyadhTime(printedAt)}`;
    return m.roster_sheet_printed({ at: time, page: pageNumber, pages: pageCount }, { locale });
  };
  const end = { ...style, width: width * 0.45, align: "right" as const };
  pdf.text(formatPrinted("en"), right - end.width, foot - 7.5 * mm, end);
  pdf.text(formatPrinted("ar"), right - end.width, foot - 3 * mm, { ...end, base: "rtl" });
}

/** Draws the sheet as a tagged A4 PDF with as many pages as its people need. `locale` is the language of its title. */
export function sheetPdf(sheet: SheetOfDay, locale: Locale): Promise<Uint8Array> {
  const title = `${m.roster_sheet_title({}, { locale })} ${sheet.date}`;
  return pdfFile({ title, author: m.site_name({}, { locale }), at: sheet.printedAt, locale }, async (pdf, nextPage) => {
    const pages = Math.max(1, Math.ceil(sheet.people.length / linesPerPage));
    for (let pageIndex = 0; pageIndex < pages; pageIndex++) {
      if (pageIndex > 0) nextPage();
      let y = await drawHead(pdf, sheet);
      y = drawTableHead(pdf, y);
      for (let line = pageIndex * linesPerPage; line < (pageIndex + 1) * linesPerPage; line++) {
        y = drawRow(pdf, line + 1, sheet.people[line], y);
      }
      drawFooter(pdf, sheet, pageIndex + 1, pages);
    }
  });
}
