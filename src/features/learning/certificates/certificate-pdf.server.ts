/** Certificates as PDF, following design/mails/doc-certificate: A4 landscape, both languages. Measures in points. */
import { pdfFile, mm, type PdfPage, type TextStyle } from "#platform/pdf/pdf-layout.server.ts";
import { qrPicture } from "#ui/qr-image.ts";
import { fitting } from "#platform/pdf/letter.server.ts";
import { drawMark, wordmark } from "#platform/pdf/letter.server.ts";
import { fullDate, riyadhDate, weekdayRange } from "#i18n/dates.ts";
import { isolate } from "#i18n/isolate.ts";
import type { Locale } from "#i18n/locale.ts";
import { scfhsWithDashes, type IssuedCertificate } from "./certificate.ts";
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
const starAt = (column: number, row: number): string =>
  `M${star.map(([x, y]) => `${(x + column * 9).toFixed(2)} ${(y + row * 9).toFixed(2)}`).join("L")}Z`;

const columns = 30;
const rows = 21;
const tiles = Array.from({ length: columns * rows }, (_, at) => [at % columns, Math.floor(at / columns)] as const);
const isEdge = (at: number, count: number) => at === 0 || at === count - 1;
const edge = tiles.filter(([column, row]) => isEdge(column, columns) || isEdge(row, rows));
const borderPath = edge.map((tile) => starAt(...tile)).join("");
const cornerPath = edge
  .filter(([column, row]) => isEdge(column, columns) && isEdge(row, rows))
  .map((tile) => starAt(...tile))
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

/** Draws one line, as small as needed. */
function line(pdf: PdfPage, text: string, x: number, y: number, style: TextStyle): number {
  const fits = fitting(pdf, text, style);
  pdf.text(text, x, y, fits);
  return y + style.size * (style.line ?? 1.5);
}

interface Told {
  name: string;
  registration: string | null;
  title: string;
  details: string[];
}

function buildPersonTexts({ holder, activity }: IssuedCertificate, words: Wording, locale: Locale): Told {
  const isEn = locale === "en";
  const { accreditation } = activity;
  const comma = isEn ? ", " : "، ";
  const days = `${weekdayRange(activity.startDate, activity.endDate, locale)}${comma}${words.days(activity.days)[locale]}`;
  const place = [isEn ? activity.venueEng : activity.venueAr, isEn ? activity.countryEng : activity.countryAr];
  return {
    name: isEn ? holder.nameEng : holder.nameAr,
    registration: holder.scfhsNumber
      ? `${words.registration[locale]} ${isolate(scfhsWithDashes(holder.scfhsNumber))}`
      : null,
    title: isEn ? activity.titleEng : activity.titleAr,
    details: [
      days,
      place.join(comma),
      ...(accreditation
        ? [
            `${words.body[locale]}: ${isEn ? accreditation.bodyEng : accreditation.bodyAr}`,
            `${words.specialty[locale]}: ${isEn ? accreditation.specialtyEng : accreditation.specialtyAr}`,
          ]
        : []),
    ],
  };
}

function drawPerson(pdf: PdfPage, certificate: IssuedCertificate, words: Wording, locale: Locale, from: number): void {
  const base = getTextDirection(locale);
  const x = locale === "en" ? left : right - columnWidth;
  const style = { width: columnWidth, base } as const;
  const { name, registration, title, details } = buildPersonTexts(certificate, words, locale);
  const quiet = { ...style, size: 10.5, color: colours.quiet };
  let y = pdf.text(words.awarded[locale], x, from, quiet) + 1 * mm;
  y = line(pdf, name, x, y, { ...style, size: 30, line: locale === "en" ? 1.3 : 1.5, weight: "display" });
  if (registration) y = line(pdf, registration, x, y + 0.5 * mm, { ...style, size: 9.5, color: colours.soft });
  y = pdf.text(words.attending[locale], x, y + 5.5 * mm, quiet) + 1 * mm;
  // A title of three lines is smaller, so that it stays above the footer.
  const sized = (size: number) => ({ ...style, size, weight: "strong", line: locale === "en" ? 1.35 : 1.6 }) as const;
  const size = [15, 13, 11, 9].find((size) => pdf.height(title, sized(size)) <= 17 * mm) ?? 8;
  y = pdf.text(title, x, y, sized(size)) + 1.5 * mm;
  for (const detail of details) y = line(pdf, detail, x, y, { ...style, size: 9.5, color: colours.soft });
}

function drawFoot(pdf: PdfPage, certificate: IssuedCertificate, words: Wording): void {
  const { activity, number } = certificate;
  const bottom = qrTop + qrSide;
  const gap = 7 * mm;
  const parts = [0.72, 1.35, 1.35, 1.05];
  const room = width - qrSide - gap * parts.length;
  const unit = room / parts.reduce((sum, part) => sum + part, 0);
  const { accreditation } = activity;
  const fields = [
    { value: String(activity.hours), label: accreditation ? words.cmeHours : words.hours, isDisplay: true },
    ...(accreditation
      ? [
          { value: accreditation.activityReference, label: words.activityReference },
          { value: accreditation.number, label: words.accreditationNumber },
        ]
      : []),
    { value: "", label: words.signature },
  ];
  let x = left;
  for (const [at, { value, label, ...look }] of fields.entries()) {
    const wide = unit * (accreditation ? (parts[at] ?? 1) : ([0.72, 1.05][at] ?? 1));
    pdf.rule(x, bottom - 6.5 * mm, wide, { color: colours.line });
    const style = { width: wide, base: "ltr" } as const;
    if (value) {
      const valueStyle = fitting(pdf, value, {
        ...style,
        ...("isDisplay" in look ? { size: 19, weight: "display" as const } : { size: 11, weight: "strong" as const }),
      });
      pdf.text(value, x, bottom - 7.6 * mm - valueStyle.size * ("isDisplay" in look ? 1.2 : 1.4), valueStyle);
    }
    // Draws a label in both languages on one line where there is room, else below each other.
    const quiet = { color: colours.quiet, line: 1.3 };
    pdf.text(label.en, x, bottom - 5.6 * mm, { ...style, ...quiet, size: 7.5 });
    pdf.text(label.ar, x, bottom - 2.2 * mm, { ...style, ...quiet, size: 8, base: "rtl", align: "left" });
    x += wide + gap;
  }
  const { path, size } = qrPicture(`${certificate.issuer.verifyUrl}/${number}`);
  pdf.figure(words.qr.en, [right - qrSide, qrTop, right, qrTop + qrSide], (doc) =>
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
    en: words.check({ date: fullDate(issued, "en"), address, number }).en,
    ar: words.check({ date: fullDate(issued, "ar"), address, number }).ar,
  };
  const y = bottom + 4 * mm;
  line(pdf, texts.en, left, y, { width: width * 0.56, base: "ltr", size: 8.5, color: colours.soft });
  const arabic = { width: width * 0.43, base: "rtl", size: 9, color: colours.soft } as const;
  line(pdf, texts.ar, right - arabic.width, y - 1, arabic);
}

/** Draws a certificate. The text is byte-identical every time. `locale` is for the title that a PDF reader shows. */
export function certificatePdf(certificate: IssuedCertificate, locale: Locale): Promise<Uint8Array> {
  const words = getWording(certificate.wording);
  const { issuer, number, issuedAt } = certificate;
  const title = `${words.title[locale]} ${number}`;
  const about = { title, author: issuer.nameEng, at: issuedAt, locale, layout: "landscape" as const };
  return pdfFile(about, async (pdf) => {
    drawBorder(pdf);
    const top = border.y + 16 * mm;
    drawMark(pdf, sheet.width / 2 - 8.5 * mm, top, 17 * mm);
    const company = { size: 13, color: colours.soft, width: columnWidth - 12 * mm };
    wordmark(pdf, issuer.nameEng, left, top + 4 * mm, { ...company, base: "ltr" });
    wordmark(pdf, issuer.nameAr, right - company.width, top + 4 * mm, { ...company, base: "rtl" });
    const heading = { size: 27, weight: "display", color: colours.green, tag: "H1", line: 1.35 } as const;
    pdf.text(words.title.en, left, top + 23 * mm, { ...heading, width: width * 0.6, base: "ltr" });
    pdf.text(words.title.ar, left + width * 0.6, top + 23 * mm, { ...heading, width: width * 0.4, base: "rtl" });
    const people = top + 43 * mm;
    pdf.decorate((doc) => doc.rect(sheet.width / 2, people, 0.5, qrTop - people - 7 * mm).fill(colours.pale));
    for (const one of ["en", "ar"] as const) {
      drawPerson(pdf, certificate, words, one, people);
    }
    drawFoot(pdf, certificate, words);
  });
}
