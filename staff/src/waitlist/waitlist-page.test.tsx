/** The rendered waitlist of a run. */
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, it } from "vitest";
import { getRolePermissions } from "../../../src/features/people/permissions.ts";
import type { StaffRole } from "../../../src/features/people/permissions.ts";
import { sessionRoute } from "../frame/session.ts";
import { loadPageTexts, m, setLocale } from "../messages.ts";
import { buildBccLink, buildMailLink } from "./mail-links.ts";
import { WaitlistCards, WaitlistTable } from "./waitlist-entries.tsx";
import type { Waitlist, WaitlistEntry } from "./types.ts";
import { ContactEveryone } from "./contact-everyone.tsx";
import { WaitlistAside } from "./waitlist-aside.tsx";

const waitingEntry = {
  id: 1,
  position: 2,
  personId: "sara",
  name: "Sara N.",
  name_other: null,
  email: "sara+1@example.com",
  phone: "+966 50 000 0001",
  profession: "Nurse",
  seats: 1,
  state: "waiting",
  ended: null,
  joinedAt: "2026-11-20T08:00:00Z",
  endsAt: null,
  endedAt: null,
  orderId: null,
  movedUpReason: null,
} satisfies WaitlistEntry;
const list = { isOpen: true, seatsFree: 1 } as Waitlist;

function renderFor(role: StaffRole, node: ReactNode): string {
  const me = { permissions: [...getRolePermissions(role)] };
  const router = createMemoryRouter([{ id: sessionRoute, path: "/", loader: () => me, element: node }], {
    hydrationData: { loaderData: { [sessionRoute]: me } },
  });
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

const listButtonNames = (html: string) =>
  [...html.matchAll(/<button[^>]*aria-label="([^":]*): /g)].map(([, name]) => name);
const doNothing = () => undefined;

beforeEach(async () => {
  await setLocale("en");
  await loadPageTexts();
});

it.each([WaitlistTable, WaitlistCards])("DK-22 shows contact details and actions in each row (%o)", (Entries) => {
  const renderEntry = (row: WaitlistEntry, role: StaffRole = "support") =>
    renderFor(role, <Entries label="" list={list} rows={[row]} onAction={doNothing} />);
  const html = renderEntry(waitingEntry);
  expect(html).toContain('href="mailto:sara%2B1@example.com"');
  expect(html).toContain('href="tel:+966500000001"');
  expect(html).toContain(m.staff_people_professions_nurse());
  expect(listButtonNames(html)).toEqual([
    m.staff_waiting_move_up(),
    m.staff_waiting_offer(),
    m.staff_waiting_take_off(),
  ]);
  expect(listButtonNames(renderEntry({ ...waitingEntry, state: "offered", position: null }))).toEqual([
    m.staff_waiting_take_back(),
  ]);
  expect(listButtonNames(renderEntry(waitingEntry, "auditor"))).toEqual([]);
  expect(renderEntry({ ...waitingEntry, phone: "" })).not.toContain("tel:");
});

it("DK-22 an ended entry shows how it ended, and has no actions", () => {
  const ended = { ...waitingEntry, state: "ended", position: null, endedAt: "2026-11-21T08:00:00Z" } as const;
  const rows: WaitlistEntry[] = [
    { ...ended, id: 2, ended: "bought", orderId: 1194 },
    { ...ended, id: 3, ended: "unanswered" },
  ];
  const html = renderFor("owner", <WaitlistTable label="" list={list} rows={rows} />);
  for (const text of [m.staff_waiting_states_bought(), m.staff_waiting_states_unanswered(), "/orders/1194"])
    expect(html).toContain(text);
  expect(html).not.toContain("<button");
});

it("DK-22 one link emails everyone in bcc, unless email programs would cut it", () => {
  const emails = ["sara+1@example.com", "omar&co@example.com"];
  expect(buildMailLink("a?b@example.com")).toBe("mailto:a%3Fb@example.com");
  expect(buildBccLink(emails)).toBe("mailto:?bcc=sara%2B1@example.com,omar%26co@example.com");
  const few = renderFor("owner", <ContactEveryone emails={emails} />);
  expect(few).toContain(`href="${buildBccLink(emails)}"`);
  expect(few).toContain(m.staff_waiting_copy_addresses());
  const many = renderFor("owner", <ContactEveryone emails={Array.from({ length: 120 }, () => "sara@example.com")} />);
  expect(many).not.toContain("mailto:");
  expect(many).toContain(m.staff_waiting_copy_addresses());
  expect(renderFor("owner", <ContactEveryone emails={[]} />)).toBe("");
});

it("DK-22 shows how long an offer is held, and copies the run for people who want new dates", async () => {
  const renderAside = (role: StaffRole, interested: number) =>
    renderFor(role, <WaitlistAside interested={interested} onCopyRun={doNothing} />);
  const html = renderAside("training", 14);
  expect(html).toContain("held for 24 hours, or 2 hours if the course starts within 48 hours");
  expect(html).toContain("Between 22:00 and 08:00");
  expect(html).toContain(m.staff_waiting_interested({ count: 14 }));
  expect(html).toContain(m.staff_runs_copy_open());
  expect(renderAside("support", 14)).not.toContain(m.staff_runs_copy_open());
  expect(renderAside("training", 0)).not.toContain(m.staff_runs_copy_open());
  await setLocale("ar");
  await loadPageTexts();
  expect(renderAside("training", 14)).toContain("24 ساعة، أو ساعتان إن كانت الدورة تبدأ خلال 48 ساعة");
});
