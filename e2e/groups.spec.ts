/** A buyer of many seats: what the cart says before, what checkout answers, and the way on (F-04). */
import { describe, expect, it } from "vitest";
import { m } from "#messages";
import { courseBySlug, newPerson } from "#test/http/client.ts";
import { field, fill, fillAddress, fillCard, openCheckout, submitButton, submitToBank } from "./support/buying.ts";
import { cartOf, cartRow, chooseQuantity, type PicturedCourse } from "./support/cart.ts";
import { visit, oppositeWorlds } from "./support/person.ts";
import { openSite } from "./support/site.ts";

const site = openSite({ database: "embedded" });

describe.each(oppositeWorlds)("a group ($locale, $width px)", (world) => {
  const { locale } = world;
  const t = { locale };

  it("F-04 six seats need a company invoice: said in the cart and at checkout, with whom to ask; with it they are held", async () => {
    const course = (await courseBySlug(site, "patient-safety-essentials")) as PicturedCourse;
    const person = await newPerson(site);
    const visitor = await visit(site, { ...world, as: person, stored: { cart: cartOf([course, 5]) } });
    const { page } = visitor;
    const main = page.getByRole("main");
    const contact = main.getByRole("link", { name: m.sales_group_contact({}, t) });
    const sentence = m.sales_group_company({ count: 5, email: "", phone: "" }, t).split(".")[0] ?? "";

    await visitor.open("/cart");
    const row = cartRow(visitor, locale === "ar" ? (course.name_ar ?? "") : course.name_eng);
    await row.waitFor();
    expect(await contact.count()).toBe(0);
    await chooseQuantity(visitor, row, "6");
    await main.getByText(sentence).waitFor();
    expect(await contact.getAttribute("href")).toBe(new URL(visitor.url("/contact-us")).pathname);
    await visitor.check("a cart with a group");

    await openCheckout(visitor, "cart");
    await fillAddress(visitor);
    for (const later of await main.getByRole("checkbox", { name: m.sales_name_later({}, t) }).all()) await later.check();
    await fillCard(visitor);
    visitor.expect("/api/begin-checkout", 422);
    await submitButton(visitor).click();
    await main.getByRole("alert").filter({ hasText: sentence }).waitFor();
    expect(await contact.getAttribute("href")).toBe(new URL(visitor.url("/contact-us")).pathname);
    await visitor.check("checkout of a group without a company");

    await field(visitor, "company").check();
    for (const [name, value] of Object.entries({ name: "Example Clinic", vat_number: "٣٠٠٠٠٠٠٠٠٠٠٠٠٠٣", address: "Example Street 2, Riyadh" })) await fill(visitor, `company.${name}`, value);
    await submitToBank(visitor);
  });

  it("F-24 a postal code of letters is answered at its field with what to enter", async () => {
    const person = await newPerson(site);
    const visitor = await visit(site, { ...world, as: person });
    await openCheckout(visitor, "good-clinical-practice");
    await fillAddress(visitor);
    await fill(visitor, "zipcode", "abc");
    await fillCard(visitor);
    visitor.expect("/api/validate-billing-address", 422);
    await submitButton(visitor).click();
    await visitor.page.getByText(m.platform_field_saudi_postal_code({}, t)).waitFor();
    expect(await field(visitor, "zipcode").getAttribute("aria-invalid")).toBe("true");
    await visitor.check("checkout with a wrong postal code");
  });
});
