/**
 * A private run for a hospital (issue 38): staff create it and offer it from the inbox; the coordinator accepts the
 * quotation with a purchase order number, and names no attendees yet (decision 050).
 */
import { recordTransfer } from "#features/settlement/transfers/transfers.server.ts";
import { readQuotationToken } from "#features/checkout/quotation.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { m } from "#messages";
import { testContext } from "#test/context.ts";
import { address } from "#test/buyer.ts";
import { newPerson, post } from "#test/http/client.ts";
import { field, fieldMessage, fill, openBilling } from "./support/buying.ts";
import { portalText } from "./support/portal-text.ts";
import { openColleague } from "./support/staff.ts";
import { sticksOut } from "./support/sticks-out.ts";
import { expect, test } from "./support/test.ts";
import { viewports } from "./support/visitor.ts";

for (const { locale, width } of viewports)
  test(`a hospital books a day for its own staff (${locale}, ${width} px)`, async ({ visit, postgresSite: site }) => {
    const t = { locale };
    const text = portalText(locale);
    // The viewports share a site, so each uses its own hospital.
    const hospital = `${locale === "ar" ? "مستشفى المثال العام" : "Example General Hospital"} ${width}`;
    const coordinator = await newPerson(site);
    const name = `Nora ${Date.now()}`;
    const year = new Date().getFullYear() + 1;

    const colleague = await openColleague(visit, site, "owner", { locale, width });
    const desk = colleague.page;
    const box = (key: string) => desk.getByRole("textbox", { name: new RegExp(`^${text(key)}`) }).first();
    await test.step("staff create a run for one company, at a price for all seats", async () => {
      await colleague.openStaff("/runs/create");
      await desk.getByRole("combobox", { name: text("common.course") }).fill("");
      await desk.getByRole("combobox", { name: text("common.course") }).press("ArrowDown");
      await desk.getByRole("option").first().click();
      await box("runs.fields_date").fill(`4.10.${year}`);
      await desk.getByLabel(text("runs.fields_visibility")).selectOption("company");
      await box("runs.fields_company_name").fill(hospital);
      await box("runs.fields_capacity").fill("12");
      await box("runs.fields_price").fill("20000");
      await desk.getByLabel(text("runs.fields_price_for")).selectOption("run");
      await colleague.checkPage("a new run for a company");
      await desk.getByRole("button", { name: text("runs.make") }).click();
      await expect(desk.getByRole("heading", { name: text("runs.link") })).toBeVisible();
      await colleague.checkPage("a run for a company");
    });

    await test.step("a new link keeps unsaved edits of the form, which can still be saved", async () => {
      await box("runs.fields_capacity").fill("14");
      await desk.getByRole("button", { name: text("runs.link_renew") }).click();
      await desk
        .getByRole("dialog")
        .getByRole("button", { name: text("runs.link_renew") })
        .click();
      await expect(desk.getByText(text("runs.link_renewed"))).toBeVisible();
      await expect(box("runs.fields_capacity")).toHaveValue("14");
      await desk.getByRole("button", { name: text("common.action_save"), exact: true }).click();
      await expect(desk.getByText(text("runs.saved"), { exact: true })).toBeVisible();
      await expect(box("runs.fields_capacity")).toHaveValue("14");
    });

    await test.step("staff offer the run from the inbox", async () => {
      const data = { name, email: coordinator.email, message: "A private day?", workplace: hospital, title: "" };
      const headers = { "accept-language": locale };
      expect((await desk.request.post(`${site.url}/api/contact`, { data, headers })).status()).toBe(200);
      await colleague.openStaff("/enquiries");
      await desk.getByRole("searchbox").fill(name);
      await desk.getByRole("link", { name }).click();
      await desk.getByRole("button", { name: text("enquiries.offer") }).click();
      const dialog = desk.getByRole("dialog");
      await dialog.getByRole("combobox").fill(hospital);
      await desk.getByRole("option", { name: hospital }).last().click();
      await dialog.getByLabel(text("enquiries.offer_words")).fill("Here it is.");
      await colleague.checkPage("an offer");
      const call = `/api/staff/enquiries/${/\d+$/.exec(new URL(desk.url()).pathname)?.[0]}`;
      const change = { data: { version: 1, state: "open" }, headers: { origin: site.url } };
      expect((await desk.request.put(site.url + call, change)).status()).toBe(200);
      colleague.allowStatus(`${call}/offers`, 409);
      await dialog.getByRole("button", { name: text("enquiries.offer_send") }).click();
      await expect(dialog.getByText(m.inbox_changed_meanwhile({}, t))).toBeVisible();
      await dialog.getByRole("button", { name: text("enquiries.offer_send") }).click();
      await expect(desk.getByRole("article").filter({ hasText: "Here it is." })).toContainText(
        text("enquiries.offer_to_run"),
      );
      await colleague.checkPage("an enquiry with an offer");
    });

    let path = "";
    await expect
      .poll(async () => {
        const mail = (await site.mails()).find(
          ({ to, text }) => to === coordinator.email && text.includes("/quotation/"),
        );
        path = /\/quotation\/[\w-]+/.exec(mail?.text ?? "")?.[0] ?? "";
        return path;
      })
      .not.toBe("");

    await test.step("anyone with the link reads the quotation, and has to log in to accept it", async () => {
      const stranger = await visit(site, { locale, width });
      await stranger.open(path);
      const main = stranger.page.getByRole("main");
      await expect(main.getByRole("heading", { level: 1 })).toHaveText(m.quotes_heading({}, t));
      await expect(main).toContainText("23,000.00");
      await expect(main.getByRole("link", { name: m.quotes_log_in({}, t) })).toHaveAttribute(
        "href",
        new RegExp(encodeURIComponent(path)),
      );
      const download = stranger.page.waitForEvent("download");
      await main.getByRole("button", { name: m.quotes_button({}, t) }).click();
      expect((await download).suggestedFilename()).toMatch(/^quotation-.*\.pdf$/);
      await stranger.checkPage("a quotation before the login");
      expect(await sticksOut(stranger), "quotation").toEqual([]);
      stranger.allowStatus(new URL(stranger.url(`${path}x`)).pathname, 404);
      await stranger.open(`${path}x`);
      await expect(main.getByRole("heading", { level: 1 })).toHaveText(m.quotes_gone({}, t));
      await stranger.checkPage("no quotation");
    });

    const buyer = await visit(site, { locale, width, as: coordinator });
    const main = buyer.page.getByRole("main");
    let orderId = 0;
    await test.step("the quotation says until when an open card payment holds the seats", async () => {
      const { run, key } = readQuotationToken(path.replace(/^.*\//, "")) ?? {};
      const items = [{ course_id: run, qty: 14, key }];
      const company = { name: hospital, vat_number: "300000000000003", address: "Riyadh" };
      const begun = await post(site, "/api/begin-checkout", { items, billing: address, company }, coordinator);
      expect(begun.status).toBe(200);
      await buyer.open(path);
      const [textBefore = ""] = m.quotes_paying({ time: "|" }, t).split("|");
      await expect(main.getByText(textBefore)).toBeVisible();
      await buyer.checkPage("a quotation that a card payment holds");
      expect(await sticksOut(buyer), "a quotation that a card payment holds").toEqual([]);
    });
    await test.step("the coordinator can still accept, and enters a purchase order number", async () => {
      await field(buyer, "company.vat_number").waitFor();
      await buyer.checkPage("a quotation to accept");
      const accept = main.getByRole("button", { name: new RegExp(`^${m.quotes_accept({ total: "" }, t).trim()}`) });
      await openBilling(buyer);
      // The form shows the company of the card payment.
      await fill(buyer, "company.vat_number", "");
      buyer.allowStatus("/api/validate-billing-address", 422);
      await accept.click();
      await expect.poll(() => fieldMessage(buyer, "company.vat_number")).toBe(m.platform_field_required({}, t));
      for (const [name, value] of Object.entries({
        city: "Riyadh",
        address_1: "Example Street 1",
        "company.vat_number": "300000000000003",
        "company.purchase_order": "PO-88120",
      }))
        await fill(buyer, name, value);
      await accept.click();
      await buyer.page.waitForURL(/\/my-courses\/\d+$/);
      orderId = Number(/\d+$/.exec(buyer.page.url())?.[0]);
      await expect(main).toContainText("PO-88120");
      await expect(main).toContainText(`PF-${orderId}`);
      await buyer.checkPage("an order of a private day");
      await buyer.open(path);
      await expect(main.getByRole("heading", { level: 1 })).toHaveText(m.quotes_accepted({}, t));
      await buyer.checkPage("an accepted quotation");
    });

    await test.step("once the order is paid, its page offers claim links for the seats", async () => {
      const finance = testContext(site.database).asStaff("owner");
      const money = { amountHalalas: 2_300_000, receivedOn: riyadhDate(new Date()), reference: `T-${orderId}` };
      await recordTransfer(finance, { orderId, ...money });
      await buyer.open(`/my-courses/${orderId}`);
      await expect(main.getByText(m.groups_links_open({}, t))).toBeVisible();
      await buyer.checkPage("a paid private day");
    });
  });
