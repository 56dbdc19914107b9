import { useEffect, useState } from "react";
import { fullDate } from "#i18n/dates.ts";
import { useLocale } from "#i18n/link.tsx";
import { getDirection, localText, withoutLocale } from "#i18n/locale.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { m } from "#messages";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { ArrowLink } from "#ui/arrow-link.tsx";
import type { Route } from "./+types/legal";
import { listHeadings, type ListedText } from "../components/contents-list.ts";
import { staticPage } from "../pages.server.ts";
import { orNotFound } from "./or-not-found.ts";

/** Id of the last heading that has scrolled into the upper third of the window or above it. */
function useCurrentHeading(contents: ListedText["contents"]): string | undefined {
  const [current, setCurrent] = useState(contents[0]?.id);
  useEffect(() => {
    const updateCurrent = () => {
      const passed = contents.findLast(
        ({ id }) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < window.innerHeight / 3,
      );
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      setCurrent((isAtEnd ? contents.at(-1) : (passed ?? contents[0]))?.id);
    };
    updateCurrent();
    window.addEventListener("scroll", updateCurrent, { passive: true });
    return () => window.removeEventListener("scroll", updateCurrent);
  }, [contents]);
  return current;
}

/** Stays beside the text while it scrolls; below 992 px a card above the text, in two columns where they fit. */
function PageContents({ contents, other }: { contents: ListedText["contents"]; other: { to: string; label: string } }) {
  const current = useCurrentHeading(contents);
  return (
    <nav
      aria-label={m.content_legal_contents()}
      className="rounded-card bg-sunken p-5 lg:sticky lg:top-8 lg:rounded-none lg:bg-transparent lg:p-0"
    >
      <p className="text-sm text-ink-3">{m.content_legal_contents()}</p>
      <ol className="mt-1.5 grid grid-cols-[repeat(auto-fill,minmax(min(100%,7rem),1fr))] gap-x-4 border-line lg:mt-3 lg:mb-6 lg:grid-cols-1 lg:border-s">
        {contents.map(({ id, text }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? "location" : undefined}
              className="flex min-h-11 items-center py-1.5 text-[.9375rem] leading-snug text-ink-2 hover:text-primary aria-[current]:font-medium aria-[current]:text-primary lg:-ms-px lg:min-h-10 lg:border-s-2 lg:border-transparent lg:ps-[1.1rem] lg:aria-[current]:border-primary"
            >
              {text}
            </a>
          </li>
        ))}
      </ol>
      <ArrowLink to={other.to} className="text-sm max-lg:hidden">
        {other.label}
      </ArrowLink>
    </nav>
  );
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const isPrivacy = withoutLocale(new URL(request.url).pathname).startsWith("/privacy-policy");
  const page = await orNotFound(staticPage(ctx, isPrivacy ? "privacy-policy" : "terms-and-conditions"));
  const { text, lang } = localText(ctx.locale, page.description_eng, page.description_ar);
  return {
    isPrivacy,
    heading: localText(ctx.locale, page.heading_eng, page.heading_ar),
    updatedOn: page.updated_on,
    lang,
    ...listHeadings(text),
  };
}

const prose = "prose [&>p:first-child]:text-lead [&>p:first-child]:text-ink";

export default function Legal({
  loaderData: { isPrivacy, heading, updatedOn, lang, html, contents },
}: Route.ComponentProps) {
  const locale = useLocale();
  const labels = { privacy: m.common_privacy_policy(), terms: m.common_terms() };
  const other = isPrivacy
    ? { to: "/terms-and-conditions", label: labels.terms }
    : { to: "/privacy-policy", label: labels.privacy };
  return (
    <>
      <Breadcrumb items={[{ label: isPrivacy ? labels.privacy : labels.terms }]} />
      <div className="wrap pt-21 pb-section">
        <h1>
          <bdi lang={heading.lang}>{heading.text}</bdi>
        </h1>
        {updatedOn && (
          <p className="mt-3.5 text-ink-2 tabular-nums">
            {m.content_legal_from({ date: fullDate(updatedOn, locale) })}
          </p>
        )}
        <div className="mt-8 grid items-start gap-x-[clamp(2rem,6vw,6.5rem)] gap-y-8 border-t border-line pt-8 lg:mt-12 lg:grid-cols-[17rem_minmax(0,1fr)] lg:pt-12">
          <PageContents contents={contents} other={other} />
          <article
            {...(lang !== locale && { lang, dir: getDirection(lang) })}
            className={prose}
            dangerouslySetInnerHTML={{ __html: html }}
          />
        </div>
      </div>
    </>
  );
}
