import { Link, useLocale } from "#i18n/link.tsx";
import { m } from "#messages";

export type CompanySlug = "about-us" | "mission" | "vision" | "core-values" | "what-we-do";

export const companyPages: readonly { slug: CompanySlug; label: typeof m.common_about }[] = [
  { slug: "about-us", label: m.common_about },
  { slug: "mission", label: m.content_mission },
  { slug: "vision", label: m.content_vision },
  { slug: "core-values", label: m.content_values },
  { slug: "what-we-do", label: m.content_work },
];

/**
 * Links between the pages about the company; on phones the row scrolls sideways. The labels are in the site's language,
 * but the row runs in the direction of the article that contains it.
 */
export function CompanyPills({ current }: { current: CompanySlug }) {
  const locale = useLocale();
  return (
    <nav
      aria-label={m.content_company_pages()}
      className="-mx-gutter overflow-x-auto px-gutter [scrollbar-width:none] lg:-ms-[.9rem] lg:me-0 lg:px-0"
    >
      <ul className="flex w-max max-lg:-ms-[.9rem] gap-[.35rem]">
        {companyPages.map(({ slug, label }) => (
          <li key={slug}>
            <Link
              to={`/${slug}`}
              aria-current={slug === current ? "page" : undefined}
              className="inline-flex min-h-11 items-center rounded-control px-[.9rem] text-[.9375rem] whitespace-nowrap text-ink-2 transition-ui hover:text-primary aria-[current]:bg-primary-tint aria-[current]:font-medium aria-[current]:text-primary"
            >
              <bdi lang={locale}>{label()}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
