import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { describe, expect, it } from "vitest";
import { ExceptionForm } from "#features/changes/components/exception-form.tsx";
import { RequestNote } from "#features/changes/components/request-note.tsx";
import { AnswersAwaited } from "./answers-awaited.tsx";
import { OrderChanges } from "./order-changes.tsx";
import { CardPart } from "./order-parts.tsx";
import { addressLine, emptyBilling } from "#features/orders/billing.schema.ts";
import { CartMoney, CartTotal } from "#ui/money.tsx";
import { parseCompany } from "#features/checkout/components/company-fields.tsx";

const html = (node: React.ReactNode) => renderToStaticMarkup(<MemoryRouter>{node}</MemoryRouter>);

describe("parts of My Courses and an order", () => {
  it("U-13 a transfer is not shown as a card", () => {
    const payment = { method: "transfer", card_scheme: null, card_masked: null };
    const text = html(<CardPart title="Card" payment={payment} />);
    expect(text).toContain("Payment");
    expect(text).not.toContain("Card");
    expect(
      html(<CardPart title="Card" payment={{ card_scheme: "visa", card_masked: "4111-11XX-XXXX-1111" }} />),
    ).toContain("Card");
  });

  it.each([
    ["applepay mada", "XXXX-XXXX-XXXX-1010", "Apple Pay, mada ending in \u20681010\u2069"],
    ["applepay mada", "XXXX-XXXX-XXXX-XXXX", "Apple Pay, mada"],
    ["applepay", null, "Apple Pay"],
    [null, "4111-11XX-XXXX-1111", "Card ending in \u20681111\u2069"],
    [null, "XXXX-XXXX-XXXX-XXXX", ""],
  ])("Y-01 shows what is known of a card: %s %s", (card_scheme, card_masked, text) => {
    const part = html(<CardPart title="" payment={{ card_scheme, card_masked }} />);
    expect(part.replaceAll(/<[^>]+>/g, "")).toBe(text);
  });

  it("U-13 an invoice to a company uses the address of the order", () => {
    const billing = {
      ...emptyBilling,
      address_1: "King Fahd Road 1",
      city: "Riyadh",
      state: "Riyadh",
      zipcode: "12345",
    };
    const form = new Map([
      ["company", "on"],
      ["company.name", "Example Hospital"],
      ["company.vat_number", "300000000000003"],
    ]);
    expect(parseCompany(form, billing)).toMatchObject({ address: "King Fahd Road 1, Riyadh, 12345" });
    expect(parseCompany(new Map(), billing)).toBeNull();
    expect(addressLine({ ...billing, address_1: "x".repeat(300) })).toHaveLength(200);
  });

  it("U-16 the cart's total shows its currency once, with any symbol", () => {
    const plain = (symbol: string) =>
      html(<CartTotal amount="25668.00" symbol={symbol} />)
        .replaceAll(/<[^>]+>/g, "")
        .replaceAll("\u00a0", " ");
    expect(plain("$")).toBe("$25,668.00 SAR");
    expect(plain("SAR")).toBe("SAR 25,668.00");
    expect(html(<CartMoney amount="-3720.00" symbol="$" />)).toContain("−$3,720.00");
  });

  it("DK-18 a change whose refund waits for approval shows no sum yet", () => {
    const change = {
      id: 1,
      kind: "cancel",
      seats: 1,
      at: "2026-11-29T08:00:00Z",
      start_date: "2026-12-06",
      back: "46.00",
      paid: "0.00",
      messages: [],
      kept_until: null,
    };
    const text = (state: string) =>
      html(<OrderChanges orderId={1042} changes={[{ ...change, state } as never]} onAnswered={() => undefined} />);
    expect(text("agreed")).toContain("the refund is being approved");
    expect(text("agreed")).not.toContain("46.00");
    expect(text("done")).toContain("46.00");
  });

  it("U-34 My Courses links to each request waiting for the buyer's answer, and no other", () => {
    const order = (id: number, state: string) => ({ id, changes: [{ state }] }) as never;
    const text = html(
      <AnswersAwaited orders={[order(1042, "questioned"), order(1043, "asked"), order(1044, "done")]} />,
    );
    expect(text.match(/href="\/my-courses[^"]+"/g)).toEqual(['href="/my-courses/1042"']);
    expect(html(<AnswersAwaited orders={[order(1043, "asked")]} />)).toBe("");
  });

  it("U-06 the change page shows a waiting request, and links to one that waits for the buyer", () => {
    expect(html(<RequestNote orderId={1042} state="asked" />)).toContain("We have your request");
    const questioned = html(<RequestNote orderId={1042} state="questioned" />);
    expect(questioned).toContain("We have a question");
    expect(questioned).toContain('href="/my-courses/1042"');
  });

  it("U-29 the change page mentions the right to cancel within seven days", () => {
    const line = { seats: [], dates: [] } as never;
    const text = html(<ExceptionForm orderId={1042} line={line} onSent={() => {}} />);
    expect(text).toContain("Within seven days of booking you may cancel for a full refund");
    expect(text).toContain("Ask for an exception");
  });
});
