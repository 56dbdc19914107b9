import type { ReactNode } from "react";
import { m, findMessage } from "../messages.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { getMissingLanguages, toObjectPosition, getThumbnailUrl, type Media } from "./media.ts";
import { clsx } from "clsx/lite";

/** Whether a picture has a description in both languages, in one or in none. */
export function DescriptionState({ media }: { media: Media }) {
  if (media.kind === "document") return null;
  const missingLanguages = getMissingLanguages(media);
  const [tone, icon] =
    missingLanguages.length === 0 ? (["text-success", "check"] as const) : (["text-warning", "circle-dashed"] as const);
  const state = media.decorative
    ? "decorative"
    : missingLanguages.length === 2
      ? "none"
      : missingLanguages.length === 0
        ? "both"
        : `no_${missingLanguages[0]}`;
  return (
    <span
      className={clsx(
        "inline-flex items-center gap-0.75 whitespace-nowrap",
        missingLanguages.length === 2 ? "text-danger" : tone,
      )}
    >
      <Icon name={icon} size={14} />
      {findMessage(`staff_media_described_${state}`)}
    </span>
  );
}

/** Frame of a picture. */
export const coverClass = "aspect-16/10 w-full bg-sunken object-cover";
/** Placeholder for a file that has no picture to show. */
export const progressClass =
  "grid aspect-16/10 w-full place-content-center justify-items-center gap-2 bg-row p-4 text-center text-sm text-ink-2 *:max-w-full [&>p]:grid [&>p]:justify-items-center [&>p]:gap-1.25 [&>p]:wrap-anywhere [&>progress]:w-34";
export const failedClass = "bg-danger-tint! text-danger!";
export const tileClass = "relative min-w-0 overflow-hidden rounded-xl border border-line bg-surface";
/** Border around the selected picture. */
export const pickedClass = "overflow-hidden rounded-control border border-line";
export const captionClass = "grid gap-0.75 px-3 pt-2.25 pb-2.5";

/** A small picture, the progress of its processing, or the icon of a document. */
export function Thumbnail({ media }: { media: Media }) {
  const address = getThumbnailUrl(media);
  if (address !== null)
    return (
      <img
        src={address}
        alt=""
        loading="lazy"
        style={{ objectPosition: toObjectPosition(media) }}
        className={coverClass}
      />
    );
  if (media.kind === "document")
    return (
      <div className={progressClass}>
        <Icon name="file-text" size={24} />
      </div>
    );
  if (media.state === "failed")
    return (
      <div className={clsx(progressClass, failedClass)}>
        <p>{m.staff_media_failed()}</p>
      </div>
    );
  const label = m.staff_media_making({ made: media.sizesMade, sizes: media.sizes });
  return (
    <div className={progressClass}>
      <p>{label}</p>
      <progress aria-label={`${label} ${media.name}`} value={media.sizesMade} max={media.sizes} />
    </div>
  );
}

/** Returns a label with the number of texts that use a picture or document. */
export const getUsesLabel = ({ uses }: Media): string =>
  uses === 0 ? m.staff_media_scope_unused() : m.staff_media_uses({ count: uses });

interface MediaTileProps {
  media: Media;
  isChosen: boolean;
  onChoose(): void;
  /** A checkbox that selects the file for bulk actions. */
  tickBox?: ReactNode;
}

/** A picture or document of the library as a button that selects it. */
export function MediaTile({ media, isChosen, onChoose, tickBox }: MediaTileProps) {
  return (
    <li className={clsx(tileClass, isChosen && "ring-2 ring-primary ring-offset-2 ring-offset-surface")}>
      <button
        type="button"
        className="block w-full text-start -outline-offset-2!"
        aria-pressed={isChosen}
        onClick={onChoose}
      >
        <Thumbnail media={media} />
        {isChosen && (
          <span className="absolute end-2 top-2 grid size-6 place-items-center rounded-full bg-primary text-white">
            <Icon name="check" size={14} />
          </span>
        )}
        <span className={captionClass}>
          <span className="truncate font-medium text-match-parent" dir="auto">
            {media.name}
          </span>
          <span className="flex flex-wrap items-center justify-between gap-x-2 text-sm">
            <span className="text-ink-3">{getUsesLabel(media)}</span>
            <DescriptionState media={media} />
          </span>
        </span>
      </button>
      {tickBox && <span className="absolute start-1 top-1 grid size-8 place-items-center">{tickBox}</span>}
    </li>
  );
}
