import { Portrait } from "#features/content/components/portrait.tsx";
import type { TeamMember } from "#features/content/content.ts";
import { useLocale } from "#i18n/link.tsx";
import { localText } from "#i18n/locale.ts";
import { m } from "#messages";
import type { PaletteName } from "#ui/art/palettes.ts";

const palettes: readonly PaletteName[] = ["palm", "khuzama", "limestone", "mint", "night"];

function Member({ member, palette }: { member: TeamMember; palette: PaletteName | undefined }) {
  const locale = useLocale();
  const title = localText(locale, member.title_eng, member.title_ar);
  const name = localText(locale, member.name_eng, member.name_ar);
  return (
    <li className="flex items-center gap-4 md:grid md:content-start md:justify-items-start md:gap-[1.1rem]">
      <Portrait member={member} name={name.text} palette={palette} size={88} className="max-md:size-16" />
      <div className="min-w-0">
        <p className="text-sm text-ink-3">
          <bdi lang={title.lang}>{title.text}</bdi>
        </p>
        <p className="text-h4 font-medium">
          <bdi lang={name.lang}>{name.text}</bdi>
        </p>
        <a
          href={`mailto:${member.email}`}
          className="inline-flex min-h-6 items-center text-sm text-primary [overflow-wrap:anywhere] hover:underline"
        >
          <bdi dir="ltr">{member.email}</bdi>
        </a>
      </div>
    </li>
  );
}

export function TeamRow({ members }: { members: readonly TeamMember[] }) {
  return (
    <section aria-labelledby="team" className="bg-stone py-section">
      <div className="wrap">
        <h2 id="team" className="mb-8 md:mb-11">
          {m.site_contact_team()}
        </h2>
        <ul className="grid gap-x-6 gap-y-8 md:grid-cols-[repeat(auto-fit,minmax(13rem,1fr))]">
          {members.map((member, index) => (
            <Member key={member.email} member={member} palette={palettes[index % palettes.length]} />
          ))}
        </ul>
      </div>
    </section>
  );
}
