import { useState } from "react";
import { m } from "#messages";
import * as radarIncidentsArt from "#ui/art/pictures/radar-incidents.ts";
import * as radarAuditsArt from "#ui/art/pictures/radar-audits.ts";
import * as radarRisksArt from "#ui/art/pictures/radar-risks.ts";
import { CarouselArrows, CarouselProgress, CarouselSlides } from "#ui/carousel-parts.tsx";
import { Carousel } from "#ui/carousel.tsx";
import { Icon } from "#ui/icon.tsx";
import type Lightbox from "#ui/lightbox.tsx";
import { Picture, type PictureData } from "#ui/picture.tsx";

const banners = [
  { picture: radarIncidentsArt.picture, caption: m.site_home_radar_incidents },
  { picture: radarAuditsArt.picture, caption: m.site_home_radar_audits },
  { picture: radarRisksArt.picture, caption: m.site_home_radar_risks },
];

const load = () => import("#ui/lightbox.tsx");

const inView = [
  { slides: 1, className: "md:max-lg:hidden" },
  { slides: 2, className: "max-md:hidden lg:hidden" },
];

/** H-07: a slider at every width; pictures open large. */
export function RadarBanners() {
  const [opened, setOpened] = useState<{ startAt: number; Box: typeof Lightbox }>();
  const open = (startAt: number) =>
    void load().then(
      ({ default: Box }) => setOpened({ startAt, Box }),
      () => {},
    );
  const slides = banners.map(({ picture, caption }, index) => ({
    id: caption(),
    content: <RadarBanner picture={picture} caption={caption()} onOpen={() => open(index)} />,
  }));
  return (
    <>
      <Carousel label={m.site_home_radar_banners()} count={slides.length} className="flex min-w-0 flex-col">
        <div className="min-h-0 flex-1">
          <CarouselSlides
            slides={slides}
            className="-ms-5"
            slideClassName="basis-full ps-5 -scroll-ms-5 md:basis-1/2 lg:basis-full"
          />
        </div>
        <div className="mt-4 flex items-center justify-between gap-5">
          <CarouselProgress inView={inView} className="min-w-0 flex-1" />
          <CarouselArrows className="flex-none" />
        </div>
      </Carousel>
      {opened && (
        <opened.Box
          pictures={banners.map(({ picture, caption }) => ({ picture, caption: caption() }))}
          startAt={opened.startAt}
          onClosed={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

const frame =
  "group relative min-h-44 overflow-hidden rounded-card border border-line text-start focus-visible:-outline-offset-4";

function RadarBanner({ picture, caption, onOpen }: { picture: PictureData; caption: string; onOpen: () => void }) {
  const content = (
    <>
      <Picture
        picture={picture}
        alt=""
        className="absolute! inset-0 bg-transparent!"
        imgClassName="transition-transform duration-(--nh-slow) ease-out group-hover:scale-103"
      />
      <span className="absolute inset-x-0 bottom-0 bg-linear-to-t from-palm-950/90 to-transparent px-4 pt-10 pb-3 text-sm font-medium text-on-band">
        {caption}
      </span>
    </>
  );
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={m.site_home_radar_enlarge({ caption })}
        onPointerEnter={() => void load().catch(() => {})}
        onClick={onOpen}
        className={frame}
      >
        {content}
        <span className="absolute end-3 top-3 grid size-9 place-items-center rounded-full bg-palm-950/55 text-on-band">
          <Icon name="zoom-in" size="sm" />
        </span>
      </button>
      <noscript className="hidden noscript:contents">
        <div className={frame}>{content}</div>
      </noscript>
    </>
  );
}
