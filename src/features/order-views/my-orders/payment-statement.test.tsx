import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import type { Order } from "#features/orders/order.schema.server.ts";
import { PaymentStatement } from "./payment-statement.tsx";

const person = { name: "Sara N.", email: "sara@example.com", scfhs_number: "", ticket: "abc" };
const line = { name_eng: "Ward safety", name_ar: null, qty: 1, start_date: "2027-01-12", end_date: "2027-01-14" };

/** Renders the page of a paid order; the order lacks what this page does not show. */
function renderStatement(changes: { attendees?: object[]; enrolled?: boolean; difference_of?: number }): string {
  const { attendees = [person], enrolled = true, difference_of = null } = changes;
  const order = {
    id: 1042,
    difference_of,
    total: "2760.00",
    course: { visibility: "public", slug: "ward-safety" },
    payment: { status: "paid", returned: null },
    lines: [{ ...line, sessions: [], days: 3, delivery: "onsite", enrolled, attendees, seats_to_name: [] }],
  } as unknown as Order;
  return renderToStaticMarkup(
    <MemoryRouter>
      <PaymentStatement order={order} buyerEmail="sara@example.com" contactEmail="hello@example.com" />
    </MemoryRouter>,
  );
}

it("L-7 after paying, the page offers the order, the calendar and one's own ticket", () => {
  const html = renderStatement({});
  for (const part of ["View order", "Add to calendar", 'href="/ticket/abc"']) expect(html).toContain(part);
});

it("L-7 offers no ticket of another person, and no calendar without one's own seat", () => {
  expect(renderStatement({ attendees: [{ ...person, email: "mona@example.com" }] })).not.toContain("/ticket/");
  const colleagues = renderStatement({ attendees: [{ ...person, email: "mona@example.com" }], enrolled: false });
  expect(colleagues).not.toContain("Add to calendar");
  expect(renderStatement({ difference_of: 1001 })).not.toContain("Add to calendar");
});

it("U-07 the page of a paid difference names the changed order, and one seat in the singular", () => {
  const paid = renderStatement({ difference_of: 1001 });
  expect(paid).toContain("<bdi>1001</bdi>");
  expect(paid).not.toContain("1042");
  expect(paid).toContain("Your seat has moved");
});
