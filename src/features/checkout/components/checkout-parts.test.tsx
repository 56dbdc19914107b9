/** The parts of checkout in their first rendering. */
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { describe, expect, it } from "vitest";
import { emptyBilling } from "#features/orders/billing.schema.ts";
import { m } from "#messages";
import { Form } from "#ui/form.tsx";
import type { FieldErrors } from "#ui/form-context.ts";
import { BillingFields } from "./billing-fields.tsx";
import { SeatRow } from "./seat-fields.tsx";

const draw = (element: ReactElement, validationErrors: FieldErrors = {}) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <Form validationErrors={validationErrors}>{element}</Form>
    </MemoryRouter>,
  );

const sara = { name: "Sara Nasser", email: "sara@example.com", scfhs_number: "" };

describe("one of several seats", () => {
  const seat = { runId: 7, seat: 1, isSelf: false, isLater: false, index: 0 };
  const drawRow = (person: typeof sara, isNext: boolean, errors?: FieldErrors) =>
    draw(<SeatRow seat={seat} buyer={sara} person={person} isNext={isNext} onSelf={undefined} />, errors);

  it("Y-02 can focus the buyer's own email when it is rejected", () => {
    const ownSeatRow = (
      <SeatRow seat={{ ...seat, isSelf: true }} buyer={sara} person={sara} isNext={false} onSelf={undefined} />
    );
    expect(draw(ownSeatRow, { "attendees.0.email": "taken" })).toMatch(
      /<output name="attendees\.0\.email" tabindex="-1"[^>]*>.*<\/output>.*taken/s,
    );
    expect(draw(ownSeatRow)).not.toContain('name="attendees');
  });

  it("is marked to fix when rejected or half typed, but not while being typed", () => {
    const halfTyped = { ...sara, email: "sara" };
    const fix = m.groups_list_fix();
    expect(drawRow(sara, true, { "attendees.0.email": "taken" })).toContain(fix);
    expect(drawRow(halfTyped, false)).toContain(fix);
    expect(drawRow(halfTyped, true)).not.toContain(fix);
    expect(drawRow(sara, false)).toContain(m.groups_list_ready());
  });
});

describe("the invoice", () => {
  const person = { ...emptyBilling, first_name: "Sara", last_name: "Nasser", phone: "+966500000001" };
  const drawBilling = (props: Partial<Parameters<typeof BillingFields>[0]>) =>
    draw(
      <BillingFields
        defaults={person}
        email={sara.email}
        company={null}
        companyReason={null}
        needsAddress={false}
        {...props}
      />,
    );
  /** Whether an element around a field is hidden. */
  const isHidden = (html: string, name: string) => {
    const before = html.slice(0, html.indexOf(`name="${name}"`));
    const open = [...before.matchAll(/<(\/?)div([^>]*)>/g)].reduce<string[]>(
      (stack, [, end, attributes = ""]) => (end ? stack.slice(0, -1) : [...stack, attributes]),
      [],
    );
    return open.some((attributes) => /\bhidden=""/.test(attributes));
  };

  it("must be for a company when required, and says why", () => {
    const html = drawBilling({ companyReason: "Because." });
    expect(html).toContain("Because.");
    expect(html).toMatch(/<input type="checkbox"(?=[^>]*hidden="")(?=[^>]*checked="")[^>]*name="company"/);
    expect(html).not.toMatch(/<label[^>]*>\s*<span[^>]*>\s*<input[^>]*name="company"/);
  });

  it("asks a person for no address, and a company for the missing fields, after its name", () => {
    const html = drawBilling({});
    for (const name of ["first_name", "city", "company.name", "state"]) expect(isHidden(html, name)).toBe(true);
    const company = drawBilling({ companyReason: "Because.", needsAddress: true });
    for (const name of ["company.name", "city", "company.district"]) expect(isHidden(company, name)).toBe(false);
    for (const name of ["first_name", "state", "company.purchase_order"]) expect(isHidden(company, name)).toBe(true);
    expect(company.indexOf('name="company.name"')).toBeLessThan(company.indexOf('name="city"'));
  });

  it("shows fields filled in before, and always the email", () => {
    const html = drawBilling({ defaults: { ...emptyBilling, state: "Riyadh" }, companyReason: "Because." });
    for (const name of ["first_name", "city", "state"]) expect(isHidden(html, name)).toBe(false);
    expect(html).toContain(sara.email);
    expect(html).not.toContain(m.checkout_billing_change_label());
  });
});
