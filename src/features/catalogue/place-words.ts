import { dayAndMonth } from "#i18n/dates.ts";
import { normaliseInput } from "#i18n/input-text.ts";
import { locales } from "#i18n/locale.ts";

/** Normalises spellings as search_normalize does: `جده` and `جدة`, `ینایر` and `يناير`, `RIYADH` and `Riyadh`. */
const fold = (text: string): string =>
  normaliseInput(text)
    .normalize("NFD")
    .replaceAll(/[\p{M}\u0640]/gu, "")
    .replaceAll("ٱ", "ا")
    .replaceAll("ة", "ه")
    .replaceAll(/[ىی]/gu, "ي")
    .replaceAll("ک", "ك")
    .toLowerCase();

const splitWords = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The venue of a run. Its name ends in the city, such as `Training centre, Riyadh`. */
export interface Venue {
  venueEng: string;
  venueAr: string | null;
  /** Whether each part of the name alone names the venue, as in `Online, live`. */
  isOnline: boolean;
}

/** The typed words of a search that name a city or month, and the remaining words. */
interface Named {
  named: string;
  rest: string;
}

/** Removes the article, so that `الرياض` and `رياض`, or `Al-Khobar` and `Khobar`, are equal. */
const stripArticle = (word: string): string => word.replace(/^(?:al|[وف]?(?:بال|كال|ال|لل))(?=\p{L}{3})/u, "");
/** Lists the word and the word without an Arabic prefix: `بجدة` ("in Jeddah") also gives `جدة`. */
const listSpellings = (word: string): string[] => [word, word.replace(/^[وبل](?=\p{L}{3})/u, "")].map(stripArticle);
/** From this length on, the beginning of a name is enough: `Riyad`, `Jedda`. */
const minBeginning = 5;
const isNameOf = (word: string, name: string): boolean =>
  listSpellings(word).some(
    (spelling) =>
      spelling === stripArticle(name) || (spelling.length >= minBeginning && stripArticle(name).startsWith(spelling)),
  );
const smallWords = new Set(["in", "at", "al", "في"].map(fold));
const isSmall = (word: string) => splitWords(word).every((part) => smallWords.has(part));

const splitTyped = (search: string): string[] => normaliseInput(search).split(" ").filter(Boolean);

/**
 * Finds the venues that a search names, by English name. By default a city anywhere in the search is enough (`سلامة
 * جدة`). With `isWhole`, all words of the search must belong to the name of one venue (`training centre`). Null when it
 * names none.
 */
export function venuesNamed(
  search: string,
  venues: readonly Venue[],
  { isWhole = false } = {},
): ({ venues: string[] } & Named) | null {
  const typed = splitTyped(search);
  const names = venues.flatMap(({ venueEng, venueAr, isOnline }) =>
    [venueEng, venueAr ?? ""].flatMap((text) =>
      (isWhole ? [text] : text.split(/[,،]/).slice(isOnline ? 0 : -1)).map((name) => ({
        venueEng,
        words: splitWords(name).filter((word) => !smallWords.has(word)),
      })),
    ),
  );
  const words = typed.flatMap(splitWords).filter((word) => !smallWords.has(word));
  const isNamed = (name: string[]) =>
    isWhole
      ? name.length > 0 && words.every((word) => name.some((part) => isNameOf(word, part)))
      : // A city of several words must match all of them.
        name.length > 0 && name.every((part) => words.some((word) => isNameOf(word, part)));
  const matches = words.length > 0 ? names.filter((name) => isNamed(name.words)) : [];
  if (matches.length === 0) return null;
  const isUsed = (typedWord: string) =>
    splitWords(typedWord).every(
      (part) => smallWords.has(part) || matches.some((match) => match.words.some((name) => isNameOf(part, name))),
    );
  return {
    venues: [...new Set(matches.map(({ venueEng }) => venueEng))],
    named: typed.filter((word) => isUsed(word) && !isSmall(word)).join(" "),
    rest: typed.filter((word) => !isUsed(word)).join(" "),
  };
}

/** Month numbers by name: `january`, `jan` and `يناير` give `01`. */
const months = new Map(
  Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, "0")).flatMap((month) =>
    locales.flatMap((locale) => {
      const name = fold(dayAndMonth(`2000-${month}-01`, locale).split(" ")[1] ?? "");
      return [name, ...(locale === "en" ? [name.slice(0, 3)] : [])].map((spelling): [string, string] => [
        spelling,
        month,
      ]);
    }),
  ),
);
months.set("sept", "09");
/** Names of months that are also other words. */
const otherWords = new Set(["may", "mar", "march", "مارس"].map(fold));

/** Finds the month that a search names: `01`, or with a year `2027-01`. Null when it names none. */
export function monthNamed(search: string): ({ month: string; isOtherWord: boolean } & Named) | null {
  const typed = splitTyped(search);
  const findMonthName = (typedWord: string) =>
    splitWords(typedWord)
      .flatMap(listSpellings)
      .find((word) => months.has(word));
  const word = typed.find(findMonthName);
  const name = word === undefined ? undefined : findMonthName(word);
  if (name === undefined) return null;
  const year = typed.find((typedWord) => /^20\d\d$/.test(typedWord));
  const isUsed = (typedWord: string) => typedWord === word || typedWord === year;
  return {
    month: `${year === undefined ? "" : `${year}-`}${months.get(name)}`,
    isOtherWord: otherWords.has(name) && year === undefined,
    named: typed.filter(isUsed).join(" "),
    rest: typed.filter((typedWord) => !isUsed(typedWord) && !isSmall(typedWord)).join(" "),
  };
}
