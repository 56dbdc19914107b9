import { renderToStaticMarkup } from "react-dom/server";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { LocaleContext } from "#i18n/link.tsx";
import { inLocale } from "#i18n/locale.server.ts";
import type { Locale } from "#i18n/locale.ts";
import type { OrderDocument } from "#features/invoices/document.schema.server.ts";
import { CreditNotes, TaxInvoice } from "./tax-invoice.tsx";

const line = {
  name_eng: "Patient safety essentials",
  name_ar: "أساسيات سلامة المرضى",
  qty: 3,
  unit_price: "2400.00",
  discount: null,
  amount: "7200.00",
  tax: "1080.00",
  total: "8280.00",
  supply_from: "2027-01-12",
  supply_to: "2027-01-14",
};
const invoice: OrderDocument = {
  id: 1,
  kind: "invoice",
  number: "INV-2026-000012",
  name_code: "0200000",
  issued_at: "2026-11-22T07:04:00.000Z",
  original_number: null,
  remains: null,
  reason: null,
  sub_total: "7200.00",
  tax: "1080.00",
  tax_percent: 15,
  total: "8280.00",
  supply_from: "2027-01-12",
  supply_to: "2027-01-14",
  lines: [line],
  seller: {
    name_eng: "Nama Health",
    name_ar: "نماء الصحية",
    address_eng: "Riyadh",
    address_ar: "الرياض",
    vat_number: "300000000000003",
    registration_number: "1010000000",
  },
  buyer: {
    name: "Sara N.",
    email: "sara@example.com",
    billing: {
      first_name: "Sara",
      last_name: "Nasser",
      phone: "+966500000001",
      address_1: "Street 1",
      address_2: "",
      state: "Riyadh",
      city: "Riyadh",
      zipcode: "12345",
    },
    company: null,
  },
  payment: { method: "card", card_scheme: "visa", card_masked: "4111-11XX-XXXX-1111" },
  qr: { path: "M0 0h1v1h-1z", size: 21 },
};
const render = (locale: Locale, page: ReactNode) =>
  inLocale(locale, () => renderToStaticMarkup(<LocaleContext value={locale}>{page}</LocaleContext>)).replaceAll(
    /<[^>]*>|[\u2066-\u2069]/g,
    " ",
  );

it("F-28 the invoice on the page has VAT and supply dates of each line, like the PDF", () => {
  const english = render("en", <TaxInvoice invoice={invoice} />);
  for (const text of [
    "Simplified tax invoice",
    "Supply date:  Tue 12 – Thu 14 January 2027",
    "VAT rate",
    "15%",
    "VAT amount",
    "1,080.00",
    "8,280.00",
    "2,400.00",
    "Commercial registration no.",
    "1010000000",
    "Total excluding VAT",
    "VAT (15%)",
    "Total including VAT",
  ])
    expect(english).toContain(text);
  const arabic = render("ar", <TaxInvoice invoice={invoice} />);
  for (const text of [
    "فاتورة ضريبية مبسطة",
    "تاريخ التوريد",
    "من الثلاثاء 12 إلى الخميس 14 يناير 2027",
    "نسبة الضريبة",
    "مبلغ الضريبة",
    "تاريخ الإصدار",
  ])
    expect(arabic).toContain(text);
});

it("X-05 the invoice on the page shows a line's discount and its reason", () => {
  const discounted = (discount: OrderDocument["lines"][number]["discount"]) =>
    render("en", <TaxInvoice invoice={{ ...invoice, lines: [{ ...line, discount }] }} />);
  expect(discounted({ amount: "240.00", percent: 10, code: "TEAM10" })).toMatch(/10% off with code\s+TEAM10/);
  expect(discounted({ amount: "240.00", percent: 10, code: null })).toMatch(
    /Group price, 10% off.*\u2212SAR\s240\.00/s,
  );
});

it("F-28 an invoice from before lines had dates shows none", () => {
  const old = {
    ...invoice,
    supply_from: null,
    supply_to: null,
    lines: [{ ...line, supply_from: null, supply_to: null }],
  };
  const html = render("en", <TaxInvoice invoice={old} />);
  expect(html).not.toContain("Supply date");
  expect(html).toContain("1,080.00");
});

it("F-28 a credit note shows what remains of its invoice", () => {
  const creditNote: OrderDocument = {
    ...invoice,
    id: 2,
    kind: "credit-note",
    number: "CN-2026-000005",
    original_number: invoice.number,
    remains: "5520.00",
    reason: "requested",
  };
  expect(render("en", <CreditNotes notes={[creditNote]} save={() => {}} />)).toMatch(
    /Remains after this credit note:\s+SAR\u00a05,520\.00/,
  );
});

it("C27: an invoice to a company labels the person's name as Ordered by", () => {
  const company = { name: "Example Medical Co.", address: "Riyadh", vat_number: "310122393500003", purchase_order: "" };
  const companyInvoice = { ...invoice, buyer: { ...invoice.buyer, company } };
  expect(render("en", <TaxInvoice invoice={companyInvoice} />)).toMatch(/Ordered by:\s+Sara Nasser/);
  expect(render("ar", <TaxInvoice invoice={companyInvoice} />)).toMatch(/صاحب الطلب:\s+Sara Nasser/);
  expect(render("en", <TaxInvoice invoice={invoice} />)).not.toContain("Ordered by");
});
