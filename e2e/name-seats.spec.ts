/** A buyer names, on the order's page, the seats that were bought without a name. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { m } from "#messages";
import { address, pay } from "#test/buyer.ts";
import type { BegunCheckout } from "#features/sales/checkout.schema.ts";
import { courseBySlug, newPerson, post, type Person } from "#test/http/client.ts";
import { startTestSite, type TestSite } from "#test/site.ts";
import { closeBrowser } from "./support/browser.ts";
import { hasFocus } from "./support/awaited.ts";
import { answerBank, field, fieldMessage, fill, fillAddress, fillCard, settled, submitButton, submitToBank } from "./support/buying.ts";
import { cartOf, type PicturedCourse } from "./support/cart.ts";
import { visit, oppositeWorlds } from "./support/person.ts";

let site: TestSite;
beforeAll(async () => void (site = await startTestSite({ database: "embedded" })));
afterAll(async () => {
  await closeBrowser();
  await site.stop();
});

/** An order of three seats, of which only the first has a name. */
async function threeSeats(person: Person, language: string): Promise<{ orderId: number; runId: number }> {
  const runId = (await courseBySlug(site, "patient-safety-essentials")).id;
  const begun = (await post(site, "/api/begin-checkout", { items: [{ course_id: runId, qty: 3 }], billing: address }, { token: person.token, language })).body as unknown as BegunCheckout;
  await pay(begun);
  await post(site, "/api/update-payment-status", { id: begun.given_id }, { token: person.token });
  return { orderId: begun.order_id, runId };
}

describe.each(oppositeWorlds)("seats that are named after the purchase ($locale, $width px)", (world) => {
  const t = { locale: world.locale };

  it("S-04 each further seat is named now or later, by keyboard; what was typed is kept, and every page after it says what is still to do", async () => {
    const person = await newPerson(site);
    const course = (await courseBySlug(site, "patient-safety-essentials")) as PicturedCourse;
    const tag = `${world.locale}-${world.width}`;
    const shot = async (name: string) => void (process.env["SEAT_SHOTS"] && (await visitor.page.screenshot({ path: `${process.env["SEAT_SHOTS"]}/${name}-${tag}.png`, fullPage: true })));
    const visitor = await visit(site, { ...world, as: person, stored: { cart: cartOf([course, 3]) } });
    const { page } = visitor;
    await visitor.open("/checkout/cart");
    await field(visitor, "number").waitFor();
    const review = page.locator("section[aria-labelledby=review]");
    const seat = (n: number) => page.getByRole("group", { name: m.sales_seat_number({ n }, t), exact: true });
    const later = (n: number) => seat(n).getByLabel(m.sales_name_later({}, t), { exact: true });
    const unnamed = (count: number) => review.getByText(m.sales_seats_unnamed({ count }, t), { exact: true });
    // Whoever buys says at once who comes first.
    expect(await Promise.all([1, 2, 3].map((n) => later(n).count()))).toEqual([0, 1, 1]);

    await fill(visitor, "attendees.1.name", "Ali Omar");
    await fill(visitor, "attendees.1.email", "not an address");
    await later(2).focus();
    await page.keyboard.press("Space");
    await field(visitor, "attendees.1.name").waitFor({ state: "hidden" });
    await unnamed(1).waitFor();
    await later(3).check();
    await unnamed(2).waitFor();
    await visitor.check("checkout with two seats for later");
    await shot("checkout-later");
    await page.keyboard.press("Space");
    await unnamed(1).waitFor();

    // Wrong is only what is named now: not the half-typed address of seat 2.
    visitor.expect("/api/validate-billing-address", 422);
    await fillAddress(visitor);
    await fillCard(visitor);
    await submitButton(visitor).click();
    await expect.poll(() => fieldMessage(visitor, "attendees.2.name")).toBe(m.platform_field_required({}, t));
    await hasFocus(field(visitor, "attendees.2.name"));
    await visitor.check("checkout with a seat for later, refused");
    await shot("checkout-later-refused");
    await later(2).uncheck();
    await field(visitor, "attendees.1.name").waitFor();
    expect(await Promise.all(["name", "email"].map((name) => field(visitor, `attendees.1.${name}`).inputValue()))).toEqual(["Ali Omar", "not an address"]);
    expect(await fieldMessage(visitor, "attendees.1.name")).toBeNull();
    await later(2).check();
    await fill(visitor, "attendees.2.name", "Huda Salem");
    await fill(visitor, "attendees.2.email", `huda-now-${tag}@example.com`);
    await submitToBank(visitor);
    await answerBank(visitor);
    await settled(visitor);

    // Seat 2 is on the page that says it is paid, in the mail, and on the order's page with its form.
    const open = m.sales_seats_open({ count: 1 }, t);
    await page.getByText(open).waitFor();
    await visitor.check("a paid order with a seat for later");
    await shot("response-later");
    const mailed = async () => (await site.mails()).filter(({ to }) => to === person.email).map(({ text }) => text.replaceAll(/\s+/g, " "));
    await expect.poll(mailed).toContainEqual(expect.stringContaining(m.sales_mail_unnamed_title({ count: 1 }, t)));
    await page.getByRole("link", { name: m.sales_view_order({}, t) }).click();
    const people = page.getByRole("list", { name: m.sales_who_attends({}, t) });
    await people.getByText("Huda Salem").waitFor();
    expect(await people.innerText()).toContain(m.sales_seats_unnamed({ count: 1 }, t));
    await page.getByRole("button", { name: m.sales_name_seats({}, t) }).click();
    await field(visitor, "attendees.3.name").waitFor();
  });
});

describe.each(oppositeWorlds)("seats without a name ($locale, $width px)", (world) => {
  const t = { locale: world.locale };

  it("S-04 are named on the order's page, one now and one later; a tab that comes too late is told so", async () => {
    const person = await newPerson(site);
    const { orderId, runId } = await threeSeats(person, world.locale);
    const tag = `${world.locale}-${world.width}`;
    const visitor = await visit(site, { ...world, as: person });
    const { page } = visitor;
    const people = page.getByRole("list", { name: m.sales_who_attends({}, t) });
    const open = page.getByRole("button", { name: m.sales_name_seats({}, t) });
    const done = page.getByRole("button", { name: m.sales_name_seats_done({}, t), exact: true });
    const save = page.getByRole("button", { name: m.sales_name_seats_save({}, t) });
    await visitor.open(`/my-courses/${orderId}`);
    await people.getByText(m.sales_seats_unnamed({ count: 2 }, t)).waitFor();
    await open.click();
    await hasFocus(field(visitor, "attendees.2.name"));
    await visitor.check("the form for open seats");

    visitor.expect("/api/name-seats", 422);
    await save.click();
    await expect.poll(() => fieldMessage(visitor, "attendees.2.name")).toBe(m.platform_field_required({}, t));
    await visitor.check("the form for open seats with errors");
    if (process.env["SEAT_SHOTS"]) await page.screenshot({ path: `${process.env["SEAT_SHOTS"]}/form-${tag}.png`, fullPage: true });
    // Only the last seat: the error is shown where it belongs, not at the first.
    for (const [name, value] of Object.entries({ "attendees.3.name": "Huda Salem", "attendees.3.email": person.email })) await fill(visitor, name, value);
    await save.click();
    await expect.poll(async () => (await fieldMessage(visitor, "attendees.3.email")) ?? "").toContain(world.locale === "ar" ? "لا يمكن حجز مقعد" : "can’t be given a seat");
    await fill(visitor, "attendees.3.email", `huda-${tag}@example.com`);
    await save.click();
    await page.getByRole("status").filter({ hasText: m.sales_seats_saved({ count: 1 }, t) }).waitFor();
    await visitor.check("the form whose seats are named");
    if (process.env["SEAT_SHOTS"]) await page.screenshot({ path: `${process.env["SEAT_SHOTS"]}/saved-${tag}.png`, fullPage: true });
    await done.click();
    await hasFocus(people);
    await people.getByText("Huda Salem").waitFor();
    await people.getByText(m.sales_seats_unnamed({ count: 1 }, t)).waitFor();
    await visitor.check("the order with a new name");
    if (process.env["SEAT_SHOTS"]) await page.screenshot({ path: `${process.env["SEAT_SHOTS"]}/named-${tag}.png`, fullPage: true });
    await expect.poll(async () => (await site.mails()).filter(({ to }) => to === `huda-${tag}@example.com`).map(({ subject }) => subject)).toEqual([expect.stringContaining(world.locale === "ar" ? "لك مقعد محجوز: " : " booked you a seat: ")]);

    // Another tab was quicker.
    await open.click();
    await fill(visitor, "attendees.2.name", "Ali Omar");
    await fill(visitor, "attendees.2.email", `ali-${tag}@example.com`);
    const quicker = { course_id: runId, seat: 2, name: "Omar Ali", email: `omar-${tag}@example.com`, scfhs_number: "" };
    expect((await post(site, "/api/name-seats", { order_id: orderId, attendees: [quicker] }, { token: person.token })).status).toBe(200);
    visitor.expect("/api/name-seats", 409);
    await save.click();
    await page.getByRole("alert").filter({ hasText: world.locale === "ar" ? "للمقعد 2" : "Seat 2 on" }).waitFor();
    await visitor.check("the form whose seat was named elsewhere");
    await done.click();
    await people.getByText("Omar Ali").waitFor();
    await expect.poll(async () => [await page.locator("main").innerText(), await open.count()]).toEqual([expect.not.stringContaining("Ali Omar"), 0]);
  });
});
