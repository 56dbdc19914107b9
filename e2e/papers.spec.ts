/** What a buyer takes home from an order: invoice, print, calendar. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { m } from "#messages";
import { pay } from "#test/buyer.ts";
import { beginOrder, courseBySlug, newPerson, post } from "#test/http/client.ts";
import { visit, oppositeWorlds } from "./support/person.ts";
import { openSite } from "./support/site.ts";

const site = openSite({ database: "embedded" });

describe.each(oppositeWorlds)("the papers of an order ($locale, $width px)", (world) => {
  const t = { locale: world.locale };

  it("A-06 the buyer downloads the invoice, prints it and adds the course to a calendar", async () => {
    const person = await newPerson(site);
    const begun = await beginOrder(site, person, (await courseBySlug(site, "patient-safety-essentials")).id);
    await pay(begun);
    await post(site, "/api/update-payment-status", { id: begun.given_id }, { token: person.token });

    const visitor = await visit(site, { ...world, as: person });
    const { page } = visitor;
    await visitor.open(`/my-courses/${begun.order_id}`);
    const invoice = page.getByRole("region", { name: m.sales_invoice_simplified({}, t) });
    await invoice.waitFor();
    expect(await invoice.innerText()).toMatch(/INV-\d{4}-\d{6}/);
    expect(await invoice.innerText()).toContain("300000000000003");
    await invoice.getByRole("img", { name: m.sales_invoice_qr({}, t) }).waitFor();
    await visitor.check("an order with its invoice");

    const [pdf] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: m.sales_invoice({}, t), exact: true }).click()]);
    expect(pdf.suggestedFilename()).toMatch(/^INV-\d{4}-\d{6}\.pdf$/);
    expect(readFileSync(await pdf.path()).subarray(0, 5).toString()).toBe("%PDF-");

    const [entry] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: m.sales_add_to_calendar({}, t) }).click()]);
    expect(entry.suggestedFilename()).toBe(`order-${begun.order_id}.ics`);
    expect(readFileSync(await entry.path(), "utf8")).toContain("BEGIN:VEVENT");

    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("button", { name: m.sales_print({}, t) }).isVisible()).toBe(false);
    expect(await page.locator("header").first().isVisible()).toBe(false);
    expect(await invoice.isVisible()).toBe(true);
    if (process.env["PAPERS_SHOTS"]) {
      await page.screenshot({ path: `${process.env["PAPERS_SHOTS"]}/${world.locale}-${world.width}-print.png`, fullPage: true });
      await page.emulateMedia({ media: "screen" });
      await page.screenshot({ path: `${process.env["PAPERS_SHOTS"]}/${world.locale}-${world.width}.png`, fullPage: true });
    }
  });
});
