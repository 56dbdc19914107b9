import { clsx } from "clsx/lite";
import { createElement, type ReactNode } from "react";
import type { StoredUser } from "#platform/session-token.ts";
import { Link, useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { SidePage, type SidePageProps } from "#ui/side-page.tsx";
import { Label } from "#i18n/label.tsx";
import { professionLabel } from "#features/people/profession-labels.ts";

/**
 * Builds the account menu (requirement A-04). `active` is the current entry; `isPage` is false on a page below that
 * entry.
 */
function useAccountNav(
  user: StoredUser | null,
  active: "profile" | "courses" | "cpd",
  isPage = true,
): Omit<SidePageProps, "children"> {
  const locale = useLocale();
  const leave = async () => {
    const { logOut } = await import("#features/people/log-out.ts");
    await logOut(locale);
  };
  const getCurrent = (name: typeof active) => (name === active ? (isPage ? "page" : "true") : undefined);
  return {
    person: user && { id: user.id, name: user.name, note: professionLabel(user.profession) || user.email },
    navLabel: m.profile_account(),
    links: [
      { to: "/profile", label: m.profile_title(), icon: "user", current: getCurrent("profile") },
      { to: "/my-courses", label: m.common_my_courses(), icon: "graduation-cap", current: getCurrent("courses") },
      { to: "/my-cpd", label: m.cpd_title(), icon: "award", current: getCurrent("cpd") },
    ],
    actions: [
      {
        label: createElement(Label, { name: "logout" }),
        icon: "log-out",
        mirrors: true,
        onPress: () => void leave(),
      },
    ],
  };
}

const parts = [
  { path: "/profile", label: m.profile_details },
  { path: "/profile/security", label: m.profile_security },
  { path: "/profile/data", label: m.profile_data },
];
const tabClass =
  "inline-flex min-h-12 items-center whitespace-nowrap border-b-2 border-transparent px-[1.1rem] text-ink-2 transition-ui hover:text-ink aria-[current]:border-primary aria-[current]:font-medium aria-[current]:text-primary";

export interface ProfileLayoutProps {
  user: StoredUser | null;
  path: "/profile" | "/profile/security" | "/profile/data";
  heading: string;
  lead: string;
  /** Shown over the lead, so that the layout does not move; it stays in view on scroll. */
  message?: { tone: "success" | "danger" | "info"; text: string } | undefined;
  children: ReactNode;
}

export function ProfileLayout({ user, path, heading, lead, message, children }: ProfileLayoutProps) {
  const isMain = path === "/profile";
  const breadcrumb = isMain
    ? [{ label: m.profile_title() }]
    : [{ label: m.profile_title(), to: "/profile" }, { label: heading }];
  return (
    <>
      <Breadcrumb items={breadcrumb} />
      <SidePage {...useAccountNav(user, "profile", isMain)}>
        <h1 className="mb-2 text-h2">{heading}</h1>
        <div className="sticky top-4 z-2 h-0">
          {message && (
            <Alert tone={message.tone} className="shadow-2" announces>
              {message.text}
            </Alert>
          )}
        </div>
        <p className={clsx("mb-4 min-h-14 text-ink-2", message && "opacity-0")}>{lead}</p>
        <nav
          aria-label={m.profile_parts()}
          className="-mx-gutter mb-6 flex gap-1.5 overflow-x-auto px-gutter shadow-[inset_0_-1px_var(--nh-line)] [scrollbar-width:none] md:mx-0 md:px-0"
        >
          {parts.map((part) => (
            <Link
              key={part.path}
              to={part.path}
              aria-current={part.path === path ? "page" : undefined}
              className={tabClass}
            >
              {part.label()}
            </Link>
          ))}
        </nav>
        {children}
      </SidePage>
    </>
  );
}

export interface AccountLayoutProps {
  user: StoredUser | null;
  /** The current entry. Leave it out on a page below My Courses. */
  current?: "courses" | "cpd";
  children: ReactNode;
}

export function AccountLayout({ user, current, children }: AccountLayoutProps) {
  return <SidePage {...useAccountNav(user, current ?? "courses", current !== undefined)}>{children}</SidePage>;
}
