import { clsx } from "clsx/lite";
import type { ReactNode } from "react";
import { Link, useLocale } from "#i18n/link.tsx";
import { ShellLabel } from "../shell-label.tsx";

/** Every page has both parts; `data-session`, set before the first paint, hides one from screen readers too. */
export const signedOutOnly = "[html[data-session=in]_&]:hidden";
export const signedInOnly = "hidden [html[data-session=in]_&]:flex";

export function LogOutButton({ className, icon }: { className?: string; icon?: ReactNode }) {
  const locale = useLocale();
  const leave = async () => {
    const { logOut } = await import("#features/people/log-out.ts");
    await logOut(locale);
  };
  return (
    <button type="button" onClick={() => void leave()} className={className}>
      {icon}
      <ShellLabel name="logout" />
    </button>
  );
}

/** */
export function SessionLinks({ className, linkClassName }: { className: string; linkClassName: string }) {
  return (
    <>
      <div className={clsx("flex", className, signedOutOnly)}>
        <Link to="/login" className={linkClassName}>
          <ShellLabel name="login" />
        </Link>
        <Link to="/register" className={linkClassName}>
          <ShellLabel name="register" />
        </Link>
      </div>
      <div className={clsx(className, signedInOnly)}>
        <Link to="/profile" className={linkClassName}>
          <ShellLabel name="profile" />
        </Link>
        <LogOutButton className={linkClassName} />
      </div>
    </>
  );
}
