/** Where a sign-in leads. */
import type { StaffRole } from "../../../src/features/people/permissions.ts";

const arabicBehind = `/courses?filter=${encodeURIComponent(JSON.stringify({ view: "arabic" }))}`;

/** What a role opens first: where its daily work waits (the design's STAFF.md §1). */
const firstPages: Record<StaffRole, string> = {
  owner: "/",
  training: "/",
  content: arabicBehind,
  finance: "/payments",
  support: "/enquiries",
  auditor: "/",
};

/** The page that was asked for before the sign-in, as react-admin keeps it in the sign-in's address. */
export interface AskedPage {
  nextPathname?: string;
  nextSearch?: string;
}

/** The page someone asked for, else the first one of their role. `/` is the portal's address, and no page asked for. */
export function pageAfterSignIn(role: StaffRole, asked: AskedPage | null = null): string {
  const { nextPathname = "/", nextSearch = "" } = asked ?? {};
  return nextPathname === "/" ? firstPages[role] : nextPathname + nextSearch;
}
