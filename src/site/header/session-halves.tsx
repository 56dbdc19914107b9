import type { ReactNode } from "react";
import { Link, useLocale } from "#i18n/link.tsx";
import { FrameLabel } from "../frame-label.tsx";

/**
 * Both halves of the header are in every page; `data-session` on the root element, set before the first paint, decides
 * which one is displayed. The other is out of the tab order and of what screen readers see.
 */
export const whenOut = "[html[data-session=in]_&]:hidden";
export const whenIn = "hidden [html[data-session=in]_&]:flex";

/** Ends the session on both sides and goes to the login page; its code is loaded when it is needed. */
export function LogOutButton({ className, icon }: { className?: string; icon?: ReactNode }) {
  const locale = useLocale();
  const leave = async () => {
    const { logOut } = await import("#features/accounts/log-out.ts");
    await logOut(locale);
  };
  return (
    <button type="button" onClick={() => void leave()} className={className}>
      {icon}
      <FrameLabel name="logout" />
    </button>
  );
}

/** Login and Register, or Profile and Logout. */
export function SessionLinks({ className, linkClassName }: { className: string; linkClassName: string }) {
  return (
    <>
      <div className={`flex ${className} ${whenOut}`}>
        <Link to="/login" className={linkClassName}>
          <FrameLabel name="login" />
        </Link>
        <Link to="/register" className={linkClassName}>
          <FrameLabel name="register" />
        </Link>
      </div>
      <div className={`${className} ${whenIn}`}>
        <Link to="/profile" className={linkClassName}>
          <FrameLabel name="profile" />
        </Link>
        <LogOutButton className={linkClassName} />
      </div>
    </>
  );
}
