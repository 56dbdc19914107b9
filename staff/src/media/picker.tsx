/** The field for a picture or document in content. Documented in the README of staff. */
import { useState } from "react";
import { m } from "../messages.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { useCan } from "../frame/session.ts";
import { MediaDialog } from "./dialog.tsx";
import { FocalPointDialog } from "./focal-point.tsx";
import { MediaForm } from "./media-form.tsx";
import { coverClass, DescriptionState, pickedClass, progressClass, Thumbnail } from "./media-tile.tsx";
import { isTooNarrow, toContentValue, type Media, type MediaKind } from "./media.ts";
import { usePickedPicture } from "./use-picked-picture.ts";
import type { ShippedFolder } from "../../../src/features/content/media/media-record.ts";
import { Button } from "../../../src/ui/button.tsx";

export interface MediaPickerProps {
  /** The stored value: `u-…` of an upload, the base name of a picture that ships with the site, or empty. */
  value: string;
  onChange(value: string, media: Media | null): void;
  kind: MediaKind;
  /** Name of the field for screen readers. */
  label: string;
  /** Returns the address of a small version of a picture that ships with the site and is not in the library. */
  shippedAddress?: (value: string) => string;
  /** Folder of the pictures that ship with the site for this kind of content. */
  shippedFolder?: ShippedFolder | undefined;
  /** Error message of the field. */
  error?: string | undefined;
  isReadOnly?: boolean;
  /** Whether the value may be empty. */
  isOptional?: boolean;
  /** Width to fill, in pixels. A narrower picture is accepted with a warning. */
  minWidth?: number | undefined;
}

/** Shows the selected picture and opens the library to select another. */
export function MediaPicker(props: MediaPickerProps) {
  const {
    value,
    onChange,
    kind,
    label,
    shippedAddress,
    shippedFolder,
    error,
    isReadOnly = false,
    isOptional = false,
    minWidth = 0,
  } = props;
  const [isOpen, setIsOpen] = useState(false);
  const isUpload = value.startsWith("u-");
  const { data, refetch } = usePickedPicture(kind === "picture" ? value : "");
  const media = data?.data[0];
  const choose = (chosen: Media) => {
    onChange(toContentValue(chosen, shippedFolder), chosen);
    setIsOpen(false);
  };
  return (
    <div role="group" aria-label={label} className="grid grid-cols-1 content-start gap-2.5">
      <div className={pickedClass}>
        {media ? (
          <Thumbnail media={media} />
        ) : value !== "" && !isUpload && shippedAddress ? (
          <img src={shippedAddress(value)} alt="" className={coverClass} />
        ) : (
          <div className={progressClass}>
            <Icon name="image" size={24} />
            <p>
              {value === ""
                ? m.staff_media_none_chosen()
                : isUpload && data
                  ? m.staff_media_gone()
                  : m.staff_media_shipped()}
            </p>
          </div>
        )}
      </div>
      {media && (
        <p className="flex items-center justify-between gap-2 text-sm">
          <span className="truncate font-medium text-match-parent" dir="auto">
            {media.name}
          </span>
          <DescriptionState media={media} />
        </p>
      )}
      {media && isTooNarrow(media, minWidth) && (
        <p role="status" className="flex gap-1.5 text-sm text-warning">
          <Icon name="triangle-alert" size={16} />
          {m.staff_media_too_narrow({ width: String(media.width), minWidth: String(minWidth) })}
        </p>
      )}
      {error && (
        <p role="alert" className="flex gap-1.5 text-sm text-danger">
          <Icon name="circle-alert" size={16} />
          {error}
        </p>
      )}
      {!isReadOnly && (
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="secondary" size="sm" icon="image" onClick={() => setIsOpen(true)}>
            {value === "" ? m.staff_media_choose() : m.staff_media_choose_another()}
          </Button>
          {isOptional && value !== "" && (
            <Button variant="secondary" size="sm" onClick={() => onChange("", null)}>
              {m.staff_common_action_remove()}
            </Button>
          )}
        </div>
      )}
      {media?.kind === "picture" && !isReadOnly && <PickedFacts media={media} onSaved={() => void refetch()} />}
      <MediaDialog
        isOpen={isOpen}
        kind={kind}
        value={value}
        minWidth={minWidth}
        onClose={() => setIsOpen(false)}
        onChoose={choose}
      />
    </div>
  );
}

/** Edits the focal point and descriptions of the selected picture. The changes apply wherever it is used. */
function PickedFacts({ media, onSaved }: { media: Media; onSaved: () => void }) {
  const can = useCan();
  const [isOpen, setIsOpen] = useState(false);
  if (!can("media.write")) return null;
  return (
    <>
      {media.state === "ready" && (
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="secondary" size="sm" icon="crosshair" onClick={() => setIsOpen(true)}>
            {m.staff_media_focal_action()}
          </Button>
        </div>
      )}
      {/* A new focal point changes the version. The form's own saves do too, but must not remount it. */}
      <MediaForm key={`${media.id} ${media.focal_x} ${media.focal_y}`} media={media} isInPlace onSaved={onSaved} />
      {isOpen && <FocalPointDialog media={media} onClose={() => setIsOpen(false)} onSaved={onSaved} />}
    </>
  );
}
