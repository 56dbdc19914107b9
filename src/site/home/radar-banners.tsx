import ZoomIn from "lucide-react/icons/zoom-in";
import { useState } from "react";
import { m } from "#messages";
import * as radarIncidentsArt from "#ui/art/pictures/radar-incidents.ts";
import * as radarAuditsArt from "#ui/art/pictures/radar-audits.ts";
import * as radarRisksArt from "#ui/art/pictures/radar-risks.ts";
import { Icon } from "#ui/icon.tsx";
import type Lightbox from "#ui/lightbox.tsx";
import { Picture } from "#ui/picture.tsx";

const banners = [
  { picture: radarIncidentsArt.picture, caption: m.site_home_radar_incidents },
  { picture: radarAuditsArt.picture, caption: m.site_home_radar_audits },
  { picture: radarRisksArt.picture, caption: m.site_home_radar_risks },
];

const load = () => import("#ui/lightbox.tsx");

/** Three pictures that open large: one below the other beside the film, and a row one pushes along on phones. */
export function RadarBanners() {
  const [opened, setOpened] = useState<{ startAt: number; Box: typeof Lightbox }>();
  const open = (startAt: number) => void load().then(({ default: Box }) => setOpened({ startAt, Box }), () => {});
  return (
    <>
      <ul aria-label={m.site_home_radar_banners()} className="-mx-gutter flex snap-x snap-mandatory scroll-px-gutter gap-5 overflow-x-auto px-gutter [scrollbar-width:none] md:mx-0 md:grid md:grid-cols-3 md:overflow-visible md:px-0 lg:grid-cols-1">
        {banners.map(({ picture, caption }, index) => (
          <li key={caption()} className="grid flex-none basis-[86%] snap-start">
            <button
              type="button"
              aria-haspopup="dialog"
              aria-label={m.site_home_radar_enlarge({ caption: caption() })}
              onPointerEnter={() => void load().catch(() => {})}
              onClick={() => open(index)}
              className="group relative min-h-36 overflow-hidden rounded-card border border-line text-start"
            >
              <Picture picture={picture} alt="" className="absolute! inset-0 bg-transparent!" imgClassName="transition-transform duration-(--nh-slow) ease-out group-hover:scale-103" />
              <span className="absolute inset-x-0 bottom-0 bg-linear-to-t from-palm-950/90 to-transparent px-4 pt-10 pb-3 text-sm font-medium text-on-band">{caption()}</span>
              <span className="absolute end-3 top-3 grid size-9 place-items-center rounded-full bg-palm-950/55 text-on-band">
                <Icon as={ZoomIn} size="sm" />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {opened && <opened.Box pictures={banners.map(({ picture, caption }) => ({ picture, caption: caption() }))} startAt={opened.startAt} onGone={() => setOpened(undefined)} />}
    </>
  );
}
