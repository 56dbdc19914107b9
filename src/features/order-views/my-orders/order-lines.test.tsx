import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { LocaleContext } from "#i18n/link.tsx";
import { inLocale } from "#i18n/locale.server.ts";
import type { Locale } from "#i18n/locale.ts";
import type { OrderLine } from "#features/orders/order.schema.server.ts";
import { OrderLines } from "./order-lines.tsx";

const line: OrderLine = {
  course_id: 7,
  visibility: "public",
  key: null,
  slug: "patient-safety",
  name_eng: "Patient safety essentials",
  name_ar: "أساسيات سلامة المرضى",
  qty: 3,
  unit_price: "2400.00",
  discount: null,
  amount: "7200.00",
  image: "",
  start_date: "2027-01-12",
  end_date: "2027-01-14",
  days: 3,
  delivery: "onsite",
  enrolled: true,
  sessions: [],
  hours: 18,
  accreditation_status: "none",
  venue_eng: "Riyadh",
  venue_ar: "الرياض",
  moved_from: null,
  cancelled: false,
  seats_cancelled: 0,
  attendees: ["Noura A.", "Sara N."].map((name, seat) => ({
    name,
    email: `${seat}@example.com`,
    scfhs_number: "",
    ticket: null,
  })),
  seats_to_name: [],
};

function render(locale: Locale, changes: Partial<OrderLine>): string {
  const page = (
    <MemoryRouter>
      <LocaleContext value={locale}>
        <OrderLines
          order={{ id: 1001, difference_of: null }}
          saved={null}
          onDone={() => {}}
          reload={async () => null}
          lines={[{ ...line, ...changes }]}
        />
      </LocaleContext>
    </MemoryRouter>
  );
  return inLocale(locale, () => renderToStaticMarkup(page)).replaceAll(/<[^>]*>|[\u2066-\u2069]/g, " ");
}

it("A2: counts a cancelled seat and does not ask for its name", () => {
  const english = render("en", { seats_cancelled: 1 });
  expect(english).toContain("2 seats (1 cancelled)");
  expect(english).not.toContain("still to be added");
  // Negative control: a seat that is not cancelled still needs a name.
  expect(render("en", {})).toContain("1 attendee still to be added");
  expect(render("ar", { seats_cancelled: 1 })).toContain("مقعدان (أُلغي مقعد واحد)");
});

it("A3: marks a course that was cancelled by the company, and lists no attendees", () => {
  const english = render("en", { cancelled: true, seats_cancelled: 3 });
  expect(english).toContain("This course was cancelled and refunded");
  expect(english).not.toContain("Noura A.");
  expect(render("ar", { cancelled: true, seats_cancelled: 3 })).toContain("أُلغيت هذه الدورة واستُرد مبلغها");
  expect(render("en", {})).not.toContain("cancelled");
});

it("N-13: an order line does not offer the calendar of the whole order", () => {
  expect(render("en", {})).not.toMatch(/calendar/i);
});
