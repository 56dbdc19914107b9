/** Rendered parts of an order's page: seats, history, choice of seats, payment method. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, it } from "vitest";
import { getRolePermissions, type StaffPermission } from "../../../src/features/people/permissions.ts";
import { staffQuery } from "../api.ts";
import { sessionRoute } from "../frame/session.ts";
import { loadPageTexts, m, setLocale } from "../messages.ts";
import { PaidWith } from "./order-labels.tsx";
import { SeatChoice } from "./refund-dialog.tsx";
import { SeatsCard } from "./seats-card.tsx";
import { StoryCard } from "./story-card.tsx";
import type { Order, OrderSeat } from "./types.ts";

const seat = {
  id: 31,
  runId: 7,
  name: "Sara N.",
  email: "sara@example.com",
  scfhs_number: "",
  name_eng: "Patient safety",
  name_ar: "سلامة المرضى",
  venue_eng: "Riyadh",
  venue_ar: "الرياض",
  startDate: "2026-12-06",
  endDate: "2026-12-08",
  unitPrice: "1000.00",
  paid: "1150.00",
  state: "confirmed",
  keptUntil: null,
  refundDueAt: null,
} as OrderSeat;
const order = {
  id: 1042,
  status: "paid",
  paidAt: "2026-11-20T08:00:00Z",
  seats: 2,
  subTotal: "2000.00",
  tax: "300.00",
  taxPercent: 15,
  total: "2300.00",
  enrolments: [seat, { ...seat, id: 32, name: null }],
  lines: [],
  payments: [],
  refunds: [],
  documents: [
    { id: 5, number: "INV-2026-000182", kind: "invoice", total: "2300.00", issuedAt: "2026-11-20T08:00:00Z" },
  ],
} as unknown as Order;

/** Renders for a person with these permissions. */
function renderFor(permissions: ReadonlySet<StaffPermission>, node: ReactNode): string {
  const client = new QueryClient();
  const event = { id: "document:1", what: "document.invoice", at: "2026-11-20T08:00:00Z", group: "money" };
  const facts = { number: "INV-2026-000182", total: "2300.00" };
  const { queryKey } = staffQuery("GET /api/staff/orders/:id/story", { id: order.id });
  client.setQueryData(queryKey, { events: [{ ...event, source: "document", actor: null, facts }] } as never);
  const me = { permissions: [...permissions] };
  const router = createMemoryRouter([{ id: sessionRoute, path: "/", loader: () => me, element: node }], {
    hydrationData: { loaderData: { [sessionRoute]: me } },
  });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

const ownerPermissions = getRolePermissions("owner");
const readerPermissions: ReadonlySet<StaffPermission> = new Set(["orders.read"]);

beforeEach(async () => {
  await setLocale("en");
  await loadPageTexts();
});

it("DK-21 a seat links to its run, its menu is named after it, and an unnamed seat links to the roster", () => {
  const html = renderFor(ownerPermissions, <SeatsCard order={order} />);
  expect(html).toContain('href="/runs/7"');
  expect(html).toContain(`aria-label="${m.staff_common_more()}: Sara N."`);
  expect(html).toContain(`aria-label="${m.staff_common_more()}: ${m.staff_orders_no_name()}"`);
  expect(html).toContain('href="/runs/7/roster"');
});

it("DK-21 a reader who may not change seats or read runs sees neither menu nor links", () => {
  const html = renderFor(readerPermissions, <SeatsCard order={order} />);
  expect(html).toContain("Sara N.");
  expect(html).not.toContain(`${m.staff_common_more()}:`);
  expect(html).not.toContain('href="/runs');
});

it("DK-21 a document can be downloaded from the history", () => {
  const label = `aria-label="${m.staff_orders_download({ number: "INV-2026-000182" })}"`;
  expect(renderFor(ownerPermissions, <StoryCard order={order} />)).toContain(label);
  expect(renderFor(readerPermissions, <StoryCard order={order} />)).not.toContain(label);
});

it("DK-08 labels the checkbox of each seat with the attendee's name", () => {
  const html = renderToStaticMarkup(<SeatChoice seats={order.enrolments} selectedIds={[]} onChange={() => {}} />);
  const boxIds = [...html.matchAll(/<input[^>]* id="([^"]+)"/g)].map(([, id]) => id);
  expect(boxIds).toHaveLength(2);
  for (const id of boxIds) expect(html).toMatch(new RegExp(`<label[^>]* for="${id}"[^>]*>\\s*<bdi>`));
  const refundedSeats = order.enrolments.map((enrolment) => ({
    ...enrolment,
    state: "cancelled" as const,
    endedAt: null,
    isRefunded: true,
  }));
  expect(renderToStaticMarkup(<SeatChoice seats={refundedSeats} selectedIds={[]} onChange={() => {}} />)).not.toContain(
    "<input",
  );
});

it.each([
  ["applepay mada", "XXXX-XXXX-XXXX-1010", "Apple Pay, mada ··1010"],
  ["applepay master", "XXXX-XXXX-XXXX-XXXX", "Apple Pay, Mastercard"],
  ["applepay", null, "Apple Pay"],
  ["applepay", "XXXX-XXXX-XXXX-1010", "Apple Pay ··1010"],
  ["master", "5421-08XX-XXXX-0000", "Mastercard ··0000"],
  [null, "5421-08XX-XXXX-0000", "··0000"],
])("Y-01 names what is known of a card: %s %s", (scheme, masked, text) => {
  const html = renderToStaticMarkup(<PaidWith method="card" scheme={scheme} masked={masked} />);
  expect(html).toBe(`<bdi dir="ltr">${text}</bdi>`);
});

it("names no card where none is known", () => {
  for (const masked of [null, "XXXX-XXXX-XXXX-XXXX"])
    expect(renderToStaticMarkup(<PaidWith method="card" scheme={null} masked={masked} />)).toBe("");
});
