import type { ReactNode } from "react";
import { Icon } from "../../../src/ui/icon.tsx";
import { TextLink } from "../parts/text-link.tsx";

/** Link from a card to its full list. */
export function MoreLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <TextLink className="flex flex-wrap items-center gap-2" to={to}>
      {children}
      <Icon name="chevron-right" size={16} mirrors />
    </TextLink>
  );
}
