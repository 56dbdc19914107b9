import { useEffect, useRef, useState } from "react";
import type { Banner } from "#features/content/content.ts";
import { bannerPictures } from "#features/content/media/served-picture.ts";
import { useLocale } from "#i18n/link.tsx";
import { localText } from "#i18n/locale.ts";
import { m } from "#messages";
import * as heroArt from "#ui/art/pictures/hero.ts";
import { Carousel } from "#ui/carousel.tsx";
import { CarouselSlides } from "#ui/carousel-parts.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Picture } from "#ui/picture.tsx";
import { Eyebrow } from "#ui/section-head.tsx";
import { DemoButton } from "../demo-dialog.tsx";

export function Hero({ banners }: { banners: readonly Banner[] }) {
  const locale = useLocale();
  const slides = banners.map((banner, index) => {
    const title = localText(locale, banner.title_eng, banner.title_ar);
    return {
      id: banner.id,
      content: <Slide banner={banner} title={title.text} lang={title.lang} isFirst={index === 0} />,
    };
  });
  const shown = slides.length > 0 ? slides : [{ id: "drawn", content: <Slide title="" isFirst /> }];
  return (
    <Carousel
      label={m.site_home_banners()}
      count={shown.length}
      loop
      autoplayMs={5000}
      durationMs={300}
      className="isolate overflow-hidden bg-palm-900 text-on-band"
    >
      <div className="absolute inset-x-0 top-[38%] bottom-0 -z-1 md:top-0">
        <CarouselSlides slides={shown} />
        <div className="pointer-events-none absolute inset-0 max-md:shade-top md:shade-start" />
      </div>
      <div className="wrap pointer-events-none pt-13 pb-80 md:pt-28 md:pb-42">
        <div className="max-w-[41rem] *:pointer-events-auto">
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
              {m.site_home_browse()}
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
    const drawn = box.current?.querySelector("img");
    // It may have failed before hydration.
    if (drawn?.complete && drawn.currentSrc && drawn.naturalWidth === 0) setFailed(true);
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
