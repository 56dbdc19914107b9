import { useContext } from "react";
import { Icon } from "#ui/icon.tsx";
import { SettingsContext, telephone } from "../settings-context.ts";

export function ContactLinks({ linkClassName }: { linkClassName: string }) {
  const settings = useContext(SettingsContext);
  if (!settings) return null;
  return (
    <>
      <a href={telephone(settings.phone)} className={linkClassName}>
        <Icon name="phone" size="sm" />
        <bdi dir="ltr">{settings.phone}</bdi>
      </a>
      <a href={`mailto:${settings.email}`} className={linkClassName}>
        <Icon name="mail" size="sm" />
        <bdi dir="ltr">{settings.email}</bdi>
      </a>
    </>
  );
}
