import { IframeVideo } from "#features/content/media/iframe-video.tsx";
import { m } from "#messages";
import { LinkButton } from "#ui/link-button.tsx";
import { Eyebrow } from "#ui/section-head.tsx";

/** C-05. */
export function FellowshipBand() {
  return (
    <section aria-labelledby="fellowship" className="band bg-palm-900! py-section">
      <div className="wrap grid items-center gap-[clamp(2rem,5vw,4.5rem)] lg:grid-cols-[1fr_1.75fr]">
        <div>
          <Eyebrow className="text-spark!">{m.site_consultancy_fellowship()}</Eyebrow>
          <h2 id="fellowship" className="mt-5">
            {m.site_consultancy_fellowship_heading()}
          </h2>
          <p className="mt-5 mb-5 text-lead text-ink-2 text-pretty">{m.site_consultancy_fellowship_lead()}</p>
          <LinkButton to="/contact-us" variant="outlined">
            {m.site_consultancy_fellowship_ask()}
          </LinkButton>
        </div>
        <IframeVideo title={m.site_consultancy_film()} className="min-w-0 rounded-panel border border-line" />
      </div>
    </section>
  );
}
