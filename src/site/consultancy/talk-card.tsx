import { Portrait } from "#features/content/components/portrait.tsx";
import type { TeamMember } from "#features/content/content.ts";
import { Label } from "#i18n/label.tsx";
import { useLocale } from "#i18n/link.tsx";
import { localText } from "#i18n/locale.ts";
import { m } from "#messages";
import { isolate } from "#i18n/isolate.ts";
import { Icon } from "#ui/icon.tsx";
import { LinkButton } from "#ui/link-button.tsx";

export function TalkCard({ person }: { person: TeamMember | null }) {
  const locale = useLocale();
  const name = person && localText(locale, person.name_eng, person.name_ar).text;
  return (
    <section id="talk" aria-labelledby="talk-heading" className="wrap pb-section">
      <div className="flex flex-wrap items-center justify-between gap-7 rounded-panel bg-stone p-6 md:px-12 md:py-11">
        <div className="flex min-w-0 items-center gap-5.5 max-md:items-start">
          {person && name && (
            <Portrait member={person} name={name} palette="limestone" size={88} className="max-md:size-14" />
          )}
          <div className="min-w-0">
            <p className="text-sm text-ink-3">{m.site_consultancy_card()}</p>
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
            <Label name="contact">{m.site_consultancy_card_contact()}</Label>
          </LinkButton>
          {person && (
            <LinkButton href={`mailto:${person.email}`} variant="secondary" size="lg">
              <Icon name="mail" />
              {/* The weight every page has: an Arabic page would load a Latin font file for these letters alone. */}
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
