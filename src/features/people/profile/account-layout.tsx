import type { ReactNode } from "react";
import { useAccountNav } from "#features/people/profile/use-account-nav.ts";
import type { StoredUser } from "#platform/session-token.ts";
import { SidePage } from "#ui/side-page.tsx";

export function AccountLayout({ user, children }: { user: StoredUser | null; children: ReactNode }) {
  return <SidePage {...useAccountNav(user, "courses", false)}>{children}</SidePage>;
}
