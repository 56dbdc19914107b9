/** What a buyer takes home from an order: invoice, print, calendar. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { m } from "#messages";
import { pay } from "#test/buyer.ts";
import { beginOrder, courseBySlug, newPerson, post } from "#test/http/client.ts";
import { settled } from "./support/buying.ts";
import { visit, oppositeWorlds, type Visitor } from "./support/person.ts";
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

/** What shows beyond the window, or beyond the frame it is drawn in; what scrolls by itself or ends in dots, and pictures, may be longer. */
const sticksOut = ({ page }: Visitor): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (element: Element): boolean => element.scrollWidth > element.clientWidth && (getComputedStyle(element).overflowX === "auto" || getComputedStyle(element).textOverflow === "ellipsis");
    const within = (element: Element, test: (one: Element) => boolean): boolean => test(element) || (element.parentElement !== null && within(element.parentElement, test));
    return [...document.querySelectorAll("main :is(h1, h2, p, a, button, dd, td, th, bdi)")]
      .filter((element) => !within(element, (one) => scrolls(one) || getComputedStyle(one).position === "absolute"))
      .filter((element) => {
        const frame = element.closest("[class*=rounded-panel]") ?? document.documentElement;
        const [inner, outer] = [element.getBoundingClientRect(), frame.getBoundingClientRect()];
        return inner.width > 0 && (inner.left < outer.left - 1 || inner.right > outer.right + 1);
      })
      .map((element) => element.outerHTML.slice(0, 120))
      .concat(document.documentElement.scrollWidth > innerWidth ? [`the page is ${document.documentElement.scrollWidth} px wide`] : []);
  });

it.each(["en", "ar"] as const)("a long e-mail address and an order stay in their frames from 320 to 1280 px (%s)", async (locale) => {
  const person = await newPerson(site, "Abdulrahman Alqahtani-Almutairi", "education.a-hospital-with-a-long-name.example.com");
  const begun = await beginOrder(site, person, (await courseBySlug(site, "infection-prevention-control")).id);
  await pay(begun);
  await post(site, "/api/update-payment-status", { id: begun.given_id }, { token: person.token });
  const visitor = await visit(site, { locale, width: 390, as: person });
  for (const path of [`/order-response?id=${begun.given_id}&status=paid`, "/my-courses", `/my-courses/${begun.order_id}`, "/checkout/patient-safety-essentials", "/profile"]) {
    await visitor.open(path);
    await settled(visitor);
    await visitor.page.getByText(path.startsWith("/my-courses") ? String(begun.order_id) : path.startsWith("/profile") ? person.name : /a-hospital-with|1,/).first().waitFor();
    for (const width of [320, 390, 768, 840, 1150, 1280]) {
      await visitor.page.setViewportSize({ width, height: 900 });
      expect(await sticksOut(visitor), `${path} at ${width}`).toEqual([]);
    }
  }
});
