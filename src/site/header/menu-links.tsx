import { clsx } from "clsx/lite";
import { useContext, type ReactNode } from "react";
import { m } from "#messages";
import { Icon } from "#ui/icon.tsx";
import { Link, useLocale } from "#i18n/link.tsx";
import type { MenuEntry } from "../menu.ts";
import { Label } from "#i18n/label.tsx";
import { SettingsContext, telephone } from "../settings-context.ts";

export function MenuLabel({ entry }: { entry: MenuEntry }) {
  return typeof entry.label === "string" ? <Label name={entry.label} /> : entry.label();
}

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

/** Every page contains both parts. `data-session`, set before the first paint, hides one, also from screen readers. */
const signedOutOnly = "[html[data-session=in]_&]:hidden";
const signedInOnly = "hidden [html[data-session=in]_&]:flex";

function LogOutButton({ className, icon }: { className?: string; icon?: ReactNode }) {
  const locale = useLocale();
  const handleLogOut = async () => {
    const { logOut } = await import("#features/people/log-out.ts");
    await logOut(locale);
  };
  return (
    <button type="button" onClick={() => void handleLogOut()} className={className}>
      {icon}
      <Label name="logout" />
    </button>
  );
}

/** Links of the header: to log in and register, or to the account and to log out (requirement R-09). */
export function SessionLinks({ className, linkClassName }: { className: string; linkClassName: string }) {
  return (
    <>
      <div className={clsx("flex", className, signedOutOnly)}>
        <Link to="/login" className={linkClassName}>
          <Label name="login" />
        </Link>
        <Link to="/register" className={linkClassName}>
          <Label name="register" />
        </Link>
      </div>
      <div className={clsx("flex-wrap", className, signedInOnly)}>
        <Link to="/my-courses" className={linkClassName}>
          {m.common_my_courses()}
        </Link>
        <Link to="/profile" className={linkClassName}>
          <Label name="profile" />
        </Link>
        <LogOutButton className={linkClassName} />
      </div>
    </>
  );
}
