import { Label } from "#i18n/label.tsx";
import { Link } from "#i18n/link.tsx";
import { m } from "#messages";
import { EmptyState } from "#ui/empty-state.tsx";
import { Icon } from "#ui/icon.tsx";

const ways = [
  { to: "/courses", label: m.search_way_courses },
  { to: "/faq", label: m.search_way_faq },
  { to: "/contact-us", label: () => <Label name="contact">{m.search_way_contact()}</Label> },
];

export function NoResults({ hasSearched }: { hasSearched: boolean }) {
  const list = (
    <ul className="mt-6 w-full border-t border-line text-start">
      {ways.map(({ to, label }) => (
        <li key={to}>
          <Link
            to={to}
            className="flex min-h-14 items-center justify-between gap-4 border-b border-line py-3 font-medium text-ink transition-ui hover:text-primary"
          >
            {label()}
            <Icon name="arrow-right" mirrors className="text-primary" />
          </Link>
        </li>
      ))}
    </ul>
  );
  return (
    <div role="status" className="mx-auto max-w-144 pt-8">
      {hasSearched ? (
        <EmptyState title={m.search_empty()}>
          {m.search_empty_hint()}
          {list}
        </EmptyState>
      ) : (
        <div className="text-ink-2">
          {m.search_start_hint()}
          {list}
        </div>
      )}
    </div>
  );
}
