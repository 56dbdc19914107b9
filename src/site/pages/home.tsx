import { useEffect, useRef, useState } from "react";
import { CourseTile } from "#features/catalogue/components/course-tile.tsx";
import { featuredCourses } from "#features/catalogue/courses.server.ts";
import { banners } from "#features/content/pages.server.ts";
import { taxPercentOrNull } from "#features/settings/settings.server.ts";
import { logFailure } from "#platform/log.server.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { m } from "#messages";
import * as demoArt from "#ui/art/pictures/demo.ts";
import { ArrowLink } from "#ui/arrow-link.tsx";
import { SectionHead, Eyebrow } from "#ui/section-head.tsx";
import * as consultancyArt from "#ui/art/pictures/consultancy.ts";
import { Icon } from "#ui/icon.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Picture } from "#ui/picture.tsx";
import { Link, useLocale } from "#i18n/link.tsx";
import type { Banner } from "#features/content/content.schema.server.ts";
import { bannerPictures } from "#features/content/media/shipped-picture.ts";
import { localText } from "#i18n/locale.ts";
import * as heroArt from "#ui/art/pictures/hero.ts";
import { Carousel } from "#ui/carousel.tsx";
import { CarouselSlides } from "#ui/carousel-parts.tsx";
import { DemoCard } from "../demo/demo-card.tsx";
import { DigitalBand } from "../home/digital-band.tsx";
import type { Route } from "./+types/home";
import { StarGlyph } from "../star-glyph.tsx";
import { DemoButton } from "../demo-dialog.tsx";

function Hero({ banners }: { banners: readonly Banner[] }) {
  const locale = useLocale();
  const slides = banners.map((banner, index) => {
    const title = localText(locale, banner.title_eng, banner.title_ar);
    return {
      id: banner.id,
      content: <Slide banner={banner} title={title.text} lang={title.lang} isFirst={index === 0} />,
    };
  });
  const visibleSlides = slides.length > 0 ? slides : [{ id: "drawn", content: <Slide title="" isFirst /> }];
  return (
    <Carousel
      label={m.site_home_banners()}
      slideCount={visibleSlides.length}
      loop
      autoplayMs={5000}
      durationMs={300}
      className="isolate overflow-hidden bg-palm-900 text-on-band"
    >
      <div className="absolute inset-x-0 top-[38%] bottom-0 -z-1 md:top-0">
        <CarouselSlides slides={visibleSlides} />
        <div className="pointer-events-none absolute inset-0 max-md:shade-top md:shade-start" />
      </div>
      <div className="wrap pointer-events-none pt-13 pb-80 md:pt-28 md:pb-42">
        <div className="max-w-164 *:pointer-events-auto">
          <Eyebrow className="mb-6.5 text-spark!">{m.site_tagline()}</Eyebrow>
          <h1 className="text-display md:max-xl:max-w-[58vw]">{m.site_home_heading()}</h1>
          <p className="mt-6.5 mb-9.5 max-w-136 text-lead md:max-xl:max-w-[42vw] text-on-band-2 text-pretty">
            {m.site_home_lead()}
          </p>
          <div className="flex flex-wrap gap-3.5">
            <LinkButton
              to="/courses"
              variant="cream"
              size="lg"
              className="whitespace-nowrap max-md:flex-1 max-md:px-4!"
            >
              {m.common_action_browse_courses()}
            </LinkButton>
            <DemoButton variant="outlined" size="lg" className="whitespace-nowrap max-md:flex-1 max-md:px-4!" />
          </div>
        </div>
      </div>
    </Carousel>
  );
}

interface SlideProps {
  banner?: Banner;
  title: string;
  lang?: string;
  isFirst: boolean;
}

function Slide({ banner, title, lang, isFirst }: SlideProps) {
  const locale = useLocale();
  const box = useRef<HTMLDivElement>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    const image = box.current?.querySelector("img");
    // The picture may have failed before hydration.
    if (image?.complete && image.currentSrc && image.naturalWidth === 0) setFailed(true);
  }, []);
  const { picture, mobile } =
    banner && !hasFailed
      ? bannerPictures(banner.image, locale, banner.image_details)
      : { picture: locale === "ar" ? heroArt.arabic : heroArt.picture, mobile: heroArt.mobile };
  return (
    <div ref={box} lang={lang} onErrorCapture={() => setFailed(true)} className="relative">
      <Picture
        picture={picture}
        mobile={mobile}
        alt={title}
        sizes="100vw"
        isPriority={isFirst}
        className="absolute! inset-0 bg-transparent!"
        imgClassName="absolute! inset-0"
      />
    </div>
  );
}

const divisions = [
  {
    title: m.common_training,
    text: m.site_home_training_text,
    go: m.site_home_training_go,
    to: "/medical-training-center",
    sign: "M26 37V22M26 27c-5 0-8-3-8-8 5 0 8 3 8 8zm0-3c0-5 3-8 8-8 0 5-3 8-8 8z",
  },
  {
    title: m.site_home_digital,
    text: m.site_home_digital_text,
    go: m.site_home_digital_go,
    to: "/digital-health-solutions",
    sign: "M10 27h9l2.5-8 5 16 3.5-11 1.5 3H42",
  },
  {
    title: m.common_consultancy,
    text: m.site_home_consultancy_text,
    go: m.site_home_consultancy_go,
    to: "/consultancy-services",
    sign: "M23 16h6v7h7v6h-7v7h-6v-7h-7v-6h7z",
  },
];

function DivisionStrip() {
  return (
    <section aria-label={m.content_divisions()} className="wrap">
      <ul className="relative z-2 -mt-14 grid overflow-hidden rounded-panel bg-surface shadow-3 md:-mt-22 md:grid-cols-3 *:border-line *:not-first:border-t md:*:not-first:border-t-0 md:*:not-first:border-s">
        {divisions.map(({ title, text, go, to, sign }) => (
          <li key={to}>
            <Link
              to={to}
              className="grid h-full content-start gap-[.7rem] p-[1.6rem] transition-ui hover:bg-primary-tint focus-visible:-outline-offset-2 md:px-9 md:pt-9 md:pb-8"
            >
              <StarGlyph sign={sign} />
              <h2 className="text-h3">{title()}</h2>
              <p className="text-[.9375rem] text-ink-2">{text()}</p>
              <p className="mt-2.5 flex items-center gap-2 text-[.9375rem] font-medium text-primary">
                {go()}
                <Icon name="arrow-right" size="sm" mirrors />
              </p>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const services = [
  { icon: "clipboard-check", text: m.site_consultancy_accreditation },
  { icon: "chart-line", text: m.site_home_consult_quality },
  { icon: "users", text: m.site_consultancy_workforce },
] as const;

function ConsultancyBand() {
  return (
    <section aria-labelledby="consultancy" className="bg-stone py-section">
      <div className="wrap grid items-center gap-[clamp(2rem,6vw,6rem)] md:grid-cols-[1fr_1.1fr]">
        <Picture picture={consultancyArt.picture} alt="" className="aspect-[1/.94] rounded-panel dark:hidden" />
        <Picture picture={consultancyArt.dark} alt="" className="hidden! aspect-[1/.94] rounded-panel dark:block!" />
        <div>
          <Eyebrow>{m.common_consultancy()}</Eyebrow>
          <h2 id="consultancy" className="mt-5">
            {m.site_home_consult_heading()}
          </h2>
          <p className="mt-5 text-lead text-ink-2 text-pretty">{m.site_home_consult_lead()}</p>
          <ul className="mt-6 grid gap-[.9rem]">
            {services.map(({ icon, text }) => (
              <li key={text()} className="flex items-center gap-[.9rem] font-medium">
                <Icon name={icon} className="text-primary" />
                {text()}
              </li>
            ))}
          </ul>
          <p className="mt-6">
            <LinkButton to="/consultancy-services">
              {m.common_action_read_more()}
              {/* For screen readers, because the link text alone does not say where the link leads. */}
              <span className="sr-only">: {m.common_consultancy()}</span>
            </LinkButton>
          </p>
        </div>
      </div>
    </section>
  );
}

/** H-01, H-02. A list that cannot be read is left out. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const orEmpty = <Item,>(list: Promise<Item[]>, name: string) =>
    list.catch((error: unknown): Item[] => {
      logFailure(ctx.log, "error", error, { request_id: ctx.requestId, text: `${name} failed` });
      return [];
    });
  const [slides, featured, percent] = await Promise.all([
    orEmpty(banners(ctx, "home"), "banners"),
    orEmpty(featuredCourses(ctx), "featured courses"),
    taxPercentOrNull(ctx),
  ]);
  return { banners: slides, featured, taxPercent: percent };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Hero banners={loaderData.banners} />
      <DivisionStrip />
      {loaderData.featured.length > 0 && (
        <section aria-labelledby="featured" className="wrap py-section">
          <SectionHead
            id="featured"
            title={m.site_home_featured()}
            lead={m.site_home_featured_lead()}
            action={<ArrowLink to="/medical-training-center">{m.common_action_view_more()}</ArrowLink>}
          />
          <ul className="grid gap-x-6 gap-y-9 md:grid-cols-2 lg:grid-cols-4">
            {loaderData.featured.map((course) => (
              <li key={course.id} className="grid">
                <CourseTile course={course} taxPercent={loaderData.taxPercent} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <DigitalBand />
      <ConsultancyBand />
      <div className="wrap py-section">
        <DemoCard
          title={m.site_home_demo()}
          text={m.site_home_demo_text()}
          art={{ en: demoArt.picture, ar: demoArt.arabic }}
        />
      </div>
    </>
  );
}
