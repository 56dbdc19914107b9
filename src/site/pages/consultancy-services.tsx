import { teamMembers } from "#features/content/pages.server.ts";
import { useLocale } from "#i18n/link.tsx";
import { errorForLog } from "#platform/log.server.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { m } from "#messages";
import * as consultancyHeadArt from "#ui/art/pictures/consultancy-head.ts";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { PageHead } from "#ui/page-head.tsx";
import { ReadMore } from "#ui/read-more.tsx";
import { IframeVideo } from "#features/content/media/iframe-video.tsx";
import { Eyebrow } from "#ui/section-head.tsx";
import { Icon } from "#ui/icon.tsx";
import { Portrait } from "#features/content/components/portrait.tsx";
import type { TeamMember } from "#features/content/content.schema.server.ts";
import { Label } from "#i18n/label.tsx";
import { localText } from "#i18n/locale.ts";
import { isolate } from "#i18n/isolate.ts";
import type { Route } from "./+types/consultancy-services";
import { contactPerson } from "../consultancy/contact-person.ts";

function TalkCard({ person }: { person: TeamMember | null }) {
  const locale = useLocale();
  const name = person && localText(locale, person.name_eng, person.name_ar).text;
  return (
    <section id="talk" aria-labelledby="talk-heading" className="wrap pb-section">
      <div className="flex flex-wrap items-center justify-between gap-7 rounded-panel bg-stone p-6 md:px-12 md:py-11">
        <div className="flex min-w-0 items-center gap-5.5 max-md:items-start">
          {person && name && (
            <Portrait
              person={person}
              seed={person.email}
              name={name}
              palette="limestone"
              size={88}
              className="max-md:size-14"
            />
          )}
          <div className="min-w-0">
            <p className="text-sm text-ink-3">{m.site_menu_consultancy()}</p>
            <h2 id="talk-heading" className="text-h3">
              {name
                ? m.site_consultancy_card_person({ name: isolate(name.replaceAll(" ", "\u00a0")) })
                : m.site_consultancy_card_team()}
            </h2>
            <p className="mt-1.5 text-ink-2">{m.site_consultancy_card_text()}</p>
          </div>
        </div>
        <div className="flex flex-wrap gap-3 max-md:w-full max-md:*:w-full">
          <LinkButton to="/contact-us" size="lg">
            <Label name="contact">{m.common_action_contact()}</Label>
          </LinkButton>
          {person && (
            <LinkButton href={`mailto:${person.email}`} variant="secondary" size="lg" icon="mail">
              {/* In a weight that all pages use, or an Arabic page would load a Latin font file for this text alone. */}
              <bdi dir="ltr" className="font-normal [overflow-wrap:anywhere]">
                {person.email}
              </bdi>
            </LinkButton>
          )}
        </div>
      </div>
    </section>
  );
}

const services = [
  { icon: "clipboard-check", name: m.site_consultancy_accreditation, text: m.site_consultancy_accreditation_text },
  { icon: "shield-check", name: m.site_consultancy_safety, text: m.site_consultancy_safety_text },
  { icon: "chart-line", name: m.site_consultancy_indicators, text: m.site_consultancy_indicators_text },
  { icon: "users", name: m.site_consultancy_workforce, text: m.site_consultancy_workforce_text },
  { icon: "file-text", name: m.site_consultancy_policies, text: m.site_consultancy_policies_text },
  { icon: "graduation-cap", name: m.site_consultancy_education, text: m.site_consultancy_education_text },
] as const;

function Services() {
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

/** The part with the film, which begins muted when it comes near the viewport (requirement C-05). */
function FellowshipBand() {
  return (
    <section aria-labelledby="fellowship" className="band bg-palm-900! py-section">
      <div className="wrap grid items-center gap-[clamp(2rem,5vw,4.5rem)] lg:grid-cols-[1fr_1.75fr]">
        <div>
          <Eyebrow className="text-spark!">{m.site_consultancy_fellowship()}</Eyebrow>
          <h2 id="fellowship" className="mt-5">
            {m.site_consultancy_fellowship_heading()}
          </h2>
          <p className="mt-5 mb-5 text-lead text-ink-2 text-pretty">{m.site_consultancy_fellowship_lead()}</p>
          <LinkButton to="/contact-us" variant="outlined">
            {m.site_consultancy_fellowship_ask()}
          </LinkButton>
        </div>
        <IframeVideo title={m.site_consultancy_film()} className="min-w-0 rounded-panel border border-line" />
      </div>
    </section>
  );
}

const parts = [
  {
    id: "looking",
    heading: m.site_consultancy_looking,
    text: [m.site_consultancy_looking_1, m.site_consultancy_looking_2],
  },
  {
    id: "changing",
    heading: m.site_consultancy_changing,
    text: [m.site_consultancy_changing_1, m.site_consultancy_changing_2],
  },
];

/** Requirement C-07. */
function Engagement() {
  return (
    <section aria-labelledby="runs" className="wrap grid gap-[clamp(2rem,4vw,4rem)] py-section lg:grid-cols-[3fr_9fr]">
      <h2 id="runs">{m.site_consultancy_runs()}</h2>
      <div className="max-w-184 *:border-line *:not-last:border-b *:py-9 *:first:pt-0 *:last:pb-0">
        {parts.map(({ id, heading, text }) => (
          <div key={id}>
            <h3 id={id} className="mb-4 font-sans text-h4 tracking-normal">
              {heading()}
            </h3>
            <ReadMore more={m.site_consultancy_more()} less={m.site_consultancy_less()} about={id}>
              <div className="grid gap-4 text-ink-2">
                {text.map((paragraph) => (
                  <p key={paragraph()}>{paragraph()}</p>
                ))}
              </div>
            </ReadMore>
          </div>
        ))}
      </div>
    </section>
  );
}

/** If the team cannot be read, the card names the company instead of a person. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  try {
    return { person: contactPerson(await teamMembers(ctx)) ?? null };
  } catch (error) {
    ctx.log.error({ request_id: ctx.requestId, ...errorForLog(error) }, "team members failed");
    return { person: null };
  }
}

/** C-05, C-06, C-07. */
export default function ConsultancyServices({ loaderData: { person } }: Route.ComponentProps) {
  const locale = useLocale();
  return (
    <>
      <Breadcrumb items={[{ label: m.common_consultancy() }]} />
      <PageHead
        title={m.site_consultancy_heading()}
        lead={m.site_consultancy_lead()}
        art={locale === "ar" ? consultancyHeadArt.arabic : consultancyHeadArt.picture}
        className="md:pb-5"
      >
        <LinkButton href="#talk" size="lg" className="max-md:w-full">
          {m.site_consultancy_talk()}
        </LinkButton>
      </PageHead>
      <Services />
      <FellowshipBand />
      <Engagement />
      <TalkCard person={person} />
    </>
  );
}
