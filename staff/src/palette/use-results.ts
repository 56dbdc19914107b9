import { listPath } from "../frame/list-state.ts";
import { useLocaleState } from "../frame/locale.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { m, findMessage, toSnakeCase, type NameIn } from "../messages.ts";
import { callStaff } from "../api.ts";
import { openKeyboardList } from "../layout/palette-events.ts";
import { itemPath } from "../parts/item-path.ts";
import { useFormats } from "../parts/formats.ts";
import { useDebounced } from "../parts/use-debounced.ts";
import type { IconName } from "../parts/portal-icon-names.ts";
import { useCan } from "../frame/session.ts";
import { getCreations, pageKeys, getMenuPages, getSearches } from "./commands.ts";

export interface Result {
  key: string;
  icon: IconName;
  label: string;
  detail?: string;
  /** Keyboard shortcut with the same effect. */
  keys?: string[];
  /** Whether the result is shown beside found records even if its label does not match. */
  isAlwaysListed?: boolean;
  /** Path of the page to open. A result has either `to` or `run`. */
  to?: string;
  run?: () => void;
}
export interface ResultGroup {
  name: NameIn<"palette_groups">;
  results: Result[];
}

function useSearch(text: string) {
  const searchText = useDebounced(text.trim(), 150);
  return useQuery({
    queryKey: ["find", searchText],
    enabled: searchText !== "" && !searchText.startsWith(">"),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    queryFn: ({ signal }) => callStaff("GET /api/staff/find", { q: searchText }, signal),
  });
}

/** Returns the results for a text in groups: records, actions, pages. A text that starts with `>` finds no records. */
export function useResults(text: string): { groups: ResultGroup[]; isSearching: boolean } {
  const { nearDays, inCurrency, joinWithCommas, localized } = useFormats();
  const [locale, setLocale] = useLocaleState();
  const can = useCan();
  const { data, isFetching } = useSearch(text);
  const isCommand = text.startsWith(">");
  const query = text.replace(/^>/, "").trim().toLowerCase();
  const matches = isCommand || query === "" ? undefined : data;
  const otherLocale = locale === "ar" ? "en" : "ar";

  const records: ResultGroup[] = matches
    ? [
        {
          name: "orders",
          results: matches.orders.map(({ id, buyer, status, total }) => ({
            key: `order-${id}`,
            icon: "receipt-text",
            label: `#${id} ${buyer}`,
            detail: `${findMessage(`staff_order_state_${status}`) ?? status} · ${inCurrency(total)}`,
            to: `/orders/${id}`,
          })),
        },
        {
          name: "people",
          results: matches.people.map(({ id, name, email, scfhs_number }) => ({
            key: `person-${id}`,
            icon: "user-round",
            label: name,
            detail: joinWithCommas(email, scfhs_number),
            to: `/people/${id}`,
          })),
        },
        {
          name: "runs",
          results: matches.runs.map(({ id, name_eng, name_ar, startDate, endDate }) => ({
            key: `run-${id}`,
            icon: "calendar-days",
            label: localized(name_eng, name_ar),
            detail: nearDays(startDate, endDate),
            to: `/runs/${id}`,
          })),
        },
        {
          name: "content",
          results: matches.content.map(({ id, entity, title }) => ({
            key: `content-${id}`,
            icon: entity === "course" ? "graduation-cap" : "newspaper",
            label: title,
            detail: m[`staff_today_arabic_kinds_${toSnakeCase(entity)}`](),
            to: itemPath(id),
          })),
        },
      ]
    : [];
  const actions: Result[] = [
    ...getCreations(can).map(({ name, to, icon }) => ({ key: name, icon, label: m[name](), to })),
    {
      key: "language",
      icon: "languages",
      label: m.staff_palette_other_language(),
      ...(query !== "" ? { detail: m.staff_palette_always_here() } : {}),
      isAlwaysListed: true,
      keys: ["Alt L"],
      run: () => setLocale(otherLocale),
    },
    { key: "keys", icon: "keyboard", label: m.staff_palette_keyboard(), keys: ["?"], run: openKeyboardList },
  ];
  const pageResults: Result[] = getMenuPages(can).map(({ name, to, icon }) => ({
    key: `place-${name}`,
    icon,
    label: m[`staff_menu_${name}`](),
    to,
    ...(pageKeys[name] ? { keys: ["G", pageKeys[name]] } : {}),
  }));
  const hasRecords = records.some(({ results }) => results.length > 0);
  const matchesQuery = ({ label, isAlwaysListed }: Result) =>
    (isAlwaysListed === true && hasRecords) || label.toLowerCase().includes(query);
  const searches: Result[] = getSearches(can)
    .filter(({ name }) => (matches?.[name].length ?? 0) > 0)
    .map(({ name, icon }) => ({
      key: `all-${name}`,
      icon,
      label: m[`staff_palette_all_${name}`]({ text: text.trim() }),
      to: listPath(`/${name}`, { q: text.trim() }),
    }));
  const groups: ResultGroup[] = [
    ...records,
    { name: "do", results: actions.filter(matchesQuery) },
    { name: "go", results: [...searches, ...pageResults.filter(matchesQuery)] },
  ];
  return { groups: groups.filter(({ results }) => results.length > 0), isSearching: isFetching };
}
