import type { ReactNode } from "react";
import { Label } from "#i18n/label.tsx";
import { Link } from "#i18n/link.tsx";
import { m } from "#messages";
import { searchAddress, type Query } from "../query.ts";
import { kinds, type SearchResults, type Kind } from "../search.ts";

export const kindLabel: Record<Kind, () => ReactNode> = {
  course: () => <Label name="courses">{m.search_type_course()}</Label>,
  page: m.search_type_page,
  news: m.search_type_news,
  faq: m.search_type_faq,
};

/** With counts; below 992 px a row that scrolls sideways. */
export function TypeFilter({ query, found }: { query: Query; found: SearchResults }) {
  const counted = kinds.map((kind) => ({
    type: kind,
    label: kindLabel[kind](),
    count: found.groups.find((group) => group.type === kind)?.total ?? 0,
  }));
  const all = {
    type: undefined,
    label: m.search_type_all(),
    count: counted.reduce((sum, { count }) => sum + count, 0),
  };
  return (
    <nav
      aria-label={m.search_types()}
      className="lg:sticky lg:top-8 max-lg:-mx-gutter max-lg:overflow-x-auto max-lg:px-gutter max-lg:[scrollbar-width:none]"
    >
      <ul className="flex gap-1 max-lg:w-max lg:grid">
        {[all, ...counted]
          .filter(({ count, type }) => count > 0 || type === query.type)
          .map(({ type, label, count }) => (
            <li key={type ?? "all"}>
              <Link
                to={searchAddress({ q: query.q, type })}
                aria-current={type === query.type ? "true" : undefined}
                className="flex min-h-11 items-center justify-between gap-2 rounded-control px-3.5 py-2 whitespace-nowrap text-ink-2 transition-ui hover:text-primary aria-[current]:bg-primary-tint aria-[current]:font-medium aria-[current]:text-primary"
              >
                {label}
                <span className="text-sm tabular-nums">{count}</span>
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
