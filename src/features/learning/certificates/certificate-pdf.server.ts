/**
 * Draws certificates as PDF files in both languages on A4 landscape, as designed in design/mails/doc-certificate. All
 * measures are in points.
 */
import { pdfFile, mm, type PdfPage, type TextStyle } from "#platform/pdf/pdf-layout.server.ts";
import { qrPicture } from "#ui/qr-image.ts";
import { fitting } from "#platform/pdf/letter.server.ts";
import { drawMark, wordmark } from "#platform/pdf/letter.server.ts";
import { fullDate, riyadhDate, weekdayRange } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import type { Locale } from "#i18n/locale.ts";
import { formatScfhsNumber, type IssuedCertificate } from "./certificate.ts";
import { getWording, type Wording } from "./wordings.ts";

const sheet = { width: 297 * mm, height: 210 * mm };
const border = { x: 13.5 * mm, y: 10.5 * mm, width: 270 * mm, height: 189 * mm, tile: 9 * mm };
const left = border.x + 22 * mm;
const right = sheet.width - left;
const width = right - left;
const columnWidth = width / 2 - 13 * mm;
const colours = {
  green: "#0c6155",
  ink: "#0b211e",
  soft: "#3b4f4b",
  quiet: "#5a6d68",
  line: "#7f918c",
  pale: "#c9d4cf",
};
const qrSide = 25 * mm;
const qrTop = sheet.height - border.y - 48 * mm;

/** One eight-pointed star in a tile of 9 units. */
const star = [
  [9, 4.5],
  [7.68, 5.82],
  [7.68, 7.68],
  [5.82, 7.68],
  [4.5, 9],
  [3.18, 7.68],
  [1.32, 7.68],
  [1.32, 5.82],
  [0, 4.5],
  [1.32, 3.18],
  [1.32, 1.32],
  [3.18, 1.32],
  [4.5, 0],
  [5.82, 1.32],
  [7.68, 1.32],
  [7.68, 3.18],
] as const;
const getStarPath = (column: number, row: number): string =>
  `M${star.map(([x, y]) => `${(x + column * 9).toFixed(2)} ${(y + row * 9).toFixed(2)}`).join("L")}Z`;

const columns = 30;
const rows = 21;
const tiles = Array.from(
  { length: columns * rows },
  (_, index) => [index % columns, Math.floor(index / columns)] as const,
);
const isEdge = (index: number, count: number) => index === 0 || index === count - 1;
const edge = tiles.filter(([column, row]) => isEdge(column, columns) || isEdge(row, rows));
const borderPath = edge.map((tile) => getStarPath(...tile)).join("");
const cornerPath = edge
  .filter(([column, row]) => isEdge(column, columns) && isEdge(row, rows))
  .map((tile) => getStarPath(...tile))
  .join("");

function drawBorder(pdf: PdfPage): void {
  const { x, y, width, height, tile } = border;
  pdf.decorate((doc) => {
    doc.save().translate(x, y).scale(mm);
    doc.path(borderPath).lineWidth(0.18).lineJoin("round").strokeOpacity(0.42).stroke(colours.green);
    doc.strokeOpacity(1).path(cornerPath).fill(colours.green).restore();
    doc
      .rect(x, y, width, height)
      .lineWidth(0.35 * mm)
      .stroke(colours.green);
    doc
      .rect(x + tile, y + tile, width - 2 * tile, height - 2 * tile)
      .lineWidth(0.2 * mm)
      .stroke(colours.green);
  });
}

const getTextDirection = (locale: Locale) => (locale === "ar" ? "rtl" : "ltr");

/** Draws one line of text, reduced in size until it fits. Returns where the next line starts. */
function drawLine(pdf: PdfPage, text: string, x: number, y: number, style: TextStyle): number {
  const fittingStyle = fitting(pdf, text, style);
  pdf.text(text, x, y, fittingStyle);
  return y + style.size * (style.line ?? 1.5);
}

interface PersonTexts {
  name: string;
  registration: string | null;
  title: string;
  details: string[];
}

function buildPersonTexts({ holder, activity }: IssuedCertificate, wording: Wording, locale: Locale): PersonTexts {
  const isEn = locale === "en";
  const { accreditation } = activity;
  const comma = isEn ? ", " : "، ";
  const days = `${weekdayRange(activity.startDate, activity.endDate, locale)}${comma}${wording.days(activity.days)[locale]}`;
  const location = [isEn ? activity.venueEng : activity.venueAr, isEn ? activity.countryEng : activity.countryAr];
  return {
    name: isEn ? holder.nameEng : holder.nameAr,
    registration: holder.scfhsNumber
      ? `${wording.registration[locale]} ${isolate(formatScfhsNumber(holder.scfhsNumber))}`
      : null,
    title: isEn ? activity.titleEng : activity.titleAr,
    details: [
      days,
      location.join(comma),
      ...(accreditation
        ? [
            `${wording.body[locale]}: ${isEn ? accreditation.bodyEng : accreditation.bodyAr}`,
            `${wording.specialty[locale]}: ${isEn ? accreditation.specialtyEng : accreditation.specialtyAr}`,
          ]
        : []),
    ],
  };
}

function drawPerson(pdf: PdfPage, certificate: IssuedCertificate, wording: Wording, locale: Locale, top: number): void {
  const base = getTextDirection(locale);
  const x = locale === "en" ? left : right - columnWidth;
  const style = { width: columnWidth, base } as const;
  const { name, registration, title, details } = buildPersonTexts(certificate, wording, locale);
  const quiet = { ...style, size: 10.5, color: colours.quiet };
  let y = pdf.text(wording.awarded[locale], x, top, quiet) + 1 * mm;
  y = drawLine(pdf, name, x, y, { ...style, size: 30, line: locale === "en" ? 1.3 : 1.5, weight: "display" });
  if (registration) y = drawLine(pdf, registration, x, y + 0.5 * mm, { ...style, size: 9.5, color: colours.soft });
  y = pdf.text(wording.attending[locale], x, y + 5.5 * mm, quiet) + 1 * mm;
  // A long title is set smaller, so that it stays above the footer.
  const getTitleStyle = (size: number) =>
    ({ ...style, size, weight: "strong", line: locale === "en" ? 1.35 : 1.6 }) as const;
  const size = [15, 13, 11, 9].find((size) => pdf.height(title, getTitleStyle(size)) <= 17 * mm) ?? 8;
  y = pdf.text(title, x, y, getTitleStyle(size)) + 1.5 * mm;
  for (const detail of details) y = drawLine(pdf, detail, x, y, { ...style, size: 9.5, color: colours.soft });
}

function drawFooter(pdf: PdfPage, certificate: IssuedCertificate, wording: Wording): void {
  const { activity, number } = certificate;
  const bottom = qrTop + qrSide;
  const gap = 7 * mm;
  const columnShares = [0.72, 1.35, 1.35, 1.05];
  const fieldsWidth = width - qrSide - gap * columnShares.length;
  const unit = fieldsWidth / columnShares.reduce((sum, share) => sum + share, 0);
  const { accreditation } = activity;
  const fields = [
    { value: String(activity.hours), label: accreditation ? wording.cmeHours : wording.hours, isDisplay: true },
    ...(accreditation
      ? [
          { value: accreditation.activityReference, label: wording.activityReference },
          { value: accreditation.number, label: wording.accreditationNumber },
        ]
      : []),
    { value: "", label: wording.signature },
  ];
  let x = left;
  for (const [index, { value, label, ...options }] of fields.entries()) {
    const fieldWidth = unit * (accreditation ? (columnShares[index] ?? 1) : ([0.72, 1.05][index] ?? 1));
    pdf.rule(x, bottom - 6.5 * mm, fieldWidth, { color: colours.line });
    const style = { width: fieldWidth, base: "ltr" } as const;
    if (value) {
      const valueStyle = fitting(pdf, value, {
        ...style,
        ...("isDisplay" in options
          ? { size: 19, weight: "display" as const }
          : { size: 11, weight: "strong" as const }),
      });
      pdf.text(value, x, bottom - 7.6 * mm - valueStyle.size * ("isDisplay" in options ? 1.2 : 1.4), valueStyle);
    }
    // Draws the label in English and below it in Arabic.
    const quiet = { color: colours.quiet, line: 1.3 };
    pdf.text(label.en, x, bottom - 5.6 * mm, { ...style, ...quiet, size: 7.5 });
    pdf.text(label.ar, x, bottom - 2.2 * mm, { ...style, ...quiet, size: 8, base: "rtl", align: "left" });
    x += fieldWidth + gap;
  }
  const { path, size } = qrPicture(`${certificate.issuer.verifyUrl}/${number}`);
  pdf.figure(wording.qr.en, [right - qrSide, qrTop, right, qrTop + qrSide], (doc) =>
    doc
      .save()
      .translate(right - qrSide, qrTop)
      .scale(qrSide / size)
      .path(path)
      .fill(colours.ink)
      .restore(),
  );
  const issued = riyadhDate(certificate.issuedAt);
  const address = certificate.issuer.verifyUrl.replace(/^https?:\/\//, "");
  const texts = {
    en: wording.check({ date: fullDate(issued, "en"), address, number }).en,
    ar: wording.check({ date: fullDate(issued, "ar"), address, number }).ar,
  };
  const y = bottom + 4 * mm;
  drawLine(pdf, texts.en, left, y, { width: width * 0.56, base: "ltr", size: 8.5, color: colours.soft });
  const arabic = { width: width * 0.43, base: "rtl", size: 9, color: colours.soft } as const;
  drawLine(pdf, texts.ar, right - arabic.width, y - 1, arabic);
}

/** Draws a certificate, each time with exactly the same text. `locale` is the language of the PDF's title. */
export function certificatePdf(certificate: IssuedCertificate, locale: Locale): Promise<Uint8Array> {
  const wording = getWording(certificate.wordingVersion);
  const { issuer, number, issuedAt } = certificate;
  const title = `${wording.title[locale]} ${number}`;
  const metadata = { title, author: issuer.nameEng, at: issuedAt, locale, layout: "landscape" as const };
  return pdfFile(metadata, async (pdf) => {
    drawBorder(pdf);
    const top = border.y + 16 * mm;
    drawMark(pdf, sheet.width / 2 - 8.5 * mm, top, 17 * mm);
    const company = { size: 13, color: colours.soft, width: columnWidth - 12 * mm };
    wordmark(pdf, issuer.nameEng, left, top + 4 * mm, { ...company, base: "ltr" });
    wordmark(pdf, issuer.nameAr, right - company.width, top + 4 * mm, { ...company, base: "rtl" });
    const heading = { size: 27, weight: "display", color: colours.green, tag: "H1", line: 1.35 } as const;
    pdf.text(wording.title.en, left, top + 23 * mm, { ...heading, width: width * 0.6, base: "ltr" });
    pdf.text(wording.title.ar, left + width * 0.6, top + 23 * mm, { ...heading, width: width * 0.4, base: "rtl" });
    const personTop = top + 43 * mm;
    pdf.decorate((doc) => doc.rect(sheet.width / 2, personTop, 0.5, qrTop - personTop - 7 * mm).fill(colours.pale));
    for (const language of ["en", "ar"] as const) {
      drawPerson(pdf, certificate, wording, language, personTop);
    }
    drawFooter(pdf, certificate, wording);
  });
}
