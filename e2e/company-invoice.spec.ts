/** Z-08: a company's purchase while invoices are sent to the tax authority: checkout, order page and emails. */
import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { orders } from "#features/orders/tables.server.ts";
import { changeSetting, storedSettings } from "#features/settings/settings.server.ts";
import { refundOrder } from "#features/settlement/refunds/refund-order.server.ts";
import { sandboxKeys } from "#platform/env.server.ts";
import { m } from "#messages";
import { paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv } from "#test/context.ts";
import { onboard, switchOn } from "#test/einvoicing.ts";
import { newPerson } from "#test/http/client.ts";
import { readAttachments } from "#test/pdf-text.ts";
import { checkEInvoice } from "../sandbox/check-einvoice.ts";
import {
  answerBank,
  field,
  fieldMessage,
  fill,
  fillAddress,
  fillCard,
  openCheckout,
  submitButton,
  submitToBank,
  waitUntilLoaded,
} from "./support/buying.ts";
import { expect, test, type PostgresSite } from "./support/test.ts";
import { selectViewports } from "./support/visitor.ts";

/** A context with the site's own settings, so that the site can read the certificate that the onboarding stores. */
function siteContext(site: PostgresSite) {
  const { sandbox } = site;
  const EINVOICING_API_URL = `${sandbox.url}/e-invoicing`;
  return testContext(site.database, { env: testEnv({ ...paymentsAt(sandbox, sandboxKeys), EINVOICING_API_URL }) });
}

/** The site seals and sends documents every 5 seconds, and waits longer after each failed attempt. */
const sendTimeout = { timeout: 60_000 };

for (const viewport of selectViewports("ar"))
  test.describe(`a company's tax invoice (${viewport.locale}, ${viewport.width} px)`, () => {
    const t = { locale: viewport.locale };

    test("Z-08 a company enters its address in parts, is told that the invoice will follow, and gets invoice and credit note by mail once they are cleared", async ({
      visit,
      postgresSite: site,
    }) => {
      const ctx = siteContext(site);
      const { authority } = site.sandbox;
      const person = await newPerson(site);
      const isMailed = (words: string) => async () =>
        (await site.mails()).some(({ to, text }) => to === person.email && text.includes(words));
      const before = await storedSettings(ctx);
      await switchOn(ctx);
      try {
        await onboard(ctx);
        authority.fault("error_500", 1000);

        const visitor = await visit(site, { ...viewport, as: person });
        const main = visitor.page.getByRole("main");
        await openCheckout(visitor, "good-clinical-practice");
        await fillAddress(visitor);
        await fill(visitor, "zipcode", "12214");
        await expect(field(visitor, "company.district")).toBeHidden();
        await field(visitor, "company").check();
        await fill(visitor, "company.name", "مستشفى المثال");
        await fill(visitor, "company.vat_number", "310122393500003");
        await fill(visitor, "company.building_number", "12");
        await fill(visitor, "company.district", "العليا");
        await fillCard(visitor);
        await visitor.checkPage("checkout of a company with its national address");
        visitor.allowStatus("/api/validate-billing-address", 422);
        await submitButton(visitor).click();
        await expect
          .poll(() => fieldMessage(visitor, "company.building_number"))
          .toContain(m.platform_field_building_number({}, t));
        await fill(visitor, "company.building_number", "2322");
        await submitToBank(visitor);
        await answerBank(visitor);
        await waitUntilLoaded(visitor);

        const [order] = await ctx.db.select().from(orders).where(eq(orders.userId, person.id));
        const orderId = order?.id ?? 0;
        await visitor.open(`/my-courses/${orderId}`);
        await expect(main.getByText(m.invoicing_invoice_follows({}, t))).toBeVisible();
        await expect(main.getByRole("button", { name: m.orders_invoice({}, t), exact: true })).toHaveCount(0);
        await visitor.checkPage("an order whose tax invoice follows");
        // Only the first sentence: the plain text of the mail breaks the line after it.
        await expect.poll(isMailed(m.notices_invoice_follows({}, t).split(".")[0] ?? ""), sendTimeout).toBe(true);

        authority.clearFaults();
        await expect.poll(isMailed(m.notices_cleared_heading({}, t)), sendTimeout).toBe(true);
        await visitor.open(`/my-courses/${orderId}`);
        const invoice = main.getByRole("region", { name: m.invoicing_invoice_full({}, t) });
        await expect(invoice).toContainText("مستشفى المثال");
        await visitor.checkPage("an order with its cleared tax invoice");
        const [pdf] = await Promise.all([
          visitor.page.waitForEvent("download"),
          main.getByRole("button", { name: m.orders_invoice({}, t), exact: true }).click(),
        ]);
        const [xml = ""] = Object.values(readAttachments(readFileSync(await pdf.path())));
        expect(checkEInvoice(xml)).toEqual([]);

        const finance = ctx.asStaff("finance");
        await refundOrder(finance, { orderId, amountHalalas: order?.totalHalalas ?? 0, reason: "requested" });
        await expect.poll(isMailed(m.notices_cleared_credit_heading({}, t)), sendTimeout).toBe(true);
        const kinds = authority.accepted().map(({ kind }) => kind);
        expect(kinds.slice(-2)).toEqual(["cleared", "cleared"]);
      } finally {
        authority.clearFaults();
        await changeSetting(ctx, "seller", before.seller);
        await changeSetting(ctx, "einvoicing", before.einvoicing);
      }
    });
  });
