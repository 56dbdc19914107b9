import { useMemo } from "react";
import { useLocale } from "../frame/locale.ts";
import { m } from "../messages.ts";
import { formatDate, formatDays, formatMoney } from "../parts/formats.ts";

/** Returns formatters. They stay the same functions until the language changes. */
export function useDoorFormats() {
  const locale = useLocale() === "ar" ? "ar" : "en";
  return useMemo(
    () => ({
      localized: (english: string, arabic: string | null) => (locale === "ar" && arabic ? arabic : english),
      time: (instant: string) => (instant ? formatDate(instant, "time", locale) : ""),
      date: (instant: string) => formatDate(instant, "dayMonth", locale),
      range: (from: string, to: string) => formatDays(from, to, locale),
      money: (riyals: string) => m.staff_shell_in_currency({ amount: formatMoney(riyals) }),
      joinWithCommas: (...texts: string[]) => texts.join(locale === "ar" ? "، " : ", "),
    }),
    [locale],
  );
}
