import { dayAndMonth } from "#i18n/dates.ts";
import { normaliseInput } from "#i18n/input-text.ts";
import { locales } from "#i18n/locale.ts";

/** Normalises spellings of a place: `جده` and `جدة`, `RIYADH` and `Riyadh`. */
const fold = (text: string): string =>
  normaliseInput(text)
    .normalize("NFD")
    .replaceAll(/[\p{M}\u0640]/gu, "")
    .replaceAll(/[أإآٱ]/gu, "ا")
    .replaceAll("ة", "ه")
    .replaceAll("ى", "ي")
    .toLowerCase();

const splitWords = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** `venueEng` ends in the city: `Training centre, Riyadh`. */
export interface Venue {
  venueEng: string;
  venueAr: string | null;
}

/** A city may have a preposition or article: `في الرياض`, `بجدة`. */
const spellings = (word: string): string[] => [word, word.replace(/^[بل](?=\p{L}{3})/u, "")];
const small = new Set(["in", "at", "في"].map(fold));

/**
 * Finds the venues that a search names and the other words: a city anywhere in it (`سلامة جدة`), or with `isWhole`
 * words of a venue that are all of it (`training centre`). Null when it names none.
 */
export function venuesNamed(
  search: string,
  venues: readonly Venue[],
  { isWhole = false } = {},
): { venues: string[]; rest: string } | null {
  const typed = normaliseInput(search).split(" ").filter(Boolean);
  const named = venues.flatMap(({ venueEng, venueAr }) =>
    [venueEng, venueAr ?? ""].map((text) => ({ venueEng, text, city: splitWords(text.split(/[,،]/).at(-1) ?? "") })),
  );
  if (isWhole) {
    const typedWords = typed.flatMap(splitWords);
    const matches = named.filter(
      ({ text }) => typedWords.length > 0 && typedWords.every((word) => splitWords(text).includes(word)),
    );
    return matches.length > 0 ? { venues: [...new Set(matches.map(({ venueEng }) => venueEng))], rest: "" } : null;
  }
  // A city of several words must match all of them.
  const has = (word: string) => typed.some((one) => splitWords(one).some((part) => spellings(part).includes(word)));
  const cityMatches = named.filter(({ city }) => city.length > 0 && city.every(has));
  if (cityMatches.length === 0) return null;
  const used = new Set(cityMatches.flatMap(({ city }) => city));
  const isUsed = (one: string) =>
    splitWords(one).every((part) => small.has(part) || spellings(part).some((spelling) => used.has(spelling)));
  return {
    venues: [...new Set(cityMatches.map(({ venueEng }) => venueEng))],
    rest: typed.filter((one) => !isUsed(one)).join(" "),
  };
}

/** `january` and `يناير` to `01`; in English the first three letters are enough. */
const months = new Map(
  Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, "0")).flatMap((month) =>
    locales.flatMap((locale) => {
      const name = fold(dayAndMonth(`2000-${month}-01`, locale).split(" ")[1] ?? "");
      return [name, ...(locale === "en" ? [name.slice(0, 3)] : [])].map((one): [string, string] => [one, month]);
    }),
  ),
);

/** Finds the month that a search names, `01` or with a year `2027-01`, and the other words; null without one. */
export function monthNamed(search: string): { month: string; rest: string } | null {
  const typed = normaliseInput(search).split(" ").filter(Boolean);
  const findMonth = (one: string) => spellings(fold(one)).flatMap((word) => months.get(word) ?? [])[0];
  const named = typed.find((one) => findMonth(one));
  if (named === undefined) return null;
  const year = typed.find((one) => /^20\d\d$/.test(one));
  const rest = typed.filter((one) => one !== named && one !== year && !small.has(fold(one)));
  return { month: `${year === undefined ? "" : `${year}-`}${findMonth(named)}`, rest: rest.join(" ") };
}
