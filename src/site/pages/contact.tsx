import { contactSettings } from "#features/content/team.server.ts";
import { ContactForm } from "#features/letters/components/contact-form.tsx";
import { useLocale } from "#i18n/link.tsx";
import { localText } from "#i18n/locale.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { m } from "#messages";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import type { Route } from "./+types/contact";
import { ContactInfo } from "../contact/contact-info.tsx";
import { officeMap } from "../contact/office-map.server.ts";
import { TeamRow } from "../contact/team-row.tsx";
import { ShellLabel } from "../shell-label.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  return { ...(await contactSettings(ctx)), map: officeMap(ctx) };
}

export default function Contact({
  loaderData: { contact_info_eng, contact_info_ar, members_info, map },
}: Route.ComponentProps) {
  const locale = useLocale();
  const info = localText(locale, contact_info_eng, contact_info_ar);
  return (
    <>
      <Breadcrumb
        label={m.site_breadcrumb()}
        items={[{ label: <ShellLabel name="home" />, to: "/" }, { label: <ShellLabel name="contact" /> }]}
      />
      <div className="wrap grid items-start grid-cols-[minmax(0,1fr)] gap-[clamp(2rem,6vw,5.5rem)] pt-21 pb-section lg:grid-cols-[1fr_1.15fr]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5.5">
          <h1>{m.site_contact_heading()}</h1>
          <p className="text-lead text-ink-2 text-pretty">{m.site_contact_lead()}</p>
          <ContactInfo map={map} />
          {info.text && (
            <div
              lang={info.lang === locale ? undefined : info.lang}
              className="grid gap-3 text-sm text-ink-2"
              dangerouslySetInnerHTML={{ __html: info.text }}
            />
          )}
        </div>
        <section
          aria-label={m.site_contact_form()}
          className="rounded-[20px] border border-line bg-surface p-[clamp(1.35rem,3vw,2.75rem)] shadow-2 md:rounded-panel"
        >
          <ContactForm />
        </section>
      </div>
      {members_info.length > 0 && <TeamRow members={members_info} />}
    </>
  );
}
