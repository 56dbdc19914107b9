/** Styles of emails (shared/design/mails). They are inline, because many email programs ignore style sheets. */
import type { CSSProperties } from "react";
import type { Locale } from "#i18n/locale.ts";

export const colours = {
  ground: "#F6F2E9",
  card: "#FFFFFF",
  line: "#DDE5E1",
  ink: "#0B211E",
  ink2: "#3B4F4B",
  ink3: "#5A6D68",
  link: "#0C6155",
  onLink: "#FFFFFF",
  tint: "#E4F3EE",
  warning: "#FCF0D8",
  onWarning: "#855000",
  danger: "#FCEAE8",
  onDanger: "#B3261E",
  outline: "#7F918C",
  /** The calendar leaf of a course that does not take place for the reader. */
  leafOff: "#5A6D68",
  tintOff: "#EEF1EF",
  band: "#073A34",
  onBand: "#F4EFE3",
} as const;

const systemFonts = "-apple-system,BlinkMacSystemFont,'Segoe UI'";
export const fonts: Record<Locale, string> = {
  en: `${systemFonts},Roboto,'Helvetica Neue',Arial,sans-serif`,
  ar: `${systemFonts},'Noto Sans Arabic',Tahoma,Arial,sans-serif`,
};
/** Fonts for Word, which does not accept the longer lists of `fonts`. */
export const wordFonts: Record<Locale, string> = {
  en: "'Segoe UI',Arial,sans-serif",
  ar: "'Segoe UI',Tahoma,sans-serif",
};

type Size = "h1" | "h2" | "course" | "body" | "facts" | "small" | "foot" | "day" | "leaf" | "brand";
/** Font size and line height in pixels. */
const sizes: Record<Locale, Record<Size, [number, number]>> = {
  en: {
    h1: [28, 36],
    h2: [18, 26],
    course: [17, 25],
    body: [16, 26],
    facts: [15, 24],
    small: [14, 22],
    foot: [13, 21],
    day: [25, 30],
    leaf: [13, 20],
    brand: [20, 28],
  },
  ar: {
    h1: [27, 44],
    h2: [19, 32],
    course: [18, 31],
    body: [17, 31],
    facts: [16, 29],
    small: [15, 27],
    foot: [14, 25],
    day: [25, 30],
    leaf: [13, 22],
    brand: [20, 32],
  },
};

export type Tone = "ink" | "ink2" | "ink3";

/** Inline style of a text: font, size, line height, colour and weight. */
export function type(locale: Locale, size: Size, colour: string, weight = 400): CSSProperties {
  const [fontSize, lineHeight] = sizes[locale][size];
  return { fontFamily: fonts[locale], fontSize, lineHeight: `${lineHeight}px`, color: colour, fontWeight: weight };
}

/** The sides where a line starts and ends, as left and right, because Word does not support `start` and `end`. */
export const sides = (locale: Locale) =>
  locale === "ar" ? ({ start: "right", end: "left" } as const) : ({ start: "left", end: "right" } as const);

/** Style sheet with the rules that cannot be inline: for narrow screens, dark mode and Outlook's own dark mode. */
export const styleSheet = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%}
img{-ms-interpolation-mode:bicubic}
a[x-apple-data-detectors]{color:inherit!important;text-decoration:none!important}
@media (max-width:620px){
.out{padding:0!important}.card{border-radius:0!important;border:0!important}.bar{border-radius:0!important}
.pad{padding:28px 20px 10px!important}.head{padding:0 20px!important}.foot{padding:22px 20px 36px!important}
.lattice-cell,.lattice{width:120px!important}
.lattice{height:72px!important;object-fit:cover!important;object-position:left center!important}
}
@media (max-width:350px){.lattice-cell{display:none!important}.price td{display:block!important;text-align:start!important}}
@media (max-width:420px){.lattice-staff{display:none!important}}
@media (prefers-color-scheme:dark){
.ground{background-color:#071917!important}.card{background-color:#0C2320!important;border-color:#1F3D38!important}
.ink,.ink a{color:#EAF3F0!important}.ink2{color:#B9CBC6!important}.ink3,.ink3 a{color:#8FA6A0!important}
.link{color:#63CDB8!important}
.line{border-color:#1F3D38!important}.inkb{border-top-color:#EAF3F0!important}
.stone{background-color:#10231F!important}.tint{background-color:#10352F!important}
.warn{background-color:#33250A!important}.warn-t{color:#F2C36B!important}.dang{background-color:#3B1512!important}
.dang-t{color:#FFA79E!important}
.chip{background-color:#0C2320!important;border-color:#1F3D38!important;color:#B9CBC6!important}
.btn,.leaf-m{background-color:#63CDB8!important}.btn-t,.leaf-m{color:#04201B!important}
.leaf-off{background-color:#4A625C!important;color:#FFFFFF!important}
.btns{background-color:#0C2320!important;border-color:#66827B!important}.btns-t{color:#63CDB8!important}
.btnd{background-color:#FFA79E!important}.btnd-t{color:#3B1512!important}
}
[data-ogsc] .ink,[data-ogsc] .ink a{color:#EAF3F0!important}[data-ogsc] .ink2{color:#B9CBC6!important}
[data-ogsc] .ink3{color:#8FA6A0!important}
[data-ogsc] .link{color:#63CDB8!important}[data-ogsb] .ground{background-color:#071917!important}
[data-ogsb] .card{background-color:#0C2320!important}
`;
