import { fullDate } from "#i18n/dates.ts";
import { useLocale } from "#i18n/link.tsx";
import { directionOf, localText, withoutLocale } from "#i18n/locale.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { m } from "#messages";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import type { Route } from "./+types/legal";
import { listHeadings } from "../components/contents-list.ts";
import { PageContents } from "../components/page-contents.tsx";
import { staticPage } from "../pages.server.ts";
import { orNotFound } from "./or-not-found.ts";

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
  const labels = { privacy: m.content_legal_privacy(), terms: m.content_legal_terms() };
  const other = isPrivacy
    ? { to: "/terms-and-conditions", label: labels.terms }
    : { to: "/privacy-policy", label: labels.privacy };
  return (
    <>
      <Breadcrumb
        label={m.content_you_are_here()}
        items={[{ label: m.content_home(), to: "/" }, { label: isPrivacy ? labels.privacy : labels.terms }]}
      />
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
            {...(lang !== locale && { lang, dir: directionOf(lang) })}
            className={prose}
            dangerouslySetInnerHTML={{ __html: html }}
          />
        </div>
      </div>
    </>
  );
}
