import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { Label, useSearchPlaceholder } from "#i18n/label.tsx";
import { Link, useLocalePath } from "#i18n/link.tsx";
import { m } from "#messages";
import * as notFoundArt from "#ui/art/pictures/not-found.ts";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Picture } from "#ui/picture.tsx";
import { searchPath } from "./header/search-box.tsx";
import { errorTitle } from "./page-meta.ts";

const statusTexts = {
  404: { heading: m.site_error_404_heading, lead: m.site_error_404_lead },
  500: { heading: m.site_error_500_heading, lead: m.site_error_500_lead },
  503: { heading: m.site_error_503_heading, lead: m.site_error_503_lead },
};

const sections: { to: string; label: () => ReactNode; hint: () => string }[] = [
  { to: "/courses", label: () => <Label name="courses" />, hint: m.site_error_courses_hint },
  { to: "/medical-training-center", label: m.site_menu_training, hint: m.site_error_training_hint },
  { to: "/digital-health-solutions", label: m.site_menu_digital, hint: m.site_error_digital_hint },
  { to: "/consultancy-services", label: m.site_menu_consultancy, hint: m.site_error_consultancy_hint },
  { to: "/news", label: m.common_news, hint: m.site_error_news_hint },
  { to: "/faq", label: m.common_faq, hint: m.site_error_faq_hint },
  { to: "/contact-us", label: () => <Label name="contact" />, hint: m.site_error_contact_hint },
];

function SearchForm() {
  return (
    <form role="search" action={useLocalePath()(searchPath)} className="mt-8 flex flex-wrap gap-2.5">
      <span className="relative flex-[1_1_10rem]">
        <Icon name="search" className="pointer-events-none absolute start-4 top-3.5 text-ink-3" />
        <input
          name="q"
          type="search"
          dir="auto"
          required
          maxLength={200}
          aria-label={m.common_search_site()}
          placeholder={useSearchPlaceholder()}
          className="control icon-room"
        />
      </span>
      <Button type="submit">{m.site_search_submit()}</Button>
    </form>
  );
}

/** Without a connection, the page says so, because the failure is not the site's. */
const isOffline = (): boolean => globalThis.navigator?.onLine === false;

export function ErrorPage({ status }: { status: number }) {
  const { pathname, search } = useLocation();
  const displayStatus = status === 404 || status === 503 ? status : 500;
  const offline = { heading: m.site_offline_heading, lead: m.site_offline_lead };
  const { heading, lead } = displayStatus === 500 && isOffline() ? offline : statusTexts[displayStatus];
  return (
    <>
      <Breadcrumb items={[{ label: heading === offline.heading ? heading() : errorTitle(displayStatus) }]} />
      <div className="wrap grid items-center gap-[clamp(2rem,6vw,6rem)] pt-21 pb-section lg:grid-cols-[1.1fr_1fr]">
        {/* The picture comes first, because it is on top on phones: arriving after the text, it would push it down. */}
        <div aria-hidden="true" className="relative lg:col-start-2 lg:row-start-1">
          <Picture
            picture={notFoundArt.picture}
            mobile={notFoundArt.mobile}
            alt=""
            isPriority
            className="aspect-[2] rounded-panel lg:aspect-square"
            imgClassName="absolute inset-0"
          />
          <span className="absolute start-7 bottom-5 font-display max-lg:rtl:start-auto max-lg:rtl:end-7 text-[3rem] leading-none font-light tracking-[-.03em] text-on-band tabular-nums lg:text-[4.5rem]">
            {heading === offline.heading ? null : displayStatus}
          </span>
        </div>
        <div>
          <h1>{heading()}</h1>
          <p className="mt-5 text-lead text-ink-2 text-pretty">{lead()}</p>
          {displayStatus === 404 ? (
            <SearchForm />
          ) : (
            // A plain link, for a full reload.
            <LinkButton href={pathname + search} className="mt-8">
              {m.common_action_try_again()}
            </LinkButton>
          )}
          <nav aria-label={m.site_error_sections()}>
            <ul className="mt-8 border-t border-line">
              {sections.map(({ to, label, hint }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className="group grid min-h-14 grid-cols-[1fr_auto] items-center gap-4 border-b border-line md:grid-cols-[10rem_1fr_auto]"
                  >
                    <span className="font-medium transition-ui group-hover:text-primary">{label()}</span>
                    <span className="text-sm text-ink-3 max-md:hidden">{hint()}</span>
                    <Icon name="arrow-right" mirrors className="text-primary" />
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </div>
    </>
  );
}
