/** A hospital: people pasted, three with mistakes; paid by bank transfer; the others named by link. */
import { m } from "#messages";
import { courseBySlug, newPerson, post } from "#test/http/client.ts";
import { testContext } from "#test/context.ts";
import { recordTransfer } from "#features/orders/transfers/transfers.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { halalasFromDecimal } from "#i18n/money.ts";
import { field, fill, fillAddress } from "./support/buying.ts";
import { cartOf, type PicturedCourse } from "./support/cart.ts";
import { sticksOut } from "./support/sticks-out.ts";
import { expect, test } from "./support/test.ts";
import { oneViewport } from "./support/visitor.ts";

for (const viewport of oneViewport("ar"))
  test(`X-03, X-04, X-06 a hospital books by transfer (${viewport.locale}, ${viewport.width} px)`, async ({
    visit,
    postgresSite: site,
  }) => {
    const t = { locale: viewport.locale };
    const person = await newPerson(site);
    const course = (await courseBySlug(site, "research-methods")) as PicturedCourse;
    const visitor = await visit(site, { ...viewport, as: person, stored: { cart: cartOf([course, 8]) } });
    const { page } = visitor;
    const tag = crypto.randomUUID().slice(0, 8);
    const mail = (name: string) => `${name}-${tag}@example.com`;
    const look = async (what: string) => {
      await visitor.check(what);
      for (const width of [320, viewport.width]) {
        await page.setViewportSize({ width, height: 844 });
        expect(await sticksOut(visitor), `${what} at ${width}`).toEqual([]);
      }
    };

    await visitor.open("/checkout/cart");
    await fillAddress(visitor);
    await page.getByRole("button", { name: m.groups_list_open({}, t) }).click();
    const list = [
      `منى اللامي؛ ${mail("mona")}؛ 00-RN-0000877`,
      `Omar Khalid؛ ${mail("omar")}`,
      `Yasser Dawood؛ yasser-${tag}@example`,
      `Omar Khalid؛ ${mail("omar")}`,
      `Layla Fahad؛ ${mail("layla")}؛ 00!RN`,
    ];
    await page.getByLabel(m.groups_list_paste({}, t)).fill(list.join("\n"));
    await page.getByRole("button", { name: m.groups_list_check({}, t) }).click();
    await expect(page.getByText(m.groups_list_sum({ ready: 2, all: 5 }, t))).toBeVisible();
    const mend = async (name: string, line: number, value: string) => {
      await page.getByLabel(m.groups_list_field({ field: name, line }, t)).fill(value);
      await page.keyboard.press("Enter");
    };
    await mend(m.checkout_attendee_email({}, t), 3, mail("yasser"));
    await expect(page.getByText(m.groups_list_sum({ ready: 3, all: 5 }, t))).toBeVisible();
    await mend(m.checkout_attendee_scfhs({}, t), 5, "");
    await page.getByRole("button", { name: m.groups_list_use({ count: 4 }, t) }).click();
    await expect(field(visitor, "attendees.3.email")).toHaveValue(mail("layla"));

    await page.getByRole("radio", { name: m.groups_way_transfer({}, t) }).check();
    await expect(field(visitor, "number")).toHaveCount(0);
    const company = { name: "Example General Hospital", vat_number: "300000000000003", address: "Riyadh" };
    for (const [name, value] of Object.entries(company)) await fill(visitor, `company.${name}`, value);
    await look("checkout by bank transfer");
    await page.getByRole("button", { name: m.groups_way_book({}, t) }).click();
    await page.waitForURL(/my-courses\/\d+$/);
    const orderId = Number(page.url().split("/").at(-1));
    await expect(page.getByRole("heading", { name: m.transfers_mail_details({}, t) })).toBeVisible();
    await look("an order that waits for a transfer");
    const file = page.waitForEvent("download");
    await page.getByRole("button", { name: m.groups_proforma({}, t) }).click();
    expect((await file).suggestedFilename()).toBe(`proforma-${orderId}.pdf`);
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem("cart") ?? "{}").cart_items)).toEqual([]);

    const { body } = await post(
      site,
      "/api/order_details",
      { user_id: person.id, order_id: orderId },
      { token: person.token },
    );
    const { total } = body["order"] as { total: string };
    const ctx = testContext(site.database);
    await recordTransfer(ctx.asStaff("finance"), {
      orderId,
      amountHalalas: halalasFromDecimal(total) ?? 0,
      reference: `FT-${tag}`,
      receivedOn: riyadhDate(ctx.now()),
    });
    await page.reload();
    await page.getByRole("button", { name: m.groups_links_open({}, t) }).click();
    const links = page.getByRole("form", { name: m.enrolments_seat_number({ n: 5 }, t), exact: true });
    await links.getByLabel(m.checkout_attendee_email({}, t)).fill(mail("huda"));
    await links.getByRole("button", { name: m.groups_link_send({}, t) }).click();
    await expect(page.getByText(m.groups_link_sent({ email: mail("huda") }, t))).toBeVisible();
    const claim = async () =>
      /\/claim\/(\S+)/.exec((await site.mails()).find(({ to }) => to === mail("huda"))?.text ?? "")?.[1] ?? "";
    await expect.poll(claim).not.toBe("");
    const colleague = { name: "Huda Salem", name_other: "هدى سالم", email: mail("huda"), scfhs_number: "" };
    expect((await post(site, "/api/claim-seat", { token: await claim(), ...colleague })).status).toBe(200);
    await page.reload();
    await expect(page.getByText("Huda Salem")).toBeVisible();
  });
