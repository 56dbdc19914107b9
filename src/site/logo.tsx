import { clsx } from "clsx/lite";
import { Link } from "#i18n/link.tsx";
import { m } from "#messages";
import { Logo } from "#ui/mark.tsx";

export function HomeLogo({ onDark, className }: { onDark?: boolean; className?: string }) {
  return (
    <Link
      to="/"
      aria-label={m.site_name()}
      className={clsx("inline-flex min-h-11 items-center rounded-control", className)}
    >
      <Logo firstWord={m.site_name_first()} secondWord={m.site_name_second()} onDark={onDark} />
    </Link>
  );
}
