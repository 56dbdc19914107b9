import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "../../../src/ui/icon.tsx";

/** From a card to its list. */
export function MoreLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="link flex flex-wrap items-center gap-2" to={to}>
      {children}
      <Icon name="chevron-right" size={16} mirrors />
    </Link>
  );
}
