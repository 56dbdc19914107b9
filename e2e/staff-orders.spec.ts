/** An order's history, a refund by seat that a second person approves, and a payment to check (P-12, P-14). */
import { eq } from "drizzle-orm";
import { comparePayments } from "#features/settlement/cases/compare.server.ts";
import { paymentCases } from "#features/settlement/cases/tables.server.ts";
import { makeUser } from "#db/factories/user.ts";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { openColleague } from "./support/staff.ts";
import { boughtOrder, fetchDemoCode } from "./support/staff-orders.ts";
import { expect, test } from "./support/test.ts";
import { portalText } from "./support/portal-text.ts";
import { selectViewports } from "./support/visitor.ts";

for (const { locale, width } of selectViewports("ar")) {
  const isArabic = locale === "ar";
  const text = isArabic
    ? {
        refund: "استرداد",
        requestApproval: /طلب الموافقة|طلب موافقة/,
        review: "مراجعة",
        approve: "الموافقة على الاسترداد",
        note: "ملاحظة داخلية جديدة",
        add: "إضافة الملاحظة",
        code: /رمزك/,
      }
    : {
        refund: "Refund",
        requestApproval: /^Request/,
        review: "Review",
        approve: "Approve refund",
        note: "New internal note",
        add: "Add note",
        code: /six-digit/,
      };

  test.describe(`orders in the portal (${locale}, ${width} px)`, () => {
    test("P-12 P-21 finance requests a refund of two seats, the owner agrees, and the order gets a credit note", async ({
      visit,
      postgresSite: site,
    }) => {
      const { orderId } = await boughtOrder(site);
      const finance = await openColleague(visit, site, "finance", { locale, width });
      const { page } = finance;
      await test.step("the order is found by its number", async () => {
        await finance.openStaff(`/orders?q=${orderId}`);
        await page.locator("[data-list-row]").first().click();
        await expect(page.getByRole("heading", { level: 1 })).toContainText(String(orderId));
        await expect(page).toHaveURL(`${site.url}/staff/orders/${orderId}`);
      });
      await test.step("addresses bookmarked before November 2026 still open list and order", async () => {
        const filter = encodeURIComponent(JSON.stringify({ q: String(orderId) }));
        await finance.openStaff(`/orders?filter=${filter}&sort=id&order=DESC&perPage=50`);
        await expect(page.locator("[data-list-row]").first()).toContainText(String(orderId));
        await finance.openStaff(`/orders/${orderId}/show`);
        await expect(page).toHaveURL(`${site.url}/staff/orders/${orderId}`);
        await expect(page.locator(".timeline li").first()).toBeVisible();
        await finance.checkPage("order");
      });
      await test.step("a note is saved", async () => {
        await page.getByLabel(text.note).fill("Sara called: two cannot come.");
        await page.getByRole("button", { name: text.add }).click();
        await expect(page.locator(".order-notes")).toContainText("Sara called");
      });
      await test.step("a refund of two seats is above the limit and needs approval", async () => {
        await page.getByRole("button", { name: text.refund, exact: true }).click();
        const dialog = page.getByRole("dialog");
        for (const index of [0, 1]) await dialog.getByRole("checkbox").nth(index).check();
        await expect(dialog).toContainText("5,520.00");
        await finance.checkPage("refund dialog");
        await dialog.getByRole("button", { name: text.requestApproval }).click();
        await expect(page.getByRole("button", { name: text.review })).toBeVisible();
      });
      await test.step("the owner agrees with a fresh code", async () => {
        const owner = await openColleague(visit, site, "owner", { locale, width });
        await owner.openStaff(`/orders/${orderId}`);
        await owner.page.getByRole("button", { name: text.review }).click();
        const dialog = owner.page.getByRole("dialog");
        await owner.checkPage("approval");
        await dialog.getByLabel(text.code).fill(await fetchDemoCode(site, "owner"));
        await dialog.getByRole("button", { name: text.approve }).click();
        await expect(owner.page.getByRole("region", { name: portalText(locale)("orders.documents") })).toContainText(
          "CN-",
        );
      });
    });

    test("DK-01 DK-11 a combobox offers what contains the typed words, Enter selects the first, and the field shows it", async ({
      visit,
      postgresSite: site,
    }) => {
      const portal = portalText(locale);
      const { db } = site.database;
      const suffix = Math.random().toString(36).slice(2, 8);
      const buyer = await makeUser(db, { name: `Sunita ${suffix}` });
      const names = { name_eng: `Infection control ${suffix}`, name_ar: `مكافحة العدوى ${suffix}` };
      await makeRun(db, (await makeCourse(db, names)).id, { capacity: 24 });
      const course = names[isArabic ? "name_ar" : "name_eng"];
      const { page, openStaff, checkPage } = await openColleague(visit, site, "owner", { locale, width });
      const options = page.getByRole("listbox").getByRole("option");
      await openStaff("/orders/create");
      await test.step("people are searched on the server", async () => {
        const who = page.getByRole("combobox", { name: portal("orders.opening.who") });
        await who.fill(suffix);
        await expect(options).toHaveText(new RegExp(suffix));
        await who.press("Enter");
        await expect(who).toHaveValue(`${buyer.name}, ${buyer.email}`);
        // Typed text is no choice: leaving the field restores the chosen person.
        await who.fill("Sunit");
        await who.press("Tab");
        await expect(who).toHaveValue(`${buyer.name}, ${buyer.email}`);
      });
      await test.step("runs are searched in the browser", async () => {
        const run = page.getByRole("combobox", { name: portal("orders.course_dates") });
        await run.click();
        await options.nth(1).click();
        await expect(run).not.toHaveValue("");
        await expect(options).toHaveCount(0);
        await run.fill(`${suffix} ${isArabic ? "العدوى" : "INFECTION"}`);
        await expect(options).toHaveText(new RegExp(suffix));
        await run.press("Enter");
        await expect(run).toHaveValue(new RegExp(`^${course}`));
      });
      await checkPage("chosen");
      await openStaff("/runs/create");
      await test.step("Enter selects a course; the list says when nothing matches", async () => {
        const field = page.getByRole("combobox", { name: portal("common.course") });
        await field.fill("qqq");
        await expect(page.getByRole("listbox")).toHaveText(portal("list.none_found"));
        await field.fill(suffix);
        await expect(options).toHaveText(course);
        await field.press("Enter");
        await expect(field).toHaveValue(course);
      });
    });

    test(
      "P-14 a refund made at the provider is listed with its amount, settled again and taken off the list",
      { tag: "@all" },
      async ({ visit, postgresSite: site }) => {
        const { ctx, paymentId } = await boughtOrder(site);
        site.sandbox.control.patch(paymentId, { refunded: 500 });
        ctx.clock.now = new Date(ctx.clock.now.getTime() + 15 * 60_000);
        await comparePayments(ctx);
        const finance = await openColleague(visit, site, "finance", { locale, width });
        await finance.openStaff("/payments");
        const card = finance.page.locator(".case").filter({ hasText: paymentId });
        await expect(card).toContainText("5.00");
        await finance.checkPage("payments to check");
        await card.getByRole("button").first().click();
        await finance.checkPage("what it does");
        await finance.page.getByRole("dialog").getByRole("button").last().click();
        await expect(card).toHaveCount(0);
        const [paymentCase] = await ctx.db.select().from(paymentCases).where(eq(paymentCases.paymentId, paymentId));
        expect([paymentCase?.outcome, paymentCase?.action]).toEqual(["agrees", "resync"]);
      },
    );

    test(
      "P-13 an order by transfer is opened, its details sent again, paid and refunded by hand; another is released",
      { tag: "@all" },
      async ({ visit, postgresSite: site }) => {
        const portal = portalText(locale);
        const { db } = site.database;
        const suffix = Math.random().toString(36).slice(2, 8);
        const buyer = await makeUser(db, { name: `Huda ${suffix}` });
        const names = { name_eng: `Infection control ${suffix}`, name_ar: `مكافحة العدوى ${suffix}` };
        const run = await makeRun(db, (await makeCourse(db, names)).id, { capacity: 24, priceHalalas: 100_000 });
        const staff = await openColleague(visit, site, "owner", { locale, width });
        const { page, openStaff, checkPage } = staff;
        const dialog = page.getByRole("dialog");
        const fillNewOrder = async () => {
          await openStaff("/orders/create");
          for (const [label, query] of [
            [portal("orders.opening.who"), buyer.email],
            [portal("orders.course_dates"), suffix],
          ] as const) {
            const box = page.getByRole("combobox", { name: label });
            await box.fill(query);
            // Waits for the server's results. Selects by key, because the list is visible a moment before it is
            // positioned, and a click in that moment would scroll the page.
            await expect(page.getByRole("option", { name: suffix })).toBeVisible();
            await box.press("Enter");
          }
          for (const [name, value] of [
            [portal("orders.opening.fields.phone"), "+966500000001"],
            [portal("orders.opening.fields.city"), "Riyadh"],
            [portal("orders.opening.fields.address_1"), "Example Street 1"],
          ] as const)
            await page.getByRole("textbox", { name }).first().fill(value);
        };
        await test.step("the order is opened with its address", async () => {
          await fillNewOrder();
          await checkPage("open an order");
          const action = page.getByRole("button", { name: portal("orders.opening.action") });
          // The first field that the server refuses gets the focus.
          const phone = page.getByRole("textbox", { name: portal("orders.opening.fields.phone") }).first();
          await phone.fill("");
          staff.allowStatus("/api/staff/orders", 422);
          await action.click();
          await expect(phone).toBeFocused();
          await expect(phone).toHaveAttribute("aria-invalid", "true");
          await phone.fill("+966500000001");
          await action.click();
          await expect(page.getByRole("button", { name: portal("orders.record_action") })).toBeVisible();
        });
        const path = new URL(page.url()).pathname.replace(/^\/staff/, "");
        await test.step("the bank details are sent again", async () => {
          await page.getByRole("button", { name: portal("orders.resend.documents") }).click();
          await expect(dialog).toContainText(portal("orders.resend.bank"));
          await checkPage("resend");
          await dialog.getByRole("button").last().click();
          await expect(dialog).toBeHidden();
        });
        await test.step("recording the transfer pays the order and issues its invoice", async () => {
          await page.getByRole("button", { name: portal("orders.record_action") }).click();
          await dialog.getByLabel(portal("orders.record.reference")).fill(`FT-${suffix}`);
          await checkPage("record the transfer");
          await dialog.getByRole("button", { name: portal("orders.record.action") }).click();
          await expect(dialog).toBeHidden();
          await expect(page.getByRole("region", { name: portal("orders.documents") })).toContainText("INV-");
        });
        await test.step("the order's seat is cancelled with a refund", async () => {
          await openStaff(`/runs/${run.id}/roster`);
          await page
            .getByRole("button", { name: new RegExp(`^${portal("common.more")}`) })
            .first()
            .click();
          await page.getByRole("menuitem", { name: portal("roster.cancel_action") }).click();
          await dialog.getByRole("radio").last().check();
          await dialog.getByLabel(portal("roster.reason")).fill("Fell ill");
          await checkPage("cancel a seat");
          await dialog.getByRole("button", { name: /1,150\.00/ }).click();
          await expect(dialog).toBeHidden();
        });
        await test.step("the refund by hand is recorded, and the credit note is issued", async () => {
          await openStaff(path);
          await page.getByRole("button", { name: portal("orders.paid_back_title") }).click();
          await checkPage("paid back");
          await dialog.getByLabel(portal("orders.record.reference")).fill("OUT-1");
          await dialog.getByRole("button", { name: portal("orders.paid_back.action") }).click();
          await expect(page.getByRole("region", { name: portal("orders.documents") })).toContainText("CN-");
        });
        await test.step("another order is released, and no transfer can be recorded for it", async () => {
          await fillNewOrder();
          await page.getByRole("button", { name: portal("orders.opening.action") }).click();
          await page.getByRole("button", { name: portal("common.more"), exact: true }).click();
          await page.getByRole("menuitem", { name: portal("orders.release.open") }).click();
          await checkPage("release");
          await dialog.getByRole("button").last().click();
          await expect(dialog).toBeHidden();
          await expect(page.getByRole("button", { name: portal("orders.record_action") })).toHaveCount(0);
        });
      },
    );
  });
}
