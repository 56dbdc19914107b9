import { Label } from "#i18n/label.tsx";
import { useLocale } from "#i18n/link.tsx";
import { localText } from "#i18n/locale.ts";
import { m } from "#messages";
import { isolate } from "#i18n/isolate.ts";
import { Icon } from "#ui/icon.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import type { TeamMember } from "../content.schema.server.ts";
import { Portrait } from "./portrait.tsx";

export function AskCard({ member, phone }: { member: TeamMember | undefined; phone: string }) {
  const locale = useLocale();
  const name = member && localText(locale, member.name_eng, member.name_ar).text;
  return (
    <section
      aria-labelledby="ask"
      className="flex flex-wrap items-start gap-5 rounded-panel bg-stone p-[1.35rem] md:p-7 lg:sticky lg:top-8 lg:max-w-116"
    >
      {name && <Portrait person={member} seed={member.email} name={name} size={64} className="max-md:size-13" />}
      <div className="min-w-0 flex-[1_1_9rem]">
        <h2 id="ask" className="font-sans text-h4 tracking-normal">
          {m.content_faq_unsure()}
        </h2>
        <p className="mt-1 text-ink-2">
          {name ? m.content_faq_unsure_person({ name: isolate(name) }) : m.content_faq_unsure_team()}
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          <LinkButton to="/contact-us" className="px-4!">
            <Label name="contact">{m.common_action_contact()}</Label>
          </LinkButton>
          <LinkButton href={`tel:${phone.replace(/[^\d+]/g, "")}`} variant="ghost">
            <Icon name="phone" size="sm" />
            <bdi dir="ltr">{phone}</bdi>
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
