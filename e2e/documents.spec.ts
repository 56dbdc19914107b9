/** A buyer's order: its invoice, print view and calendar file, and long texts at all widths. */
import { readFileSync } from "node:fs";
import { m } from "#messages";
import { buyOrder, courseBySlug, newPerson } from "#test/http/client.ts";
import { sampleCases } from "#test/open-database.ts";
import { waitUntilLoaded } from "./support/buying.ts";
import { sticksOut } from "./support/sticks-out.ts";
import { expect, test } from "./support/test.ts";
import { selectLocales, selectViewports } from "./support/visitor.ts";

for (const viewport of selectViewports("ar"))
  test.describe(`the invoice of an order (${viewport.locale}, ${viewport.width} px)`, () => {
    const t = { locale: viewport.locale };

    test("A-06 the buyer downloads the invoice, prints it and adds the course to a calendar", async ({
      visit,
      site,
    }) => {
      const person = await newPerson(site);
      const begun = await buyOrder(site, person, (await courseBySlug(site, "patient-safety-essentials")).id);

      const visitor = await visit(site, { ...viewport, as: person });
      const { page } = visitor;
      await visitor.open(`/my-courses/${begun.order_id}`);
      const invoice = page.getByRole("region", { name: m.invoicing_invoice_simplified({}, t) });
      await expect(invoice).toBeVisible();
      await expect(invoice).toContainText(/INV-\d{4}-\d{6}/, { useInnerText: true });
      await expect(invoice).toContainText("300000000000003", { useInnerText: true });
      await expect(invoice.getByRole("img", { name: m.invoicing_invoice_qr({}, t) })).toBeVisible();
      await visitor.checkPage("an order with its invoice");

      const [pdf] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: m.orders_invoice({}, t), exact: true }).click(),
      ]);
      expect(pdf.suggestedFilename()).toMatch(/^INV-\d{4}-\d{6}\.pdf$/);
      expect(
        readFileSync(await pdf.path())
          .subarray(0, 5)
          .toString(),
      ).toBe("%PDF-");

      const [calendarFile] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: m.common_action_add_to_calendar({}, t) }).click(),
      ]);
      expect(calendarFile.suggestedFilename()).toBe(`order-${begun.order_id}.ics`);
      expect(readFileSync(await calendarFile.path(), "utf8")).toContain("BEGIN:VEVENT");

      await page.emulateMedia({ media: "print" });
      await expect(page.getByRole("button", { name: m.common_action_print({}, t) })).toBeHidden();
      await expect(page.locator("header").first()).toBeHidden();
      await expect(invoice).toBeVisible();
    });
  });

for (const locale of selectLocales("ar"))
  test(`a long email address causes no overflow on order and account pages from 320 to 1280 px (${locale})`, async ({
    visit,
    site,
  }) => {
    const person = await newPerson(
      site,
      "Abdulrahman Alqahtani-Almutairi",
      "education.a-hospital-with-a-long-name.example.com",
    );
    const begun = await buyOrder(site, person, (await courseBySlug(site, "infection-prevention-control")).id);
    const visitor = await visit(site, { locale, width: 390, as: person });
    const paths = [
      `/order-response?id=${begun.given_id}&status=paid`,
      "/my-courses",
      `/my-courses/${begun.order_id}`,
      "/checkout/patient-safety-essentials",
      "/profile",
    ];
    for (const path of sampleCases(paths, 2)) {
      await visitor.open(path);
      await waitUntilLoaded(visitor);
      await expect(
        visitor.page
          .getByText(
            path.startsWith("/my-courses")
              ? String(begun.order_id)
              : path.startsWith("/profile")
                ? person.name
                : /a-hospital-with|1,/,
          )
          .filter({ visible: true })
          .first(),
      ).toBeVisible();
      for (const width of [320, 390, 768, 840, 1150, 1280]) {
        await visitor.page.setViewportSize({ width, height: 900 });
        expect(await sticksOut(visitor), `${path} at ${width}`).toEqual([]);
      }
    }
  });
