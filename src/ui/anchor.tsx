import type { ComponentProps } from "react";
import { Link } from "#i18n/link.tsx";

/** `to` is a page of the site, written without a language; `href` is anything else (`tel:`, a file, another site). */
export type AnchorProps = Omit<ComponentProps<"a">, "href"> &
  ({ to: string; href?: undefined } | { href: string; to?: undefined });

/** A plain link: followed in place inside the site, an ordinary address outside it. */
export function Anchor({ to, href, children, ...props }: AnchorProps) {
  return to === undefined ? (
    <a href={href} {...props}>
      {children}
    </a>
  ) : (
    <Link to={to} {...props}>
      {children}
    </Link>
  );
}
