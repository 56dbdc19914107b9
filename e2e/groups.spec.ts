/** A buyer of many seats: what cart and checkout require (F-04). */
import { m } from "#messages";
import { courseBySlug, newPerson } from "#test/http/client.ts";
import {
  field,
  fieldMessage,
  fill,
  fillAddress,
  fillCard,
  openCheckout,
  submitButton,
  submitToBank,
} from "./support/buying.ts";
import { buildCart, cartRow, chooseQuantity, type PicturedCourse } from "./support/cart.ts";
import { expect, test } from "./support/test.ts";
import { selectViewports } from "./support/visitor.ts";

for (const viewport of selectViewports("en"))
  test.describe(`a group (${viewport.locale}, ${viewport.width} px)`, () => {
    const { locale } = viewport;
    const t = { locale };

    test("F-04 U-14 six seats need an invoice to a company, which cart and checkout say before the card is entered", async ({
      visit,
      site,
    }) => {
      const course = (await courseBySlug(site, "risk-register-people-use")) as PicturedCourse;
      const person = await newPerson(site);
      const visitor = await visit(site, { ...viewport, as: person, stored: { cart: buildCart([course, 5]) } });
      const { page } = visitor;
      const main = page.getByRole("main");
      const contact = main.getByRole("link", { name: m.checkout_group_contact({}, t) });
      const companyNeededText = m.enrolments_group_company({ count: 5, email: "", phone: "" }, t).split(".")[0] ?? "";

      await visitor.open("/cart");
      const row = cartRow(visitor, locale === "ar" ? (course.name_ar ?? "") : course.name_eng);
      await expect(row).toBeVisible();
      await expect(contact).toHaveCount(0);
      await chooseQuantity(visitor, row, "6");
      await expect(main.getByText(companyNeededText)).toBeVisible();
      await expect(contact).toHaveAttribute("href", new URL(visitor.url("/contact-us")).pathname);
      await visitor.checkPage("a cart with a group");

      await openCheckout(visitor, "cart");
      await expect(main.getByText(m.checkout_company_needed({ count: 5 }, t))).toBeVisible();
      await expect(field(visitor, "company")).toBeChecked();
      await main.getByText(m.checkout_mode_later({}, t), { exact: true }).click();
      await fillAddress(visitor);
      await fillCard(visitor);
      visitor.allowStatus("/api/validate-billing-address", 422);
      await submitButton(visitor).click();
      await expect.poll(() => fieldMessage(visitor, "company.name")).toBe(m.platform_field_required({}, t));
      await visitor.checkPage("checkout of a group without a company");

      for (const [name, value] of Object.entries({
        name: "Example Clinic",
        vat_number: "٣٠٠٠٠٠٠٠٠٠٠٠٠٠٣",
      }))
        await fill(visitor, `company.${name}`, value);
      await submitToBank(visitor);
    });

    test("F-24 a postal code of letters gets a message at its field", async ({ visit, site }) => {
      const person = await newPerson(site);
      const visitor = await visit(site, { ...viewport, as: person });
      await openCheckout(visitor, "good-clinical-practice");
      await fillAddress(visitor);
      await fill(visitor, "zipcode", "abc");
      await fillCard(visitor);
      visitor.allowStatus("/api/validate-billing-address", 422);
      await submitButton(visitor).click();
      await expect(visitor.page.getByText(m.platform_field_saudi_postal_code({}, t))).toBeVisible();
      await expect(field(visitor, "zipcode")).toHaveAttribute("aria-invalid", "true");
      await visitor.checkPage("checkout with a wrong postal code");
    });
  });
