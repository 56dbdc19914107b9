import { m } from "../messages.ts";
import { TextField } from "../../../src/ui/text-field.tsx";
import type { SocialLink } from "../../../src/features/settings/settings.ts";
import type { Draft } from "./use-settings.ts";

const networks: SocialLink["network"][] = ["linkedin", "x", "youtube", "instagram", "facebook"];

/** One address for each network; an empty one is no link. */
export function SocialLinks({ draft }: { draft: Draft }) {
  const links = (draft.value("contacts", "social_links") ?? []) as SocialLink[];
  const set = (network: SocialLink["network"], url: string) => {
    const kept = links.map((link) => (link.network === network ? { network, url } : link));
    const all = kept.some((link) => link.network === network) ? kept : [...kept, { network, url }];
    draft.set(
      "contacts",
      "social_links",
      all.filter((link) => link.url !== ""),
    );
  };
  return (
    <div className="two-columns">
      {networks.map((network) => {
        const at = links.findIndex((link) => link.network === network);
        const error = at < 0 ? undefined : draft.errorsOf("contacts", `social_links.${at}`);
        return (
          <TextField
            key={network}
            label={m[`staff_settings_contacts_${network}`]()}
            value={links[at]?.url ?? ""}
            error={error}
            onChange={({ target }) => set(network, target.value.trim())}
            dir="ltr"
            type="url"
          />
        );
      })}
    </div>
  );
}
