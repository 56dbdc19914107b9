import { data } from "react-router";
import { getAltText } from "#features/content/media/content-picture.ts";
import { useLocale } from "#i18n/link.tsx";
import { getDirection, localText } from "#i18n/locale.ts";
import { NotFound } from "#platform/errors.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { LocalizedHtml } from "#i18n/localized-text.tsx";
import { m } from "#messages";
import { ArrowLink } from "#ui/arrow-link.tsx";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Picture, sizesWithFullWidthPhone } from "#ui/picture.tsx";
import type { Route } from "./+types/news-story";
import { readingMinutes } from "../components/contents-list.ts";
import { NewsDate, NewsTile, newsLeadPicture } from "../components/news-tile.tsx";
import { moreNews, newsItem } from "../news.server.ts";
import { redirectMoved } from "../redirects/redirect-list.server.ts";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  try {
    const [story, more] = await Promise.all([newsItem(ctx, params.slug), moreNews(ctx, params.slug)]);
    return { story, more, minutes: readingMinutes(localText(ctx.locale, story.body_eng, story.body_ar).text) };
  } catch (error) {
    if (!(error instanceof NotFound)) throw error;
    await redirectMoved(ctx, url);
    return data(null, { status: 404 });
  }
}

export default function NewsStory({ loaderData }: Route.ComponentProps) {
  const locale = useLocale();
  if (!loaderData) {
    return (
      <>
        <Breadcrumb items={[{ label: m.common_news(), to: "/news" }, { label: m.content_news_missing() }]} />
        <div className="wrap pt-21 pb-section">
          <EmptyState
            headingLevel={1}
            title={m.content_news_missing()}
            action={<LinkButton to="/news">{m.content_news_all()}</LinkButton>}
          >
            {m.content_news_missing_hint()}
          </EmptyState>
        </div>
      </>
    );
  }
  const { story, more, minutes } = loaderData;
  const title = localText(locale, story.title_eng, story.title_ar);
  const excerpt = localText(locale, story.excerpt_eng, story.excerpt_ar);
  return (
    <>
      <Breadcrumb
        items={[{ label: m.common_news(), to: "/news" }, { label: <bdi lang={title.lang}>{title.text}</bdi> }]}
      />
      <div className="wrap grid gap-x-[clamp(2rem,5vw,5rem)] gap-y-4 pt-21 lg:grid-cols-[13rem_minmax(0,56.25rem)]">
        <div className="flex items-center gap-4 tabular-nums lg:grid lg:content-start lg:justify-items-start lg:gap-1.5 lg:pt-3.5">
          <NewsDate instant={story.created_at} />
          <p className="text-sm text-ink-3">{m.content_news_minutes({ count: minutes })}</p>
          <ArrowLink to="/news" className="mt-4 text-sm max-lg:hidden!">
            {m.content_news_all()}
          </ArrowLink>
        </div>
        <article>
          <h1 className="max-w-184">
            <bdi lang={title.lang}>{title.text}</bdi>
          </h1>
          <p
            {...(excerpt.lang !== locale && { lang: excerpt.lang, dir: getDirection(excerpt.lang) })}
            className="mt-5.5 mb-9 max-w-measure text-lead text-ink-2 text-pretty"
          >
            {excerpt.text}
          </p>
          <Picture
            picture={newsLeadPicture(story)}
            alt={getAltText(story.image_details, locale)}
            isPriority
            sizes={sizesWithFullWidthPhone("(min-width: 1360px) 900px, (min-width: 992px) 65vw, 96vw")}
            className="aspect-[900/560] max-md:-mx-gutter md:rounded-panel"
            imgClassName="absolute inset-0"
          />
          <LocalizedHtml eng={story.body_eng} ar={story.body_ar} className="quotes mt-11 text-[1.0625rem]" />
        </article>
      </div>
      {more.length > 0 && (
        <section aria-labelledby="read-next" className="wrap py-section">
          <div className="mb-8 flex flex-wrap items-end justify-between gap-5 border-t border-line pt-12 md:mb-11">
            <h2 id="read-next">{m.content_news_next_heading()}</h2>
            <ArrowLink to="/news">{m.content_news_all()}</ArrowLink>
          </div>
          <ul className="grid gap-x-7 gap-y-12 md:grid-cols-3">
            {more.map((other) => (
              <li key={other.id} className="flex min-w-0 max-md:nth-[n+3]:hidden">
                <NewsTile story={other} headingLevel={3} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
