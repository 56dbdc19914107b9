import { useContext, type ReactNode, useState } from "react";
import { contactSettings } from "#features/content/pages.server.ts";
import { ContactForm } from "#features/contact/components/contact-form.tsx";
import { useLocale } from "#i18n/link.tsx";
import { getDirection, localText } from "#i18n/locale.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { m } from "#messages";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { ArrowLink } from "#ui/arrow-link.tsx";
import type { IconName } from "#ui/icon-names.ts";
import { Icon } from "#ui/icon.tsx";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Portrait } from "#features/content/components/portrait.tsx";
import type { TeamMember } from "#features/content/content.schema.server.ts";
import type { PaletteName } from "#ui/art/palettes.ts";
import { pin, type OfficeMap as StreetMapSource } from "#site/contact/map-source.ts";
import type { Route } from "./+types/contact";
import { officeMap } from "../contact/office-map.server.ts";
import { Label } from "#i18n/label.tsx";
import { SettingsContext, telephone } from "../settings-context.ts";
import type StreetMap from "../contact/street-map.tsx";

const palettes: readonly PaletteName[] = ["palm", "khuzama", "limestone", "mint", "night"];

function Member({ member, palette }: { member: TeamMember; palette: PaletteName | undefined }) {
  const locale = useLocale();
  const title = localText(locale, member.title_eng, member.title_ar);
  const name = localText(locale, member.name_eng, member.name_ar);
  return (
    <li className="flex items-center gap-4 md:grid md:content-start md:justify-items-start md:gap-[1.1rem]">
      <Portrait
        person={member}
        seed={member.email}
        name={name.text}
        palette={palette}
        size={88}
        className="max-md:size-16"
      />
      <div className="min-w-0">
        <p className="text-sm text-ink-3">
          <bdi lang={title.lang}>{title.text}</bdi>
        </p>
        <p className="text-h4 font-medium">
          <bdi lang={name.lang}>{name.text}</bdi>
        </p>
        <a
          href={`mailto:${member.email}`}
          className="inline-flex min-h-6 items-center text-sm text-primary [overflow-wrap:anywhere] hover:underline max-md:touch-y"
        >
          <bdi dir="ltr">{member.email}</bdi>
        </a>
      </div>
    </li>
  );
}

function TeamRow({ members }: { members: readonly TeamMember[] }) {
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

const crossStreets = [-40, 55, 150, 245, 340, 435, 530, 625, 720].map((x) => `M${x} -20L${x + 100} 420`).join("");
const longStreets = [40, 114, 188, 262, 336, 410].map((y) => `M-20 ${y}L820 ${y - 50}`).join("");
const avenue = "M-20 330C160 270 240 330 380 190S620 90 800 70";

/** A drawing in place of a map, which would be loaded from another site. Arabic pages do not mirror it. */
function DrawnMap({ label }: { label: string }) {
  return (
    <svg
      viewBox="0 0 760 400"
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={label}
      className="block size-full"
    >
      <rect width="760" height="400" className="fill-sunken" />
      <path d={crossStreets + longStreets} fill="none" strokeWidth="7" className="stroke-surface" />
      <path d={avenue} fill="none" strokeWidth="20" className="stroke-surface" />
      <path
        d={avenue}
        fill="none"
        strokeWidth="3"
        strokeDasharray="1 9"
        strokeLinecap="round"
        className="stroke-spark"
      />
      <path d="M118 84l78-6 16 62-78 6zM520 236l160-12 26 96-160 12z" className="fill-primary-tint" />
      <g transform="translate(380 150)">
        <path d={pin.drop} className="fill-primary" />
        <path d={pin.star} className="fill-spark" />
      </g>
    </svg>
  );
}

type State = "drawn" | "loading" | "street" | "failed";

/** A button replaces the illustration by the street map. No tile is requested before the click. */
function OfficeMap({ label, source }: { label: string; source: StreetMapSource | null }) {
  const [state, setState] = useState<State>("drawn");
  const [Street, setStreet] = useState<typeof StreetMap>();

  async function show() {
    setState("loading");
    try {
      const { default: loaded } = await import("../contact/street-map.tsx");
      setStreet(() => loaded);
      setState("street");
    } catch {
      setState("failed");
    }
  }
  return (
    <>
      <div className="isolate aspect-[1.9] overflow-hidden rounded-card border border-line">
        {state === "street" && Street && source ? (
          <Street source={source} label={label} onFail={() => setState("failed")} />
        ) : (
          <figure className="relative size-full">
            <DrawnMap label={m.site_contact_map_drawn_name()} />
            <figcaption className="absolute start-3 bottom-3 rounded-control bg-surface px-2.5 py-1 text-xs text-ink-2">
              {m.site_contact_map_drawn()}
            </figcaption>
          </figure>
        )}
      </div>
      {state === "failed" && (
        <Alert tone="warning" className="mt-3" announces>
          {m.site_contact_map_failed()}
        </Alert>
      )}
      {source && state !== "street" && (
        <Button
          variant="secondary"
          size="sm"
          isPending={state === "loading"}
          onClick={() => void show()}
          className="mt-3 me-5"
        >
          {m.site_contact_map_street()}
        </Button>
      )}
    </>
  );
}

function Line({ icon, label, children }: { icon: IconName; label: string; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <Icon name={icon} className="mt-1 text-primary" />
      <div className="min-w-0">
        <p className="text-sm font-medium text-ink-3">{label}</p>
        <p>{children}</p>
      </div>
    </li>
  );
}

const getMapAddress = (query: string) => `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`;

function ContactInfo({ map }: { map: StreetMapSource | null }) {
  const locale = useLocale();
  const settings = useContext(SettingsContext);
  if (!settings) return null;
  const address = localText(locale, settings.addressEng, settings.addressAr);
  const linkClass = "inline-flex min-h-6 items-center [overflow-wrap:anywhere] hover:text-primary max-md:touch-y";
  return (
    <>
      <ul className="grid gap-[1.1rem]">
        <Line icon="map-pin" label={m.site_contact_office()}>
          <bdi lang={address.lang}>{address.text}</bdi>
        </Line>
        <Line icon="phone" label={m.common_phone()}>
          <a href={telephone(settings.phone)} className={linkClass}>
            <bdi dir="ltr">{settings.phone}</bdi>
          </a>
        </Line>
        <Line icon="mail" label={m.site_contact_support()}>
          <a href={`mailto:${settings.email}`} className={linkClass}>
            <bdi dir="ltr">{settings.email}</bdi>
          </a>
        </Line>
      </ul>
      <div>
        <OfficeMap label={m.site_contact_map({ address: address.text })} source={map} />
        <ArrowLink
          href={getMapAddress(map ? map.point.join(",") : address.text)}
          rel="noopener noreferrer"
          className="mt-3 text-sm whitespace-normal!"
        >
          {m.site_contact_map_open()}
        </ArrowLink>
      </div>
    </>
  );
}

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
      <Breadcrumb items={[{ label: <Label name="contact" /> }]} />
      <div className="wrap grid items-start grid-cols-[minmax(0,1fr)] gap-[clamp(2rem,6vw,5.5rem)] pt-21 pb-section lg:grid-cols-[1fr_1.15fr]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5.5">
          <h1>{m.site_contact_heading()}</h1>
          <p className="text-lead text-ink-2 text-pretty">{m.site_contact_lead()}</p>
          <ContactInfo map={map} />
          {info.text && (
            <div
              {...(info.lang !== locale && { lang: info.lang, dir: getDirection(info.lang) })}
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
