import Check from "lucide-react/icons/check";
import Globe from "lucide-react/icons/globe";
import { useLocale } from "#i18n/link.tsx";
import { locales } from "#i18n/locale.ts";
import { m } from "#messages";
import { Icon } from "#ui/icon.tsx";
import { NavDisclosure, navDisclosureLink } from "#ui/nav-disclosure.tsx";
import { FrameLabel, useFrameText } from "../frame-label.tsx";
import { LanguageLink } from "./language-link.tsx";

const names = { en: "english", ar: "arabic" } as const;
/** What a reader of that language calls it; put beside the label where the label is in the other language. */
const ownName = { en: "English", ar: "العربية" } as const;

/** Globe, the page's language, and the two to choose from. */
export function LanguageMenu({ buttonClassName }: { buttonClassName: string }) {
  const locale = useLocale();
  const text = useFrameText();
  return (
    <NavDisclosure icon={Globe} align="end" label={<FrameLabel name={names[locale]} />} name={`${m.site_language_name()}: ${text(names[locale]).text}`} className={buttonClassName}>
      {locales.map((to) => (
        <li key={to}>
          <LanguageLink to={to} className={navDisclosureLink}>
            <FrameLabel name={names[to]} />
            {to === locale ? <Icon as={Check} size="sm" /> : text(names[to]).text !== ownName[to] && <bdi lang={to} className="text-sm text-ink-3">{ownName[to]}</bdi>}
          </LanguageLink>
        </li>
      ))}
    </NavDisclosure>
  );
}
