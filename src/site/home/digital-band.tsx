import { useState } from "react";
import { videoFiles } from "#features/content/media/video-files.ts";
import { Video } from "#features/content/media/video.tsx";
import { m } from "#messages";
import { LinkButton } from "#ui/link-button.tsx";
import { SectionHead } from "#ui/section-head.tsx";
import { galleryPictures } from "#features/content/media/shipped-picture.ts";
import type { Motif } from "#ui/art/palettes.ts";
import { Carousel } from "#ui/carousel.tsx";
import { CarouselArrows, CarouselProgress, CarouselSlides } from "#ui/carousel-parts.tsx";
import { Picture, type PictureData, sizesWithFullWidthPhone } from "#ui/picture.tsx";
import * as radarIncidentsArt from "#ui/art/pictures/radar-incidents.ts";
import * as radarAuditsArt from "#ui/art/pictures/radar-audits.ts";
import * as radarRisksArt from "#ui/art/pictures/radar-risks.ts";
import { Icon } from "#ui/icon.tsx";
import type Lightbox from "#ui/lightbox.tsx";

const banners = [
  { picture: radarIncidentsArt.picture, caption: m.site_home_radar_incidents },
  { picture: radarAuditsArt.picture, caption: m.site_home_radar_audits },
  { picture: radarRisksArt.picture, caption: m.site_home_radar_risks },
];

const loadLightbox = () => import("#ui/lightbox.tsx");

const layouts = [
  { slidesInView: 1, className: "md:max-lg:hidden" },
  { slidesInView: 2, className: "max-md:hidden lg:hidden" },
];

/** Pictures of Radar: a slider at every width, whose pictures open in a lightbox (requirement H-07). */
function RadarBanners() {
  const [opened, setOpened] = useState<{ startAt: number; Box: typeof Lightbox }>();
  const open = (startAt: number) =>
    void loadLightbox().then(
      ({ default: Box }) => setOpened({ startAt, Box }),
      () => {},
    );
  const slides = banners.map(({ picture, caption }, index) => ({
    id: caption(),
    content: <RadarBanner picture={picture} caption={caption()} onOpen={() => open(index)} />,
  }));
  return (
    <>
      <Carousel label={m.site_home_radar_banners()} slideCount={slides.length} className="flex min-w-0 flex-col">
        <div className="min-h-0 flex-1">
          <CarouselSlides
            slides={slides}
            className="-ms-5"
            slideClassName="basis-full ps-5 -scroll-ms-5 md:basis-1/2 lg:basis-full"
          />
        </div>
        <div className="mt-4 flex items-center justify-between gap-5">
          <CarouselProgress layouts={layouts} className="min-w-0 flex-1" />
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

const frameClass =
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
      <span className="absolute inset-x-0 bottom-0 bg-[linear-gradient(to_top_in_oklab,--alpha(var(--nh-palm-950)/90%),transparent)] px-4 pt-10 pb-3 text-sm font-medium text-on-band">
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
        onPointerEnter={() => void loadLightbox().catch(() => {})}
        onClick={onOpen}
        className={frameClass}
      >
        {content}
        <span className="absolute end-3 top-3 grid size-9 place-items-center rounded-full bg-palm-950/55 text-on-band">
          <Icon name="zoom-in" size="sm" />
        </span>
      </button>
      <noscript className="hidden noscript:contents">
        <div className={frameClass}>{content}</div>
      </noscript>
    </>
  );
}

const captions: Record<Motif, () => string> = {
  plain: m.site_home_gallery,
  flow: m.site_home_gallery_flow,
  cross: m.site_home_gallery_cross,
  wells: m.site_home_gallery_wells,
  radar: m.site_home_gallery_radar,
  molecule: m.site_home_gallery_molecule,
  frond: m.site_home_gallery_frond,
  helix: m.site_home_gallery_helix,
  rosette: m.site_home_gallery_rosette,
  ecg: m.site_home_gallery_ecg,
};

const sizes = sizesWithFullWidthPhone(
  "(min-width: 1360px) 305px, (min-width: 992px) 23vw, (min-width: 768px) 46vw, 92vw",
);

function GallerySlider() {
  const slides = galleryPictures.map(({ motif, picture }) => ({
    id: picture.src,
    content: (
      <figure className="relative aspect-[4/3] overflow-hidden rounded-[14px] border border-line">
        <Picture picture={picture} alt="" sizes={sizes} className="size-full bg-band-deep!" />
        <figcaption className="absolute inset-x-0 bottom-0 bg-[linear-gradient(to_top_in_oklab,--alpha(var(--nh-palm-950)/90%),transparent)] px-4 pt-10 pb-3 text-sm text-on-band">
          {captions[motif]()}
        </figcaption>
      </figure>
    ),
  }));
  return (
    <Carousel
      label={m.site_home_gallery()}
      slideCount={slides.length}
      loop
      autoplayMs={10_000}
      startDelay={5000}
      className="mt-16"
    >
      <div className="mb-6 flex min-h-12 items-center justify-between gap-4">
        <h3>{m.site_home_gallery()}</h3>
        <CarouselArrows className="max-md:hidden" />
      </div>
      <CarouselSlides slides={slides} className="-ms-5" slideClassName="basis-full ps-5 md:basis-1/2 lg:basis-1/4" />
      <CarouselProgress className="mt-6" />
    </Carousel>
  );
}

/**
 * The home page's part on digital health. It presents Radar, the company's software for incidents, audits and risks.
 */
export function DigitalBand() {
  return (
    <section id="digital" aria-labelledby="digital-heading" className="band bg-palm-900! py-section">
      <div className="wrap">
        <SectionHead
          id="digital-heading"
          eyebrow={m.site_home_digital()}
          title={m.site_home_radar_heading()}
          lead={m.site_home_radar_lead()}
          action={
            <LinkButton to="/digital-health-solutions" variant="outlined">
              {m.common_digital()}
            </LinkButton>
          }
        />
        <div className="grid gap-5 lg:grid-cols-[minmax(0,2.15fr)_minmax(0,1fr)]">
          <div>
            <Video
              source={videoFiles.radar}
              label={m.site_home_radar_film()}
              playLabel={m.site_digital_film_play()}
              autoplayMarginPx={200}
              className="rounded-panel border border-line"
            />
            <p className="mt-3 text-sm text-ink-2">{m.site_home_radar_shows()}</p>
          </div>
          <RadarBanners />
        </div>
        <GallerySlider />
      </div>
    </section>
  );
}
