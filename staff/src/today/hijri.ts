/** The day of the Umm al-Qura calendar in Riyadh, such as `12 Jumada II 1448`. */
export function hijriDay(now: Date, locale: string): string {
  const tag = locale === "ar" ? "ar-SA-u-ca-islamic-umalqura-nu-latn" : "en-GB-u-ca-islamic-umalqura";
  const format = new Intl.DateTimeFormat(tag, {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "Asia/Riyadh",
  });
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
  return ["day", "month", "year"].map((type) => parts.get(type as "day")).join(" ");
}
