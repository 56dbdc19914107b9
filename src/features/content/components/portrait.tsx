import { clsx } from "clsx/lite";
import { contentPicture } from "#features/content/media/content-picture.ts";
import type { ImageDetails } from "#features/content/media/uploaded-picture.ts";
import { Avatar } from "#ui/avatar.tsx";
import type { PaletteName } from "#ui/art/palettes.ts";
import { Picture } from "#ui/picture.tsx";

interface PortraitProps {
  person: { image?: string | null | undefined; image_details?: ImageDetails | null | undefined };
  /** Picks the colours of the initials. */
  seed: string;
  /** Name in the page's language. The portrait has no alternative text, because the name is next to it. */
  name: string;
  palette?: PaletteName | undefined;
  /** Width and height in CSS pixels, on wide screens. */
  size: 56 | 64 | 88;
  /** Classes for the size on phones, if it differs. */
  className?: string;
}

const sizeClasses = { 56: "size-14", 64: "size-16", 88: "size-22" };

/** Shows the photograph of a person, or their initials if there is none. */
export function Portrait({ person, seed, name, palette, size, className = "" }: PortraitProps) {
  if (!person.image)
    return <Avatar name={name} seed={seed} {...(palette && { palette })} size={size} className={className} />;
  const emptyPicture = { sources: [], src: "", width: size, height: size };
  return (
    <Picture
      picture={contentPicture(person.image, person.image_details, emptyPicture)}
      alt=""
      sizes={`${size}px`}
      className={clsx("flex-none rounded-full", sizeClasses[size], className)}
    />
  );
}
