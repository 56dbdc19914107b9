import { m } from "#messages";
import { Icon } from "#ui/icon.tsx";

const points = [
  { icon: "users", title: m.site_training_groups, text: m.site_training_groups_text },
  { icon: "award", title: m.site_training_hours, text: m.site_training_hours_text },
  { icon: "file-text", title: m.site_training_documents, text: m.site_training_documents_text },
  { icon: "map-pin", title: m.site_training_place, text: m.site_training_place_text },
] as const;

export function Expectations() {
  return (
    <section
      aria-labelledby="expect"
      className="wrap grid gap-[clamp(2rem,5vw,5rem)] pt-section lg:grid-cols-[1fr_1.9fr]"
    >
      <h2 id="expect">{m.site_training_expect()}</h2>
      <ul className="grid gap-x-12 gap-y-6 md:grid-cols-2 md:gap-y-9">
        {points.map(({ icon, title, text }) => (
          <li key={title()} className="flex gap-[1.1rem]">
            <Icon name={icon} size="lg" className="text-primary" />
            <div>
              <h3 className="font-sans text-h4 tracking-normal">{title()}</h3>
              <p className="mt-1 text-ink-2 text-pretty">{text()}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
