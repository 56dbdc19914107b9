import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { courseOnWire } from "#db/factories/course.ts";
import { PurchaseCard } from "./purchase-card.tsx";

const course = courseOnWire({ delivery: "online" });
const terms = {
  minimum: "Goes ahead with 4 or more participants.",
  refund: "Free cancellation until Tue 29 December",
  policy: ["Cancel until Tue 29 December 2026 for a full refund.", "Send a colleague until the course begins."],
};

it("L-8 shows price, dates, place and action first, then the refund rules on one line", () => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <PurchaseCard
        {...{ course, terms, registration: "open", seatsLeft: 10, taxPercent: 15, run: null, hasRelated: false }}
        times={["9:00 am – 3:00 pm"]}
        onRegister={() => {}}
      />
    </MemoryRouter>,
  );
  const order = [
    "1,150.00",
    "January 2027",
    "9:00 am",
    "Riyadh",
    ">Register<",
    "<details",
    "Free cancellation",
    terms.minimum,
  ];
  const positions = order.map((text) => html.indexOf(text));
  expect(positions).not.toContain(-1);
  expect(positions).toEqual(positions.toSorted((one, other) => one - other));
  const [, rules = ""] = /<details(?! open)[^>]*>(.*)<\/details>/s.exec(html) ?? [];
  for (const sentence of [...terms.policy, "/terms-and-conditions"]) {
    expect(rules).toContain(sentence);
    expect(html.split(sentence)).toHaveLength(2);
  }
});
