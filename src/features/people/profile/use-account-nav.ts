import { createElement } from "react";
import { Label } from "#i18n/label.tsx";
import { useLocale } from "#i18n/link.tsx";
import type { StoredUser } from "#platform/session-token.ts";
import { m } from "#messages";
import type { SidePageProps } from "#ui/side-page.tsx";
import { professionLabel } from "#features/people/profession-labels.ts";

/** A-04; `isPage` is false on pages below the current entry. */
export function useAccountNav(
  user: StoredUser | null,
  lit: "profile" | "courses",
  isPage = true,
): Omit<SidePageProps, "children"> {
  const locale = useLocale();
  const leave = async () => {
    const { logOut } = await import("#features/people/log-out.ts");
    await logOut(locale);
  };
  const current = (name: typeof lit) => (name === lit ? (isPage ? "page" : "true") : undefined);
  return {
    person: user && { id: user.id, name: user.name, note: professionLabel(user.profession) || user.email },
    navLabel: m.profile_account(),
    links: [
      { to: "/profile", label: m.profile_title(), icon: "user", current: current("profile") },
      { to: "/my-courses", label: m.profile_my_courses(), icon: "graduation-cap", current: current("courses") },
    ],
    actions: [
      {
        label: createElement(Label, { name: "logout" }, m.profile_log_out()),
        icon: "log-out",
        mirrors: true,
        onPress: () => void leave(),
      },
    ],
  };
}
