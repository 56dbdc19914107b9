import { clsx } from "clsx/lite";
import { useLocale } from "#i18n/link.tsx";
import { getDirection, localText, withoutLocale, type Locale } from "#i18n/locale.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { m } from "#messages";
import * as aboutArt from "#ui/art/pictures/about.ts";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { Picture } from "#ui/picture.tsx";
import type { Route } from "./+types/company";
import { companyPages, type CompanySlug, CompanyPills } from "../components/company-pills.tsx";
import { DivisionsStrip } from "../components/divisions-strip.tsx";
import { staticPage } from "../pages.server.ts";
import { orNotFound } from "./or-not-found.ts";

/**
 * About us (in the site's language, and always in Arabic at about-us-arabic), mission, vision, core values and what we
 * do.
 */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const storedSlug = withoutLocale(new URL(request.url).pathname).replace(/^\/|\/$|\.data$/g, "");
  const isArabic = storedSlug === "about-us-arabic";
  const slug = (isArabic ? "about-us" : storedSlug) as CompanySlug;
  const [page, values] = await orNotFound(
    Promise.all([staticPage(ctx, storedSlug), slug === "core-values" ? null : staticPage(ctx, "core-values")]),
  );
  // Built on the server, because a browser only has the messages of the page's language.
  const headline = slug === "about-us" ? m.content_about_heading({}, { locale: isArabic ? "ar" : ctx.locale }) : null;
  const valuesHeading = values && m.content_values_heading({}, { locale: isArabic ? "ar" : ctx.locale });
  return { slug, isArabic, page, values, valuesHeading, headline };
}

const lead = "[&>p:first-child]:text-lead [&>p:first-child]:text-ink";
function Text({ html, lang, className }: { html: string; lang: Locale; className: string }) {
  return (
    <div
      lang={lang}
      dir={getDirection(lang)}
      className={clsx("prose max-w-none! [&>p]:max-w-measure", className)}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

export default function Company({
  loaderData: { slug, isArabic, page, values, valuesHeading, headline },
}: Route.ComponentProps) {
  const siteLocale = useLocale();
  const locale = isArabic ? "ar" : siteLocale;
  const heading = headline ? { text: headline, lang: locale } : localText(locale, page.heading_eng, page.heading_ar);
  const text = localText(locale, page.description_eng, page.description_ar);
  const valuesText = values && localText(locale, values.description_eng, values.description_ar);
  const label = companyPages.find((entry) => entry.slug === slug)?.label ?? m.common_about;
  return (
    <>
      <Breadcrumb
        items={[...(slug === "about-us" ? [] : [{ label: m.common_about(), to: "/about-us" }]), { label: label() }]}
      />
      <article
        lang={locale}
        dir={getDirection(locale)}
        className="wrap grid gap-x-[clamp(2rem,6vw,6rem)] gap-y-8 pt-21 pb-section lg:grid-cols-[5fr_7fr]"
      >
        <div className="flex min-w-0 flex-col gap-8 lg:gap-11">
          <h1>
            <bdi lang={heading.lang}>{heading.text}</bdi>
          </h1>
          <Picture
            picture={aboutArt.picture}
            alt=""
            isPriority
            className="aspect-[1.5] rounded-panel lg:aspect-auto lg:min-h-128 lg:flex-1"
            imgClassName="absolute inset-0"
          />
        </div>
        <div className="min-w-0">
          <CompanyPills current={slug} />
          <Text
            html={text.text}
            lang={text.lang}
            className={clsx("mt-7 lg:mt-10", slug === "core-values" ? "numbered" : lead)}
          />
          {valuesHeading && valuesText && (
            <>
              <h2 className="mt-15 mb-6">{valuesHeading}</h2>
              {/* The sentence before the list repeats this page's heading. */}
              <Text html={valuesText.text} lang={valuesText.lang} className={"numbered [&>p:first-child]:hidden"} />
            </>
          )}
        </div>
      </article>
      <DivisionsStrip />
    </>
  );
}
