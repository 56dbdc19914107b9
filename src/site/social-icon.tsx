import type { SocialLink } from "#features/settings/settings.ts";
import marks from "./social-marks.svg";

const names: Record<SocialLink["network"], string> = {
  linkedin: "LinkedIn",
  x: "X",
  youtube: "YouTube",
  instagram: "Instagram",
  facebook: "Facebook",
};

export const networkName = (network: SocialLink["network"]) => names[network];

/** Brand marks, which Lucide does not have, in one separate file. */
export function SocialIcon({ network }: { network: SocialLink["network"] }) {
  return (
    <svg width="18" height="18" fill="currentColor" aria-hidden="true">
      <use href={`${marks}#${network}`} />
    </svg>
  );
}
