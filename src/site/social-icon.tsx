import type { SocialLink } from "#features/settings/settings.ts";
import marks from "./social-marks.svg";

/** Names are never translated. */
const names: Record<SocialLink["network"], string> = {
  linkedin: "LinkedIn",
  x: "X",
  youtube: "YouTube",
  instagram: "Instagram",
  facebook: "Facebook",
};

export const networkName = (network: SocialLink["network"]) => names[network];

/** A network's own mark, which Lucide has not. All are in one file, so that no page's code carries their outlines. */
export function SocialIcon({ network }: { network: SocialLink["network"] }) {
  return (
    <svg width="18" height="18" fill="currentColor" aria-hidden="true">
      <use href={`${marks}#${network}`} />
    </svg>
  );
}
