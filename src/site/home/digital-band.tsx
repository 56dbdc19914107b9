import { videoFiles } from "#features/content/media/video-files.ts";
import { Video } from "#features/content/media/video.tsx";
import { m } from "#messages";
import { LinkButton } from "#ui/link-button.tsx";
import { SectionHead } from "#ui/section-head.tsx";
import { GallerySlider } from "./gallery-slider.tsx";
import { RadarBanners } from "./radar-banners.tsx";

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
              {m.site_home_radar_more()}
            </LinkButton>
          }
        />
        <div className="grid gap-5 lg:grid-cols-[minmax(0,2.15fr)_minmax(0,1fr)]">
          <div>
            <Video
              source={videoFiles.radar}
              label={m.site_home_radar_film()}
              playLabel={m.site_home_radar_play()}
              autoplayWithin={200}
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
