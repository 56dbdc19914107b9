/** E-invoicing on a fresh demo, with the fake authority: the settings, a correction and a credit note (Z-03, Z-06). */
import { changeSetting } from "#features/settings/settings.server.ts";
import { defaultSettings } from "#features/settings/settings.ts";
import type { Company } from "#features/orders/billing.schema.ts";
import { testContext } from "#test/context.ts";
import { exampleCompany, nationalAddress } from "#test/einvoicing.ts";
import { buyOrder, courseBySlug, newPerson, type Person } from "#test/http/client.ts";
import { startTestSite } from "#test/site.ts";
import { checkEInvoice } from "../sandbox/check-einvoice.ts";
import { portalText } from "./support/portal-text.ts";
import { openColleague } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";
import { selectViewports } from "./support/visitor.ts";

const seller = { ...defaultSettings.seller, vatNumber: "310122393500003" };

for (const { locale, width } of selectViewports("en"))
  test(`Z-03 Z-06 finance onboards; an invoice is accepted, a rejected one corrected and a credit note reported (${locale}, ${width} px)`, async ({
    visit,
  }) => {
    const text = portalText(locale);
    const started = await startTestSite({ database: "postgres" });
    const { database, sandbox } = started;
    if (!database) throw new Error("no database");
    const site = { ...started, database };
    try {
      // The demo's seller is an example. Its VAT number is set directly; this journey does not enter it in the portal.
      await changeSetting(testContext(database), "seller", seller);
      const finance = await openColleague(visit, site, "finance", { locale, width });
      const { page, openStaff } = finance;
      const main = page.getByRole("main");
      const button = (key: string, values = {}) => main.getByRole("button", { name: text(key, values), exact: true });
      const course = await courseBySlug(site, "good-clinical-practice");
      const person = await newPerson(site);
      const sell = (buyer: Person, company?: Company) => buyOrder(site, buyer, course.id, company && { company });
      const findRow = (number: string) => page.locator("tbody tr, ul > li").filter({ hasText: number }).first();

      await test.step("the page shows that e-invoicing is off", async () => {
        await openStaff("/einvoicing");
        await expect(main).toContainText(text("einvoicing.off"));
        await finance.checkPage("off");
      });

      await test.step("e-invoicing is switched on in the settings, with an error at the wrong field", async () => {
        finance.allowStatus("/api/staff/settings/einvoicing", 422);
        await main.getByRole("link", { name: text("menu.settings") }).click();
        const field = (name: string) => main.locator(`[name="einvoicing.${name}"]`);
        await field("mode").selectOption("on");
        for (const [name, value] of Object.entries(nationalAddress)) await field(name).fill(value);
        await field("postalCode").fill("12");
        await main.locator('[data-shortcut="save"]').click();
        await expect(field("postalCode")).toHaveAttribute("aria-invalid", "true");
        await finance.checkPage("the settings");
        await field("postalCode").fill(nationalAddress.postalCode);
        await main.locator('[data-shortcut="save"]').click();
        await expect(page.getByText(text("settings.saved"))).toBeVisible();
      });

      await test.step("onboarding takes three steps; a refused code shows why", async () => {
        await openStaff("/einvoicing");
        const code = main.getByRole("textbox", { name: text("einvoicing.steps_code_title") });
        finance.allowStatus("/api/staff/einvoice-units", 422);
        await code.fill("000000");
        await button("einvoicing.steps.code.action").click();
        await expect(code).toHaveAttribute("aria-invalid", "true");
        await finance.checkPage("a refused code");
        await code.fill("123456");
        await button("einvoicing.steps.code.action").click();
        await expect(button("einvoicing.steps.test.action")).toBeVisible();
        await finance.checkPage("the second step");
        await button("einvoicing.steps.test.action").click();
        await button("einvoicing.steps_live_title").click();
        await expect(main).toContainText(text("einvoicing.none"));
        await finance.checkPage("live");
      });

      await test.step("a person's invoice is reported within a minute, with a stamped XML", async () => {
        await sell(person);
        await expect(findRow("INV-")).toContainText(text("einvoicing.states.accepted"), { timeout: 60_000 });
        expect(sandbox.authority.accepted()).toMatchObject([{ kind: "reported", times: 1 }]);
        const [{ number } = { number: "" }] = sandbox.authority.accepted();
        const [file] = await Promise.all([page.waitForEvent("download"), button("einvoicing.xml", { number }).click()]);
        expect(file.suggestedFilename()).toBe(`${number}.xml`);
        const parts: Buffer[] = [];
        for await (const part of await file.createReadStream()) parts.push(part as Buffer);
        expect(checkEInvoice(Buffer.concat(parts).toString())).toEqual([]);
      });

      await test.step("a company's rejected invoice shows why, and is corrected with another name", async () => {
        sandbox.authority.fault("rejected");
        await sell(await newPerson(site), { ...exampleCompany, building_number: "2322", district: "العليا" });
        const rejected = main.getByText("This document was told to be rejected").first();
        await expect(rejected).toBeVisible({ timeout: 60_000 });
        // Checks the page opened anew, because new rows push others down, and without the tooltip of the last click.
        await page.mouse.move(0, 0);
        await openStaff("/einvoicing");
        await finance.checkPage("a rejected document");
        await main
          .getByRole("button", { name: /INV-/ })
          .filter({ hasText: text("einvoicing.correct") })
          .click();
        const dialog = page.getByRole("dialog");
        await expect(dialog).toContainText("This document was told to be rejected");
        await dialog.getByLabel(text("einvoicing.company.name")).fill("مستشفى المثال العام");
        await finance.checkPage("the correction");
        await dialog.getByRole("button", { name: text("einvoicing.correct.action") }).click();
        await expect(main.getByText(text("einvoicing.states.corrected"))).toBeVisible();
        await expect.poll(() => sandbox.authority.accepted().length, { timeout: 60_000 }).toBe(2);
        expect(sandbox.authority.accepted()[1]).toMatchObject({
          kind: "cleared",
          xml: expect.stringContaining("مستشفى المثال العام"),
        });
        expect(sandbox.authority.violations()).toEqual([]);
      });

      await test.step("the credit note of a refund is reported", async () => {
        await openStaff(`/orders?q=${person.email}`);
        await page.locator("[data-list-row]").first().click();
        await page.getByRole("button", { name: text("orders.refund.open"), exact: true }).click();
        const refund = new RegExp(text("orders.refund.action", { amount: ".+" }));
        await page.getByRole("dialog").getByRole("button", { name: refund }).click();
        await expect(page.getByText(text("orders.refund.done"))).toBeVisible();
        await openStaff("/einvoicing");
        await expect(findRow("CN-")).toContainText(text("einvoicing.states.accepted"), { timeout: 60_000 });
        expect(sandbox.authority.accepted()[2]).toMatchObject({
          kind: "reported",
          number: expect.stringMatching(/^CN-/),
        });
        expect(sandbox.authority.violations()).toEqual([]);
      });

      await test.step("the month's documents show the states too", async () => {
        await openStaff("/finance");
        await main.getByRole("tab", { name: text("finance.tabs.documents") }).click();
        await expect(main.getByText(text("einvoicing.states.accepted"))).toHaveCount(3);
        await finance.checkPage("the documents");
      });

      await test.step("the unit is renewed before its last day", async () => {
        await openStaff("/einvoicing");
        await button("einvoicing.renew").click();
        const dialog = page.getByRole("dialog");
        await dialog.getByRole("textbox", { name: text("einvoicing.steps_code_title") }).fill("654321");
        await finance.checkPage("the renewal");
        await dialog.getByRole("button", { name: text("einvoicing.renew"), exact: true }).click();
        await expect(page.getByText(text("einvoicing.renewed"))).toBeVisible();
      });
    } finally {
      await started.stop();
    }
  });
