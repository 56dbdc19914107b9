/** Z-08: companies give their national address in parts while documents go to the tax authority. Rejections first. */
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { issueInvoice } from "#features/invoices/issue.server.ts";
import { sealEInvoices } from "#features/invoices/einvoices/seal.server.ts";
import { submitEInvoices } from "#features/invoices/einvoices/submit.server.ts";
import { einvoices } from "#features/invoices/einvoices/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { changeSetting } from "#features/settings/settings.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import { ValidationError } from "#platform/errors.ts";
import { fieldMap } from "#platform/http/fields.server.ts";
import { address } from "#test/buyer.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { exampleCompany, nationalAddress, switchOn, withAuthority, withUnit } from "#test/einvoicing.ts";
import { paidByCard } from "#test/paid-order.ts";
import * as api from "./api.server.ts";
import { beginCheckout } from "./begin-checkout.server.ts";
import { bookByTransfer } from "./book-by-transfer.server.ts";
import { checkoutTerms } from "./checkout-terms.server.ts";

const parts = { building_number: "2322", district: "العليا" };

async function withBuyer(ctx: TestCtx) {
  const { id: runId } = await makeRun(ctx.db, (await makeCourse(ctx.db)).id, { capacity: 20 });
  const buyer = await makeUser(ctx.db, { emailVerified: true });
  const order = { items: [{ runId, qty: 1 }], billing: address };
  return { buyer: ctx.as(buyer), order };
}

const readCompany = async (ctx: TestCtx, id: number) =>
  (await ctx.db.select({ company: orders.invoiceRecipient }).from(orders).where(eq(orders.id, id)))[0]?.company;

const readRefusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof ValidationError ? error.fields : error),
  );

/** Returns the field errors of validate-billing-address for a whole form. */
async function checkForm(ctx: TestCtx, form: object) {
  const body = await api.validateBillingAddress.bodyFor?.(ctx);
  const parsed = body?.safeParse(form);
  return parsed?.error ? fieldMap(parsed.error, ctx.locale) : {};
}

describeOnDatabase("Z-08 the national address of a company", (open) => {
  it("Z-08 requires a building number of 4 digits, whatever the settings", () => {
    const parse = (building_number: unknown) => {
      const company = { ...exampleCompany, district: "x", building_number };
      const parsed = api.beginCheckout.body.safeParse({ items: [{ course_id: 1, qty: 1 }], billing: address, company });
      return parsed.success ? parsed.data.company?.building_number : fieldMap(parsed.error, "en");
    };
    const refusal = { "company.building_number": ["Enter the 4 digits of the building number, for example 2322."] };
    for (const number of ["232", "23222", "12a4", "٢٣"]) expect(parse(number)).toEqual(refusal);
    expect(Object.keys(parse(2322) ?? {})).toEqual(["company.building_number"]);
    expect([parse("2322"), parse(" ٢٣٢٢ "), parse(""), parse(null)]).toEqual(["2322", "2322", undefined, undefined]);
  });

  it("requires street and city of a company at every endpoint, also while e-invoicing is off", async () => {
    const { buyer, order } = await withBuyer(testContext(await open()));
    const company = exampleCompany;
    const required = ["This field is required."];
    for (const name of ["address_1", "city"] as const) {
      const billing = { ...address, [name]: "" };
      const wrong = { [`billing.${name}`]: required };
      expect(await readRefusal(beginCheckout(buyer, { ...order, billing, company }))).toEqual(wrong);
      expect(await readRefusal(bookByTransfer(buyer, { ...order, billing, company, totalHalalas: 1 }))).toEqual(wrong);
      expect(await checkForm(buyer, { ...billing, company })).toEqual({ [name]: required });
      expect(await readRefusal(beginCheckout(buyer, { ...order, billing }))).toBeNull();
    }
    expect(await checkForm(buyer, { ...address, company })).toEqual({});
  });

  it.each(["on", "simulation"] as const)(
    "Z-08 while e-invoicing is %s an order for a company without address parts is rejected at every endpoint, in both languages",
    async (mode) => {
      const { ctx } = await withAuthority(await open());
      await switchOn(ctx, mode);
      const { buyer, order } = await withBuyer(ctx);
      expect(await checkoutTerms(ctx)).toMatchObject({ purchaseTerms: { needsAddress: true } });
      const billing = { ...address, zipcode: "" };
      const postal = "Enter the 5 digits of your Saudi postal code, for example 12345.";
      const needed = {
        "company.building_number": ["This field is required."],
        "company.district": ["This field is required."],
      };
      const company = exampleCompany;
      expect(await readRefusal(beginCheckout(buyer, { ...order, billing, company }))).toEqual({
        ...needed,
        "billing.zipcode": [postal],
      });
      expect(await readRefusal(bookByTransfer(buyer, { ...order, company, totalHalalas: 1 }))).toEqual(needed);
      expect(await checkForm(buyer, { ...billing, company })).toEqual({ ...needed, zipcode: [postal] });
      // One answer has all errors, those of other fields too.
      const wrong = {
        ...billing,
        first_name: "",
        zipcode: "abc",
        city: "",
        company: { ...company, building_number: "12" },
      };
      expect(Object.keys(await checkForm({ ...buyer, locale: "ar" }, wrong)).toSorted()).toEqual([
        "city",
        "company.building_number",
        "company.district",
        "first_name",
        "zipcode",
      ]);
      expect(await checkForm(buyer, { ...address, company: { ...company, ...parts } })).toEqual({});
      // An invoice to a person needs nothing more.
      expect(await checkForm(buyer, billing)).toEqual({});
      expect(await readRefusal(beginCheckout(buyer, { ...order, billing }))).toBeNull();
    },
  );

  it("Z-08 keeps the parts with the order and in its XML, accepted without a warning; a one-line address gets one", async () => {
    const { ctx } = await withUnit(await open());
    const { buyer, order } = await withBuyer(ctx);
    const begun = await beginCheckout(buyer, { ...order, company: { ...exampleCompany, ...parts } });
    expect(await readCompany(ctx, begun.order_id)).toEqual({
      ...exampleCompany,
      ...parts,
      address: "2322 Example Street 1, العليا, Riyadh, 12345",
      street: "Example Street 1",
      city: "Riyadh",
      postal_code: "12345",
    });
    await changeSetting(ctx, "einvoicing", { mode: "off", ...nationalAddress });
    const { buyer: other, order: second } = await withBuyer(ctx);
    const old = await beginCheckout(other, { ...second, company: exampleCompany });
    expect(await readCompany(ctx, old.order_id)).toEqual(exampleCompany);
    expect(await checkoutTerms(ctx)).toMatchObject({ purchaseTerms: { needsAddress: false } });
    await switchOn(ctx);
    for (const { order_id } of [begun, old]) await inTransaction(ctx, (ctx) => issueInvoice(ctx, order_id, paidByCard));
    await sealEInvoices(ctx);
    await submitEInvoices(ctx);
    const [withParts, oneLine] = await ctx.db.select().from(einvoices).orderBy(einvoices.id);
    expect(withParts).toMatchObject({ state: "accepted", messages: [] });
    expect(withParts?.xml).toMatch(
      /<cbc:StreetName>Example Street 1<\/cbc:StreetName>\s+<cbc:BuildingNumber>2322<\/cbc:BuildingNumber>\s+<cbc:CitySubdivisionName>العليا<\/cbc:CitySubdivisionName>\s+<cbc:CityName>Riyadh<\/cbc:CityName>\s+<cbc:PostalZone>12345</,
    );
    expect(oneLine).toMatchObject({ state: "accepted", messages: [{ code: "BR-KSA-63" }] });
  });
});
