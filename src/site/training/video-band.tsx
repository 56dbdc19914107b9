import { videoFiles } from "#features/content/media/video-files.ts";
import { Video } from "#features/content/media/video.tsx";
import { m } from "#messages";

export function VideoBand() {
  return (
    <section aria-labelledby="film" className="band bg-palm-900! py-section">
      <div className="wrap grid items-center gap-[clamp(2rem,5vw,4.5rem)] lg:grid-cols-[1fr_1.75fr]">
        <div className="grid gap-5">
          <h2 id="film">{m.site_training_film()}</h2>
          <p className="text-lead text-ink-2 text-pretty">{m.site_training_film_lead()}</p>
          <p className="text-sm text-ink-2">{m.site_training_film_captions()}</p>
        </div>
        <Video
          source={videoFiles.fellowship}
          label={m.site_training_film_label()}
          playLabel={m.site_training_film_play()}
          className="rounded-panel border border-line"
        />
      </div>
    </section>
  );
}
