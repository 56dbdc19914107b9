/** Billing data of a tax invoice, at every endpoint that accepts it (F-24). */
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import type { Locale } from "#i18n/locale.ts";
import { fieldMap, getProblemMessage } from "#platform/http/fields.server.ts";
import { address } from "#test/buyer.ts";
import { seatAssignmentSchema } from "#features/seats/attendees.server.ts";
import * as api from "./api.server.ts";

const company = { name: "Clinic", vat_number: "300000000000003", address: "Riyadh" };
const person = { course_id: 1, name: "Huda", email: "huda@example.com", scfhs_number: "" };
const items = [{ course_id: 1, qty: 1 }];
/** Lists the messages by field that a schema answers to a body; `{}` when the body is valid. */
const listErrors = (schema: z.ZodType, body: object, locale: Locale = "en") => {
  const parsed = schema.safeParse(body);
  return parsed.success ? {} : fieldMap(parsed.error, locale);
};
const abroad = { ...address, phone: "+971501234567", state: "Dubai" };

const saudiPostalCodeMessage = "Enter the 5 digits of your Saudi postal code, for example 12345.";
const postalCodeMessage = "Enter a valid postal code.";
const vatNumberMessage = "Enter the company’s VAT number: 15 digits, the first and the last are 3.";
const scfhsNumberMessage = "Enter the number as printed on your SCFHS card (letters and digits only).";

describe("rejects with a message that says what to enter", () => {
  it("N-09 a run listed twice, and says what to do", () => {
    const twice = [{ course_id: 2, qty: 1 }, ...items, { course_id: 2, qty: 1 }];
    const listErrorsIn = (locale?: Locale) =>
      listErrors(api.beginCheckout.body, { items: twice, billing: address }, locale);
    expect(listErrorsIn()).toEqual({
      "items.2.course_id": ["This course date is listed twice. List it once, with all its seats."],
    });
    expect(listErrorsIn("ar")).toEqual({
      "items.2.course_id": ["هذا الموعد مذكور مرتين. اذكره مرة واحدة بعدد مقاعده كلها."],
    });
  });

  it("a purchase-order number of more than one line or 60 characters; it may be left out", () => {
    const withNumber = (purchase_order: unknown) =>
      listErrors(api.beginCheckout.body, { items, billing: address, company: { ...company, purchase_order } });
    expect(withNumber("x".repeat(61))).toEqual({ "company.purchase_order": ["Use 60 characters or fewer."] });
    expect(Object.keys(withNumber("PO\u00001"))).toEqual(["company.purchase_order"]);
    expect(Object.keys(withNumber(7))).toEqual(["company.purchase_order"]);
    for (const fine of [undefined, null, "", " PO-2026/17 ", "أ-17"]) expect(withNumber(fine)).toEqual({});
    const parsed = (purchase_order: string) =>
      api.beginCheckout.body.parse({ items, billing: address, company: { ...company, purchase_order } }).company;
    expect(parsed(" PO-2026/17 ")).toEqual({ ...company, purchase_order: "PO-2026/17" });
    expect(parsed(" ")).toEqual(company);
  });

  it.each(["en", "ar"] as const)(
    "a missing street and city on an invoice to a company, but not to a person (%s)",
    (locale) => {
      const required = [getProblemMessage("required", locale)];
      const withoutAddress = { first_name: "Sara", last_name: "Nasser", phone: "+966500000001" };
      const withBlanks = { ...withoutAddress, address_1: " ", city: "" };
      for (const billing of [withoutAddress, withBlanks]) {
        expect(listErrors(api.validateBillingAddress.body, billing, locale)).toEqual({});
        expect(listErrors(api.beginCheckout.body, { items, billing }, locale)).toEqual({});
        const refused = listErrors(api.validateBillingAddress.body, { ...billing, company }, locale);
        expect(refused).toEqual({ address_1: required, city: required });
      }
    },
  );

  it.each(["abc", "1234", "123456", "12a45", "12345-6789", "-----"])(
    "F-24 %s as the postal code of a Saudi address, which has 5 digits",
    (zipcode) => {
      expect(listErrors(api.validateBillingAddress.body, { ...address, zipcode })).toEqual({
        zipcode: [saudiPostalCodeMessage],
      });
      expect(listErrors(api.beginCheckout.body, { items, billing: { ...address, zipcode } })).toEqual({
        "billing.zipcode": [saudiPostalCodeMessage],
      });
      expect(
        listErrors(api.beginCheckout.body, { items, billing: { ...abroad, state: "الرياض", zipcode } }, "ar"),
      ).toEqual({ "billing.zipcode": ["أدخل الرمز البريدي السعودي المكوّن من 5 أرقام، مثل 12345."] });
    },
  );

  it.each(["abc", "1", "12#45"])("F-24 %s as a foreign postal code, which needs at least one digit", (zipcode) => {
    expect(listErrors(api.validateBillingAddress.body, { ...abroad, zipcode })).toEqual({
      zipcode: [postalCodeMessage],
    });
  });

  it("F-24 a wrong postal code with a single message, together with the other wrong fields", () => {
    expect(
      Object.keys(
        listErrors(api.validateBillingAddress.body, { ...address, first_name: "", phone: "12", zipcode: "abc" }),
      ).toSorted(),
    ).toEqual(["first_name", "phone", "zipcode"]);
    expect(listErrors(api.validateBillingAddress.body, { ...address, zipcode: "1".repeat(13) })).toEqual({
      zipcode: ["Use 12 characters or fewer."],
    });
    expect(listErrors(api.validateBillingAddress.body, { ...address, zipcode: "1\u00002345" })).toEqual({
      zipcode: ["Remove the characters that can’t be used here."],
    });
    for (const billing of [null, "x", 7, []])
      expect(Object.keys(listErrors(api.beginCheckout.body, { items, billing }))).not.toEqual([]);
  });

  it.each(["123456789012345", "30000000000000", "3000000000000033", "30000000000000a3", "400000000000003"])(
    "F-24 %s as a VAT number, which has 15 digits and begins and ends with 3",
    (vat_number) => {
      expect(listErrors(api.validateBillingAddress.body, { ...address, company: { ...company, vat_number } })).toEqual({
        "company.vat_number": [vatNumberMessage],
      });
      expect(
        listErrors(api.beginCheckout.body, { items, billing: address, company: { ...company, vat_number } }),
      ).toEqual({ "company.vat_number": [vatNumberMessage] });
    },
  );

  it.each(["<b>", "1234", "07_RM_0012345", "A".repeat(21)])(
    "F-24 %s as an SCFHS number, which has letters and digits",
    (scfhs_number) => {
      const attendees = [{ ...person, scfhs_number }];
      expect(listErrors(api.validateBillingAddress.body, { ...address, attendees })).toEqual({
        "attendees.0.scfhs_number": [scfhsNumberMessage],
      });
      expect(listErrors(api.beginCheckout.body, { items, billing: address, attendees })).toEqual({
        "attendees.0.scfhs_number": [scfhsNumberMessage],
      });
      expect(listErrors(seatAssignmentSchema, { ...person, seat: 1, scfhs_number }, "ar")).toEqual({
        scfhs_number: ["أدخل الرقم كما هو في بطاقة الهيئة، بالأحرف والأرقام فقط."],
      });
    },
  );
});

describe("accepts", () => {
  it("F-24 no postal code, a Saudi one, and those of other countries", () => {
    for (const zipcode of ["", "12345"])
      expect(listErrors(api.validateBillingAddress.body, { ...address, zipcode })).toEqual({});
    for (const zipcode of ["", "00000", "SW1A 1AA", "1010", "10115-0001"])
      expect(listErrors(api.validateBillingAddress.body, { ...abroad, zipcode })).toEqual({});
  });

  it("F-24 Arabic and Persian digits, dashes and spaces, and normalises them", () => {
    const billing = { ...address, phone: "٠٥٠ ٠٠٠ ٠٠٠١", zipcode: " ١٢٣٤٥ " };
    const attendees = [{ ...person, scfhs_number: "۱۲-jm ٠٠١٢٣٤٥" }];
    const parsed = api.beginCheckout.body.parse({
      items,
      billing,
      company: { ...company, vat_number: "٣٠٠ ٠٠٠ ٠٠٠ ٠٠٠–٠٠٣" },
      attendees,
    });
    expect(parsed).toMatchObject({
      billing: { phone: "+966500000001", zipcode: "12345" },
      company: { vat_number: "300000000000003" },
      attendees: [{ scfhs_number: "12JM0012345" }],
    });
  });

  it("B-07 copied numbers and emails with invisible characters, and removes these", () => {
    for (const mark of ["\u200e", "\u200f", "\u202a", "\u202c", "\u2068", "\u2069", "\u200b"]) {
      const marked = (text: string) => `${mark}${text.slice(0, 2)}${mark}${text.slice(2)}${mark}`;
      const parsed = api.beginCheckout.body.parse({
        items,
        billing: { ...address, phone: marked("0500000001"), zipcode: marked("12345") },
        company: { ...company, vat_number: marked("300000000000003") },
        attendees: [{ ...person, email: marked("huda@example.com"), scfhs_number: marked("12JM0012345") }],
      });
      expect(parsed, JSON.stringify(mark)).toMatchObject({
        billing: { phone: "+966500000001", zipcode: "12345" },
        company: { vat_number: "300000000000003" },
        attendees: [{ email: "huda@example.com", scfhs_number: "12JM0012345" }],
      });
    }
  });
});
