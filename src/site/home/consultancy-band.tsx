import { m } from "#messages";
import * as consultancyArt from "#ui/art/pictures/consultancy.ts";
import { Icon } from "#ui/icon.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Picture } from "#ui/picture.tsx";
import { Eyebrow } from "#ui/section-head.tsx";

const services = [
  { icon: "clipboard-check", text: m.site_home_consult_accreditation },
  { icon: "chart-line", text: m.site_home_consult_quality },
  { icon: "users", text: m.site_home_consult_workforce },
] as const;

export function ConsultancyBand() {
  return (
    <section aria-labelledby="consultancy" className="bg-stone py-section">
      <div className="wrap grid items-center gap-[clamp(2rem,6vw,6rem)] md:grid-cols-[1fr_1.1fr]">
        <Picture picture={consultancyArt.picture} alt="" className="aspect-[1/.94] rounded-panel dark:hidden" />
        <Picture picture={consultancyArt.dark} alt="" className="hidden! aspect-[1/.94] rounded-panel dark:block!" />
        <div>
          <Eyebrow>{m.site_home_consultancy()}</Eyebrow>
          <h2 id="consultancy" className="mt-5">
            {m.site_home_consult_heading()}
          </h2>
          <p className="mt-5 text-lead text-ink-2 text-pretty">{m.site_home_consult_lead()}</p>
          <ul className="mt-6 grid gap-[.9rem]">
            {services.map(({ icon, text }) => (
              <li key={text()} className="flex items-center gap-[.9rem] font-medium">
                <Icon name={icon} className="text-primary" />
                {text()}
              </li>
            ))}
          </ul>
          <p className="mt-6">
            <LinkButton to="/consultancy-services">
              {m.site_home_consult_more()}
              {/* For screen readers: the link text alone says nothing. */}
              <span className="sr-only">: {m.site_home_consultancy()}</span>
            </LinkButton>
          </p>
        </div>
      </div>
    </section>
  );
}
