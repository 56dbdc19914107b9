import type { SocialLink } from "#features/settings/settings.ts";

/** The networks' own marks: Lucide has none. Names are never translated. */
const networks: Record<SocialLink["network"], { name: string; mark: string }> = {
  linkedin: { name: "LinkedIn", mark: "M4 9h3.6v11H4zM5.8 3.8a2.1 2.1 0 1 1 0 4.2 2.1 2.1 0 0 1 0-4.2zM10 9h3.4v1.5c.6-1 1.8-1.8 3.5-1.8 3.2 0 4.1 2 4.1 5V20h-3.6v-5.6c0-1.5-.3-2.7-1.9-2.7s-1.9 1.2-1.9 2.6V20H10z" },
  x: { name: "X", mark: "M3 3h5.4l4.4 6.2L18 3h2.6l-6.6 7.9L21.4 21H16l-4.8-6.7L5.6 21H3l7-8.4zm3.5 1.8 10.3 14.4h1.7L8.2 4.8z" },
  youtube: { name: "YouTube", mark: "M22 8.2c-.2-1.8-1-2.6-2.7-2.8C17.5 5.2 15 5 12 5s-5.5.2-7.3.4C3 5.6 2.2 6.4 2 8.2 1.9 9.4 1.8 10.7 1.8 12s.1 2.6.2 3.8c.2 1.8 1 2.6 2.7 2.8 1.8.2 4.3.4 7.3.4s5.5-.2 7.3-.4c1.7-.2 2.5-1 2.7-2.8.1-1.2.2-2.5.2-3.8s-.1-2.6-.2-3.8zM10 15.3V8.7l5.7 3.3z" },
  instagram: { name: "Instagram", mark: "M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5zm0 2a3 3 0 0 0-3 3v8a3 3 0 0 0 3 3h8a3 3 0 0 0 3-3V8a3 3 0 0 0-3-3zm4 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zm0 2a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zm5-3.2a1.1 1.1 0 1 1 0 2.2 1.1 1.1 0 0 1 0-2.2z" },
  facebook: { name: "Facebook", mark: "M13.5 21v-8h2.7l.4-3.1h-3.1V8c0-.9.3-1.5 1.6-1.5h1.6V3.7c-.3 0-1.3-.1-2.4-.1-2.4 0-4 1.4-4 4.1v2.2H7.5V13h2.8v8z" },
};

export const networkName = (network: SocialLink["network"]) => networks[network].name;

export function SocialIcon({ network }: { network: SocialLink["network"] }) {
  return (
    <svg viewBox="0 0 24 24" width="18" height="18" fill="currentColor" fillRule="evenodd" aria-hidden="true">
      <path d={networks[network].mark} />
    </svg>
  );
}
