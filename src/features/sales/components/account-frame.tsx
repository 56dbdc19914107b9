import GraduationCap from "lucide-react/icons/graduation-cap";
import LogOut from "lucide-react/icons/log-out";
import type { ReactNode } from "react";
import { Link, useLocale } from "#i18n/link.tsx";
import type { StoredUser } from "#platform/session-token.ts";
import { m } from "#messages";
import { Avatar } from "#ui/avatar.tsx";
import { cx } from "#ui/cx.ts";
import { Icon } from "#ui/icon.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

const item = "flex min-h-11 items-center gap-3 rounded-control px-3.5 text-start text-ink-2 transition-ui hover:bg-sunken lg:min-h-12";

/**
 * The account's pages: who one is and where one can go, beside the page; on narrow screens above it. What is loaded takes the place
 * of its skeleton without moving anything: name and e-mail have theirs, and the footer stands below the window.
 */
export function AccountFrame({ user, children }: { user: StoredUser | null; children: ReactNode }) {
  const locale = useLocale();
  const leave = async () => {
    const { logOut } = await import("#features/accounts/log-out.ts");
    await logOut(locale);
  };
  return (
    <div className="wrap grid min-h-dvh content-start items-start gap-7 pt-16 pb-section md:pt-19 lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-10">
      <aside data-print="hide" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex min-h-15 items-center gap-3.5 lg:border-b lg:border-line lg:pb-5">
          {user ? <Avatar name={user.name} seed={user.id} palette="palm" size={60} /> : <Skeleton className="size-15 rounded-full" />}
          <div className="grid min-h-15 min-w-0 content-center">
            {user ? (
              <>
                <p className="truncate font-medium"><bdi>{user.name}</bdi></p>
                <p className="truncate text-sm text-ink-3"><bdi lang="en">{user.email}</bdi></p>
              </>
            ) : (
              <Skeleton className="h-4 w-36" />
            )}
          </div>
        </div>
        <nav aria-label={m.sales_account()} className="flex flex-wrap gap-1.5 border-b border-line pb-3 lg:grid lg:border-0 lg:pb-0">
          <Link to="/my-courses" aria-current="true" className={cx(item, "bg-primary-tint! font-medium text-primary!")}>
            <Icon as={GraduationCap} className="max-lg:hidden" />
            {m.sales_my_courses()}
          </Link>
          <button type="button" onClick={() => void leave()} className={item}>
            <Icon as={LogOut} mirrors className="max-lg:hidden" />
            {m.sales_log_out()}
          </button>
        </nav>
      </aside>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
