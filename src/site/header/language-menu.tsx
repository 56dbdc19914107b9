import type { MouseEvent, ReactNode } from "react";
import { useLocale, usePagePath } from "#i18n/link.tsx";
import { locales, type Locale, localePath } from "#i18n/locale.ts";
import { m } from "#messages";
import { Icon } from "#ui/icon.tsx";
import { NavDisclosure, navDisclosureLink } from "#ui/nav-disclosure.tsx";
import { writeStored } from "#platform/browser-storage.ts";
import { Label, useLabelText } from "#i18n/label.tsx";

/** Switches the language. Stores the choice, and keeps query and hash. */
export function LanguageLink({ to, className, children }: { to: Locale; className?: string; children: ReactNode }) {
  const current = useLocale();
  const path = usePagePath();
  const storeChoice = (event: MouseEvent<HTMLAnchorElement>) => {
    // Without storage, the address alone gives the language.
    writeStored("lang", to);
    // The server never sees the hash, and a cached page may not know the query.
    event.currentTarget.search = location.search;
    event.currentTarget.hash = location.hash;
  };
  return (
    <a
      href={localePath(path, to)}
      hrefLang={to}
      aria-current={to === current ? "true" : undefined}
      onClick={storeChoice}
      className={className}
    >
      {children}
    </a>
  );
}

const names = { en: "english", ar: "arabic" } as const;
const ownNames = { en: "English", ar: "العربية" } as const;

export function LanguageName({ language }: { language: Locale }) {
  const locale = useLocale();
  const { text } = useLabelText()(names[language]);
  return (
    <>
      <Label name={names[language]} />
      {language !== locale && text !== ownNames[language] && (
        // The gap is outside the name, which has the other direction.
        <span className="ms-2 text-sm text-ink-3">
          <bdi lang={language}>{ownNames[language]}</bdi>
        </span>
      )}
    </>
  );
}

export function LanguageMenu({ buttonClassName }: { buttonClassName: string }) {
  const locale = useLocale();
  return (
    <NavDisclosure
      icon="globe"
      align="end"
      label={<Label name={names[locale]} />}
      name={`${m.common_language()}: `}
      className={buttonClassName}
    >
      {locales.map((to) => (
        <li key={to}>
          <LanguageLink to={to} className={navDisclosureLink}>
            <LanguageName language={to} />
            {to === locale && <Icon name="check" size="sm" />}
          </LanguageLink>
        </li>
      ))}
    </NavDisclosure>
  );
}
