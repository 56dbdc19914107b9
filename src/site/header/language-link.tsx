import type { MouseEvent, ReactNode } from "react";
import { useLocale } from "#i18n/link.tsx";
import { localePath, type Locale } from "#i18n/locale.ts";
import { writeStored } from "#platform/browser-storage.ts";
import { usePagePath } from "../page-path.ts";

/** Stores the choice and keeps query and hash. */
export function LanguageLink({ to, className, children }: { to: Locale; className?: string; children: ReactNode }) {
  const current = useLocale();
  const path = usePagePath();
  const choose = (event: MouseEvent<HTMLAnchorElement>) => {
    // Without storage, the address alone gives the language.
    writeStored("lang", to);
    // The server never sees the hash, and a cached page not every query.
    event.currentTarget.search = location.search;
    event.currentTarget.hash = location.hash;
  };
  return (
    <a
      href={localePath(path, to)}
      hrefLang={to}
      aria-current={to === current ? "true" : undefined}
      onClick={choose}
      className={className}
    >
      {children}
    </a>
  );
}
