/** The record to take along. Declared hours are marked and summed apart. */
import { letVisitorsIn } from "#features/invoices/draw-in-turn.server.ts";
import { both } from "#features/invoices/parties.ts";
import { mm, pdfFile, type PdfPage, type TextStyle } from "#features/invoices/pdf-layout.server.ts";
import { factRow, letterhead } from "#features/invoices/tax-pdf.server.ts";
import {
  bilingual,
  bottom,
  colours,
  directionOfText,
  footRule,
  left,
  right,
  top,
  width,
} from "#features/invoices/tax-pdf-lines.server.ts";
import { sellerSettings } from "#features/settings/settings.server.ts";
import { dateRangeLabel, riyadhDate } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { date, label, number, text } from "#platform/export/columns.ts";
import { csvHead, csvRows } from "#platform/export/csv.server.ts";
import { consumeRateLimit } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { categoryLabel, kindLabel } from "./record-labels.ts";
import { hoursByYear, type DeclaredActivity, type VerifiedActivity } from "./record.ts";
import { recordOf, type CpdRecord } from "./record.server.ts";

type Row = { verified: VerifiedActivity; declared: null } | { verified: null; declared: DeclaredActivity };

/** Of both kinds, the latest first. */
function rowsOf({ verified, declared }: CpdRecord): Row[] {
  const rows: Row[] = [
    ...verified.map((activity) => ({ verified: activity, declared: null })),
    ...declared.map((activity) => ({ verified: null, declared: activity })),
  ];
  const lastDay = (row: Row) => (row.verified ? row.verified.endDate : row.declared.date);
  return rows.toSorted((one, other) => lastDay(other).localeCompare(lastDay(one)));
}

const columns = [
  date(label(m.cpd_file_from), (row: Row) => (row.verified ? row.verified.startDate : row.declared.date)),
  date(label(m.cpd_file_to), (row: Row) => (row.verified ? row.verified.endDate : row.declared.date)),
  text(label(m.cpd_activity), (row: Row, locale) => titleOf(row, locale)),
  text(label(m.cpd_provider), (row: Row, locale) =>
    row.verified ? m.site_name({}, { locale }) : row.declared.provider,
  ),
  text(label(m.cpd_category), (row: Row, locale) =>
    row.verified
      ? categoryLabel(row.verified, locale)
      : m.cpd_declared_of({ kind: kindLabel(row.declared.kind, locale) }, { locale }),
  ),
  number(label(m.cpd_file_verified_hours), (row: Row) => row.verified?.hours ?? null),
  number(label(m.cpd_file_declared_hours), (row: Row) => row.declared?.hours ?? null),
  text(label(m.cpd_file_certificate), (row: Row) => row.verified?.number ?? null),
  text(label(m.cpd_file_accreditation), (row: Row) => row.verified?.accreditationNumber ?? null),
];

const titleOf = (row: Row, locale: Locale) =>
  row.declared ? row.declared.title : (locale === "ar" && row.verified.titleAr) || row.verified.titleEng;

/** Verified and declared hours in columns of their own, so that no one adds them up. Throws Unauthenticated. */
export async function recordCsv(ctx: Ctx) {
  const { id } = requireViewer(ctx);
  await consumeRateLimit(ctx, "documentPerAccount", id);
  const rows = rowsOf(await recordOf(ctx, id));
  const text = csvHead(columns, ctx.locale) + csvRows(columns, rows, ctx.locale);
  return { bytes: new Uint8Array(Buffer.from(text, "utf8")), filename: `cpd-record-${riyadhDate(ctx.now())}.csv` };
}

const inBoth = (text: (locale: Locale) => string): Record<Locale, string> => ({ en: text("en"), ar: text("ar") });

/** Where the columns of the table begin: days, activity, category, hours. */
const places = { days: left, activity: left + 34 * mm, category: left + 108 * mm, hours: right - 18 * mm };
const rooms = { days: 31 * mm, activity: 71 * mm, category: width - 129 * mm, hours: 18 * mm };
const quiet = { size: 8, color: colours.quiet };

function headOfTable(pdf: PdfPage, from: number): number {
  const head = (text: { en: string; ar: string }, x: number, room: number, align: TextStyle["align"]) =>
    pdf.text(text.ar, x, pdf.text(text.en, x, from, { ...quiet, width: room, base: "ltr", ...(align && { align }) }), {
      ...quiet,
      width: room,
      base: "rtl",
      align: align ?? "left",
    });
  const ends = [
    head(both(m.cpd_date), places.days, rooms.days, undefined),
    head(both(m.cpd_activity), places.activity, rooms.activity, undefined),
    head(both(m.cpd_category), places.category, rooms.category, undefined),
    head(both(m.cpd_hours), places.hours, rooms.hours, "right"),
  ];
  const end = Math.max(...ends) + 1.5 * mm;
  pdf.rule(left, end, width, { color: colours.edge });
  return end;
}

/** Both titles of a course, one of an own activity; below it who held it, or the certificate. */
function linesOf(row: Row): {
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

function rowOfTable(pdf: PdfPage, row: Row, from: number, isMeasured: boolean): number {
  const { activity, note, days, category } = linesOf(row);
  const y = from + 1.8 * mm;
  const put = (
    text: string,
    x: number,
    at: number,
    style: Omit<TextStyle, "base" | "align"> & { align?: TextStyle["align"] },
  ) => {
    const base = directionOfText(text);
    const look = { align: "left" as const, ...style, base };
    return isMeasured ? at + pdf.height(text, look) : pdf.text(text, x, at, look);
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

function headOfRecord(pdf: PdfPage, person: string, record: CpdRecord, today: string): number {
  const look = { size: 20, weight: "display" as const, tag: "H1" as const };
  let y = bilingual(pdf, both(m.cpd_file_title), left, letterhead(pdf), width, look) + 3 * mm;
  y =
    pdf.text(person, left, y, { size: 13, width, base: directionOfText(person), align: "left", weight: "strong" }) +
    3 * mm;
  const sums = hoursByYear(record.verified, record.declared);
  const total = (key: "onsite" | "online" | "declared") => String(sums.reduce((sum, year) => sum + year[key], 0));
  return (
    factRow(
      pdf,
      [
        { label: m.cpd_accredited_onsite, value: total("onsite") },
        { label: m.cpd_accredited_online, value: total("online") },
        { label: m.cpd_declared_unchecked, value: total("declared") },
        { label: m.cpd_file_counted_to, value: today },
      ],
      y,
    ) +
    6 * mm
  );
}

/** Tagged A4 in both languages. Throws Unauthenticated, RateLimited. */
export async function recordPdf(ctx: Ctx) {
  const { id, name } = requireViewer(ctx);
  await consumeRateLimit(ctx, "documentPerAccount", id);
  const record = await recordOf(ctx, id);
  const seller = await sellerSettings(ctx);
  const [rows, today] = [rowsOf(record), riyadhDate(ctx.now())];
  const title = `${m.cpd_file_title({}, { locale: ctx.locale })} ${today}`;
  const bytes = await pdfFile(
    { title, author: seller.nameEng, at: ctx.now(), locale: ctx.locale },
    async (pdf, nextPage) => {
      let y = headOfTable(pdf, headOfRecord(pdf, name, record, today));
      const foot = () => {
        pdf.rule(left, footRule, width, { color: colours.edge });
      };
      for (const row of rows) {
        await letVisitorsIn();
        if (rowOfTable(pdf, row, y, true) > bottom) {
          foot();
          nextPage();
          y = headOfTable(pdf, top);
        }
        y = rowOfTable(pdf, row, y, false);
      }
      bilingual(pdf, both(m.cpd_shared_note), left, y + 5 * mm, width, { size: 8.5, color: colours.soft, part: 0.47 });
      foot();
    },
  );
  return { bytes: new Uint8Array(bytes), filename: `cpd-record-${today}.pdf` };
}
