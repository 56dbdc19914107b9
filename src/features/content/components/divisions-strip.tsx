import { Link } from "#i18n/link.tsx";
import { m } from "#messages";
import { Icon } from "#ui/icon.tsx";

const divisions = [
  { to: "/medical-training-center", title: m.common_training, text: m.content_division_training_text },
  { to: "/digital-health-solutions", title: m.common_digital, text: m.content_division_digital_text },
  { to: "/consultancy-services", title: m.common_consultancy, text: m.content_division_consultancy_text },
];

export function DivisionsStrip() {
  return (
    <section aria-label={m.content_divisions()} className="bg-stone py-12 md:py-section">
      <ul className="wrap grid md:grid-cols-3 *:first:[&>a]:pt-0 md:*:first:[&>a]:ps-0">
        {divisions.map(({ to, title, text }) => (
          <li key={to} className="border-ink-3/25 not-first:border-t md:not-first:border-t-0 md:not-first:border-s">
            <Link to={to} className="group grid h-full content-start gap-2 py-6 md:px-9 md:py-0">
              <h2 className="text-h3 transition-ui group-hover:text-primary">{title()}</h2>
              <p className="text-ink-2">{text()}</p>
              <Icon name="arrow-right" mirrors className="mt-2.5 text-primary" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
