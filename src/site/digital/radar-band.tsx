import { videoFiles } from "#features/content/media/video-files.ts";
import { Video } from "#features/content/media/video.tsx";
import { m } from "#messages";
import { LinkButton } from "#ui/link-button.tsx";
import { Eyebrow } from "#ui/section-head.tsx";
import { ShellLabel } from "../shell-label.tsx";

export function RadarBand() {
  return (
    <section id="radar-section" aria-labelledby="radar" className="band bg-palm-900! py-section">
      <div className="wrap grid items-center gap-10 lg:grid-cols-[1fr_1.5fr] lg:gap-16">
        <div>
          <Eyebrow className="text-spark!">{m.site_digital_radar()}</Eyebrow>
          <h2 id="radar" className="mt-5">
            {m.site_digital_radar_heading()}
          </h2>
          <p className="mt-5 mb-5 text-lead text-ink-2 text-pretty">{m.site_digital_radar_lead()}</p>
          <LinkButton to="/contact-us" variant="outlined">
            <ShellLabel name="demo" />
          </LinkButton>
        </div>
        <Video
          source={videoFiles.radar}
          label={m.site_digital_film()}
          playLabel={m.site_digital_film_play()}
          className="min-w-0 rounded-panel border border-line"
        />
      </div>
    </section>
  );
}
