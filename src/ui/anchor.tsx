import type { ComponentProps } from "react";
import { Link } from "#i18n/link.tsx";

/** `to` is a page of the site, without language; `href` is anything else (`tel:`, a file, another site). */
export type AnchorProps = Omit<ComponentProps<"a">, "href"> &
  ({ to: string; href?: undefined; viewTransition?: boolean | undefined } | { href: string; to?: undefined });

/** Client navigation inside the site, a plain link outside it. */
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
