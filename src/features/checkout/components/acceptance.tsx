import { Link } from "#i18n/link.tsx";
import { m } from "#messages";

/**
 * What the buyer agrees to, with a note after it. The links open a new tab, because leaving the form would lose the
 * card.
 */
export function Acceptance({ note }: { note?: string }) {
  const renderLink = (to: string, text: string) => (
    <Link key={to} to={to} target="_blank" className="inline-link">
      {text}
      <span className="sr-only"> ({m.checkout_new_tab()})</span>
    </Link>
  );
  // Control characters mark the links, because each language has its own word order.
  const parts = m.checkout_accept({ terms: "\u0001", refunds: "\u0002" }).split(/([\u0001\u0002])/);
  return (
    <p className="text-center text-xs text-balance text-ink-2">
      {parts.map((part) =>
        part === "\u0001"
          ? renderLink("/terms-and-conditions", m.checkout_accept_terms())
          : part === "\u0002"
            ? renderLink("/terms-and-conditions#refunds", m.checkout_accept_refunds())
            : part,
      )}{" "}
      {note}
    </p>
  );
}
