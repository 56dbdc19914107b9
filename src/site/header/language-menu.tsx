import { useLocale } from "#i18n/link.tsx";
import { locales, type Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import { Icon } from "#ui/icon.tsx";
import { NavDisclosure, navDisclosureLink } from "#ui/nav-disclosure.tsx";
import { ShellLabel, useShellText } from "../shell-label.tsx";
import { LanguageLink } from "./language-link.tsx";

const names = { en: "english", ar: "arabic" } as const;
const ownName = { en: "English", ar: "العربية" } as const;

export function LanguageName({ of }: { of: Locale }) {
  const locale = useLocale();
  const { text } = useShellText()(names[of]);
  return (
    <>
      <ShellLabel name={names[of]} />
      {of !== locale && text !== ownName[of] && (
        // The gap is outside the name, which has the other direction.
        <span className="ms-2 text-sm text-ink-3">
          <bdi lang={of}>{ownName[of]}</bdi>
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
      label={<ShellLabel name={names[locale]} />}
      name={`${m.site_language_name()}: `}
      className={buttonClassName}
    >
      {locales.map((to) => (
        <li key={to}>
          <LanguageLink to={to} className={navDisclosureLink}>
            <LanguageName of={to} />
            {to === locale && <Icon name="check" size="sm" />}
          </LanguageLink>
        </li>
      ))}
    </NavDisclosure>
  );
}
