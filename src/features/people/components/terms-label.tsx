import { Link } from "#i18n/link.tsx";
import { m } from "#messages";

/** The two pages open in a new tab, so that the form stays as it is. */
export function TermsLabel() {
  const link = (to: string, text: string) => (
    <Link key={to} to={to} target="_blank" className="inline-link">
      {text}
    </Link>
  );
  // Placeholders no text contains, because the order of the links depends on the language.
  const parts = m.accounts_terms({ terms: "\u0001", privacy: "\u0002" }).split(/([\u0001\u0002])/);
  return parts.map((part) =>
    part === "\u0001"
      ? link("/terms-and-conditions", m.accounts_terms_link())
      : part === "\u0002"
        ? link("/privacy-policy", m.accounts_privacy_link())
        : part,
  );
}
