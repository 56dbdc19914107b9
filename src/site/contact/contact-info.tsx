import { useContext, type ReactNode } from "react";
import { useLocale } from "#i18n/link.tsx";
import { localText } from "#i18n/locale.ts";
import { m } from "#messages";
import { ArrowLink } from "#ui/arrow-link.tsx";
import type { IconName } from "#ui/icon-names.ts";
import { Icon } from "#ui/icon.tsx";
import { SettingsContext, telephone } from "../settings-context.ts";
import type { OfficeMap as StreetMapSource } from "./map-source.ts";
import { OfficeMap } from "./office-map.tsx";

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

const mapAddress = (place: string) => `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`;

export function ContactInfo({ map }: { map: StreetMapSource | null }) {
  const locale = useLocale();
  const settings = useContext(SettingsContext);
  if (!settings) return null;
  const address = localText(locale, settings.addressEng, settings.addressAr);
  const latin = "inline-flex min-h-6 items-center [overflow-wrap:anywhere] hover:text-primary";
  return (
    <>
      <ul className="grid gap-[1.1rem]">
        <Line icon="map-pin" label={m.site_contact_office()}>
          <bdi lang={address.lang}>{address.text}</bdi>
        </Line>
        <Line icon="phone" label={m.site_contact_phone()}>
          <a href={telephone(settings.phone)} className={latin}>
            <bdi dir="ltr">{settings.phone}</bdi>
          </a>
        </Line>
        <Line icon="mail" label={m.site_contact_support()}>
          <a href={`mailto:${settings.email}`} className={latin}>
            <bdi dir="ltr">{settings.email}</bdi>
          </a>
        </Line>
      </ul>
      <div>
        <OfficeMap label={m.site_contact_map({ address: address.text })} source={map} />
        <ArrowLink
          href={mapAddress(map ? map.point.join(",") : address.text)}
          rel="noopener noreferrer"
          className="mt-3 text-sm whitespace-normal!"
        >
          {m.site_contact_map_open()}
        </ArrowLink>
      </div>
    </>
  );
}
