import { m, textNamed } from "../messages.ts";
import { Icon } from "../parts/icon.tsx";
import { missingIn, positionOf, thumbnailOf, type Media } from "./media.ts";

/** How a description stands: there in both languages, or missing in one or both. */
export function DescriptionState({ media }: { media: Media }) {
  if (media.kind === "document") return null;
  const missing = missingIn(media);
  const [tone, icon] = missing.length === 0 ? (["good", "check"] as const) : (["attention", "circle-dashed"] as const);
  const state = media.decorative
    ? "decorative"
    : missing.length === 2
      ? "none"
      : missing.length === 0
        ? "both"
        : `no_${missing[0]}`;
  return (
    <span className={`media-state ${missing.length === 2 ? "wrong" : tone}`}>
      <Icon name={icon} size={14} />
      {textNamed(`staff_media_described_${state}`)}
    </span>
  );
}

/** A picture of the library; until its sizes are made, how far they are; for a document its sign. */
export function Thumbnail({ media }: { media: Media }) {
  const address = thumbnailOf(media);
  if (address !== null)
    return <img src={address} alt="" loading="lazy" style={{ objectPosition: positionOf(media) }} className="cover" />;
  if (media.kind === "document")
    return (
      <div className="media-progress">
        <Icon name="file-text" size={24} />
      </div>
    );
  if (media.state === "failed")
    return (
      <div className="media-progress failed">
        <p>{m.staff_media_failed()}</p>
      </div>
    );
  const label = m.staff_media_making({ made: media.sizes_made, sizes: media.sizes });
  return (
    <div className="media-progress">
      <p>{label}</p>
      <progress aria-label={`${label} ${media.name}`} value={media.sizes_made} max={media.sizes} />
    </div>
  );
}

interface MediaTileProps {
  media: Media;
  isChosen: boolean;
  onChoose(): void;
}

/** One upload as a button. */
export function MediaTile({ media, isChosen, onChoose }: MediaTileProps) {
  return (
    <li className={`media-tile${isChosen ? " chosen" : ""}`}>
      <button type="button" aria-pressed={isChosen} onClick={onChoose}>
        <Thumbnail media={media} />
        {isChosen && (
          <span className="media-tick">
            <Icon name="check" size={14} />
          </span>
        )}
        <span className="media-caption">
          <span className="media-name">
            <bdi>{media.name}</bdi>
          </span>
          <span className="row between small">
            <span className="quiet">
              {media.uses === 0 ? m.staff_media_unused() : m.staff_media_uses({ count: media.uses })}
            </span>
            <DescriptionState media={media} />
          </span>
        </span>
      </button>
    </li>
  );
}
