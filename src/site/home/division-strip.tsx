import { Link } from "#i18n/link.tsx";
import { m } from "#messages";
import { Icon } from "#ui/icon.tsx";
import { StarGlyph } from "../star-glyph.tsx";

const divisions = [
  {
    title: m.site_home_training,
    text: m.site_home_training_text,
    go: m.site_home_training_go,
    to: "/medical-training-center",
    sign: "M26 37V22M26 27c-5 0-8-3-8-8 5 0 8 3 8 8zm0-3c0-5 3-8 8-8 0 5-3 8-8 8z",
  },
  {
    title: m.site_home_digital,
    text: m.site_home_digital_text,
    go: m.site_home_digital_go,
    to: "/digital-health-solutions",
    sign: "M10 27h9l2.5-8 5 16 3.5-11 1.5 3H42",
  },
  {
    title: m.site_home_consultancy,
    text: m.site_home_consultancy_text,
    go: m.site_home_consultancy_go,
    to: "/consultancy-services",
    sign: "M23 16h6v7h7v6h-7v7h-6v-7h-7v-6h7z",
  },
];

export function DivisionStrip() {
  return (
    <section aria-label={m.site_home_divisions()} className="wrap">
      <ul className="relative z-2 -mt-14 grid overflow-hidden rounded-panel bg-surface shadow-3 md:-mt-22 md:grid-cols-3 *:border-line *:not-first:border-t md:*:not-first:border-t-0 md:*:not-first:border-s">
        {divisions.map(({ title, text, go, to, sign }) => (
          <li key={to}>
            <Link
              to={to}
              className="grid h-full content-start gap-[.7rem] p-[1.6rem] transition-ui hover:bg-primary-tint focus-visible:-outline-offset-2 md:px-9 md:pt-9 md:pb-8"
            >
              <StarGlyph sign={sign} />
              <h2 className="text-h3">{title()}</h2>
              <p className="text-[.9375rem] text-ink-2">{text()}</p>
              <p className="mt-2.5 flex items-center gap-2 text-[.9375rem] font-medium text-primary">
                {go()}
                <Icon name="arrow-right" size="sm" mirrors />
              </p>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
