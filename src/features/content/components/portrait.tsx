import { clsx } from "clsx/lite";
import { contentPicture } from "#features/content/media/content-picture.ts";
import { Avatar } from "#ui/avatar.tsx";
import type { PaletteName } from "#ui/art/palettes.ts";
import { Picture } from "#ui/picture.tsx";
import type { TeamMember } from "../content.schema.server.ts";

interface PortraitProps {
  member: TeamMember;
  /** Name in the page's language. It is next to the portrait, which therefore has no alternative text. */
  name: string;
  palette?: PaletteName | undefined;
  /** In CSS pixels, on wide screens. */
  size: 64 | 88;
  /** Size on phones. */
  className: string;
}

/** An uploaded photograph, or else initials. */
export function Portrait({ member, name, palette, size, className }: PortraitProps) {
  if (!member.image)
    return <Avatar name={name} seed={member.email} {...(palette && { palette })} size={size} className={className} />;
  const none = { sources: [], src: "", width: size, height: size };
  return (
    <Picture
      picture={contentPicture(member.image, member.image_details, none)}
      alt=""
      sizes={`${size}px`}
      className={clsx("flex-none rounded-full", size === 64 ? "size-16" : "size-22", className)}
    />
  );
}
