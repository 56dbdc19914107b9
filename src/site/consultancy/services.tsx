import { m } from "#messages";
import { Icon } from "#ui/icon.tsx";

const services = [
  { icon: "clipboard-check", name: m.site_consultancy_accreditation, text: m.site_consultancy_accreditation_text },
  { icon: "shield-check", name: m.site_consultancy_safety, text: m.site_consultancy_safety_text },
  { icon: "chart-line", name: m.site_consultancy_indicators, text: m.site_consultancy_indicators_text },
  { icon: "users", name: m.site_consultancy_workforce, text: m.site_consultancy_workforce_text },
  { icon: "file-text", name: m.site_consultancy_policies, text: m.site_consultancy_policies_text },
  { icon: "graduation-cap", name: m.site_consultancy_education, text: m.site_consultancy_education_text },
] as const;

export function Services() {
  return (
    <section
      aria-labelledby="services"
      className="wrap grid gap-[clamp(2rem,4vw,4rem)] py-section lg:grid-cols-[3fr_9fr]"
    >
      <h2 id="services">{m.site_consultancy_services()}</h2>
      <ul className="border-t border-line">
        {services.map(({ icon, name, text }) => (
          <li
            key={name()}
            className="grid grid-cols-[3rem_1fr] items-baseline border-b border-line py-6.5 md:grid-cols-[3.25rem_16.5rem_1fr] md:gap-x-5"
          >
            <Icon name={icon} size="lg" className="self-start text-primary" />
            <h3 className="text-[1.25rem]">{name()}</h3>
            <p className="text-ink-2 text-balance max-md:col-start-2 max-md:mt-1">{text()}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
