/** The record as PDF in both languages. Declared hours are marked and summed separately. Measures in points. */
import { both, inBoth } from "#platform/pdf/bilingual.ts";
import { mm, pdfFile, type PdfPage, type TextStyle } from "#platform/pdf/pdf-layout.server.ts";
import { drawLetterhead, writePageFoot } from "#features/invoices/tax-pdf.server.ts";
import { bilingual, bottom, colours, detectDirection, left, right, top, width } from "#platform/pdf/letter.server.ts";
import { dateRangeLabel } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import { categoryLabel, kindLabel } from "./record-labels.ts";
import { sumHoursByYear } from "./record.ts";
import type { RecordRow } from "./record-rows.ts";

/** Contents of the PDF. `names` has the name of the account and, if known, the one in the other script. */
export interface RecordSheet {
  names: readonly string[];
  rows: readonly RecordRow[];
  seller: { nameEng: string; email: string; phone: string };
  /** `YYYY-MM-DD` in Riyadh. */
  today: string;
  at: Date;
}

/** Start of the columns of the table: days, activity, category, hours. */
const places = { days: left, activity: left + 34 * mm, category: left + 108 * mm, hours: right - 18 * mm };
const rooms = { days: 31 * mm, activity: 71 * mm, category: width - 129 * mm, hours: 18 * mm };
const quiet = { size: 8, color: colours.quiet };

function drawTableHead(pdf: PdfPage, from: number): number {
  const head = (text: { en: string; ar: string }, x: number, room: number, align: TextStyle["align"]) =>
    pdf.text(text.ar, x, pdf.text(text.en, x, from, { ...quiet, width: room, base: "ltr", ...(align && { align }) }), {
      ...quiet,
      width: room,
      base: "rtl",
      align: align ?? "left",
    });
  const ends = [
    head(both(m.common_date), places.days, rooms.days, undefined),
    head(both(m.cpd_activity), places.activity, rooms.activity, undefined),
    head(both(m.cpd_category), places.category, rooms.category, undefined),
    head(both(m.cpd_hours), places.hours, rooms.hours, "right"),
  ];
  const end = Math.max(...ends) + 1.5 * mm;
  pdf.rule(left, end, width, { color: colours.edge });
  return end;
}

/** Draws both titles of a course or the title of a declared activity, with the provider or the certificate below. */
function toRowTexts(row: RecordRow): {
  activity: string[];
  note: string;
  days: [string, string];
  category: Record<Locale, string>;
} {
  if (row.declared) {
    const { title, provider, date: day, kind } = row.declared;
    const category = inBoth((locale) => m.cpd_declared_of({ kind: kindLabel(kind, locale) }, { locale }));
    return { activity: [title], note: provider, days: [day, day], category };
  }
  const { titleEng, titleAr, number: certificate, startDate, endDate } = row.verified;
  const { verified } = row;
  const category = inBoth((locale) => categoryLabel(verified, locale));
  return { activity: [titleEng, titleAr], note: certificate, days: [startDate, endDate], category };
}

function drawTableRow(pdf: PdfPage, row: RecordRow, from: number, isMeasured: boolean): number {
  const { activity, note, days, category } = toRowTexts(row);
  const y = from + 1.8 * mm;
  const put = (
    text: string,
    x: number,
    at: number,
    style: Omit<TextStyle, "base" | "align"> & { align?: TextStyle["align"] },
  ) => {
    const base = detectDirection(text);
    const textStyle = { align: "left" as const, ...style, base };
    return isMeasured ? at + pdf.height(text, textStyle) : pdf.text(text, x, at, textStyle);
  };
  let name = y;
  for (const text of activity)
    name = put(text, places.activity, name, { size: 8.8, width: rooms.activity, weight: "strong" });
  name = put(note, places.activity, name, { ...quiet, width: rooms.activity });
  let when = y;
  for (const locale of ["en", "ar"] as const)
    when = put(dateRangeLabel(days[0], days[1], locale), places.days, when, { size: 8.2, width: rooms.days });
  let kind = y;
  for (const locale of ["en", "ar"] as const)
    kind = put(category[locale], places.category, kind, { size: 8.2, width: rooms.category });
  const hours = String((row.verified ?? row.declared)?.hours ?? 0);
  put(hours, places.hours, y, { size: 9, width: rooms.hours, weight: "strong", align: "right" });
  const end = Math.max(name, when, kind) + 1.8 * mm;
  if (!isMeasured) pdf.rule(left, end, width, { color: colours.line });
  return end;
}

/** Draws the sums side by side: English label, Arabic label, hours. */
function drawSums(pdf: PdfPage, { rows, today }: RecordSheet, y: number): number {
  const years = sumHoursByYear(
    rows.flatMap(({ verified }) => verified ?? []),
    rows.flatMap(({ declared }) => declared ?? []),
  );
  const total = (key: "onsite" | "online" | "declared") => String(years.reduce((sum, year) => sum + year[key], 0));
  const sums = [
    { label: m.cpd_accredited_onsite, value: total("onsite") },
    { label: m.cpd_accredited_online, value: total("online") },
    { label: m.cpd_declared_unchecked, value: total("declared") },
    { label: m.cpd_file_counted_to, value: today },
  ];
  const column = width / sums.length;
  const room = column - 4 * mm;
  const style = { width: room, base: "ltr" as const };
  const labels = sums.map(({ label }) => both(label));
  const english = { ...style, size: 8, color: colours.quiet };
  const arabic = { ...english, size: 8.5, base: "rtl" as const, align: "left" as const };
  const middle = y + 2.4 * mm + Math.max(...labels.map(({ en }) => pdf.height(en, english)));
  const value = middle + Math.max(...labels.map(({ ar }) => pdf.height(ar, arabic)));
  const ends = sums.map((sum, at) => {
    const x = left + at * column;
    const label = labels[at] ?? { en: "", ar: "" };
    pdf.text(label.en, x, y + 2.4 * mm, english);
    pdf.text(label.ar, x, middle, arabic);
    return pdf.text(sum.value, x, value, { ...style, size: 11, weight: "strong" });
  });
  const end = Math.max(...ends) + 2 * mm;
  pdf.rule(left, y, width, { color: colours.ink, thickness: 0.75 });
  pdf.rule(left, end, width, { color: colours.edge });
  return end;
}

function drawHeader(pdf: PdfPage, sheet: RecordSheet): number {
  const titleStyle = { size: 20, weight: "display" as const, tag: "H1" as const };
  let y = bilingual(pdf, both(m.cpd_file_title), left, drawLetterhead(pdf), width, titleStyle) + 3 * mm;
  const room = sheet.names.length > 1 ? width / 2 - 3 * mm : width;
  const ends = sheet.names.map((name, at) =>
    pdf.text(name, at === 0 ? left : right - room, y, {
      size: 13,
      width: room,
      base: detectDirection(name),
      align: at === 0 ? "left" : "right",
      weight: "strong",
    }),
  );
  y = Math.max(y, ...ends) + 3 * mm;
  return drawSums(pdf, sheet, y) + 6 * mm;
}

/** Draws the record as tagged A4; `locale` is for its title. */
export function recordSheetPdf(sheet: RecordSheet, locale: Locale): Promise<Uint8Array<ArrayBuffer>> {
  const { rows, seller, today, at } = sheet;
  const title = `${m.cpd_file_title({}, { locale })} ${today}`;
  return pdfFile(
    { title, author: seller.nameEng, at, locale },
    async (pdf, nextPage) => {
      let y = drawTableHead(pdf, drawHeader(pdf, sheet));
      for (const row of rows) {
        if (drawTableRow(pdf, row, y, true) > bottom) {
          nextPage();
          y = drawTableHead(pdf, top);
        }
        y = drawTableRow(pdf, row, y, false);
      }
      const noteStyle = { size: 8.5, color: colours.soft, part: 0.47 };
      if (y + 16 * mm > bottom) {
        nextPage();
        y = top;
      }
      bilingual(pdf, both(m.cpd_shared_note), left, y + 5 * mm, width, noteStyle);
    },
    (pdf, page, count) => writePageFoot(pdf, seller, `${page} / ${count}`),
  );
}
