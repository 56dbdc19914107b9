/** Seats that are left without a name at checkout and named on the order's page. */
import { m } from "#messages";
import { buyOrder, courseBySlug, newPerson, post, type Person } from "#test/http/client.ts";
import type { TestSite } from "#test/site.ts";
import {
  answerBank,
  field,
  fieldMessage,
  fill,
  fillAddress,
  fillCard,
  submitButton,
  submitToBank,
  waitUntilLoaded,
} from "./support/buying.ts";
import { buildCart, type PicturedCourse } from "./support/cart.ts";
import { expect, test } from "./support/test.ts";
import { selectViewports } from "./support/visitor.ts";

const slug = "research-methods";

/** Buys three seats in one order; only the first has a name. */
async function buyThreeSeats(
  site: TestSite,
  person: Person,
  language: string,
): Promise<{ orderId: number; runId: number }> {
  const runId = (await courseBySlug(site, slug)).id;
  const begun = await buyOrder(site, person, runId, { qty: 3, language });
  return { orderId: begun.order_id, runId };
}

for (const viewport of selectViewports("en"))
  test.describe(`naming seats later (${viewport.locale}, ${viewport.width} px)`, () => {
    const t = { locale: viewport.locale };

    test(
      "S-04 each further seat can be named now or later, by keyboard too; all later pages show the open seats",
      { tag: "@all" },
      async ({ visit, site }) => {
        const person = await newPerson(site);
        const course = (await courseBySlug(site, slug)) as PicturedCourse;
        const tag = `${viewport.locale}-${viewport.width}`;
        const visitor = await visit(site, { ...viewport, as: person, stored: { cart: buildCart([course, 3]) } });
        const { page } = visitor;
        const people = page.getByRole("list", { name: m.common_attendees({}, t) });
        const review = page.locator("section[aria-labelledby=review]");
        const seat = (n: number) => page.getByRole("group", { name: m.enrolments_seat_number({ n }, t), exact: true });
        const mode = (label: string) => page.getByRole("radio", { name: label, exact: true });
        const unnamed = (count: number) =>
          review.getByText(m.orders_seats_unnamed({ count }, t), { exact: true }).filter({ visible: true });

        await test.step("chooses later for a seat with empty fields, and opens the next one automatically", async () => {
          await visitor.open("/checkout/cart");
          await expect(field(visitor, "number")).toBeVisible();
          await expect(unnamed(2)).toBeVisible();
          await expect(seat(1)).toContainText(person.email, { useInnerText: true });
          await expect(seat(2)).toContainText(m.checkout_name_follows({}, t), { useInnerText: true });
          await expect(field(visitor, "attendees.2.name")).toBeHidden();
          await fill(visitor, "attendees.1.name", "Ali Omar");
          await fill(visitor, "attendees.1.email", "not an address");
          await expect(unnamed(1)).toBeVisible();
          await expect(field(visitor, "attendees.2.name")).toBeVisible();
          await visitor.checkPage("checkout with a seat for later");
        });

        await test.step("validates only seats that are named now", async () => {
          visitor.allowStatus("/api/validate-billing-address", 422);
          await fillAddress(visitor);
          await fillCard(visitor);
          await submitButton(visitor).click();
          await expect.poll(() => fieldMessage(visitor, "attendees.1.email")).toBe(m.platform_field_email({}, t));
          await expect(field(visitor, "attendees.1.email")).toBeFocused();
          expect(await fieldMessage(visitor, "attendees.2.name")).toBeNull();
          await visitor.checkPage("checkout with a seat for later, refused");
        });

        await test.step("chooses later for all other seats by keyboard, and keeps what was typed", async () => {
          await mode(m.checkout_mode_type({}, t)).focus();
          await page.keyboard.press("ArrowUp");
          await expect(mode(m.checkout_mode_later({}, t))).toBeChecked();
          await expect(unnamed(2)).toBeVisible();
          await expect(seat(2)).toBeHidden();
          await visitor.checkPage("checkout with every other seat for later");
          await page.keyboard.press("ArrowDown");
          await expect(field(visitor, "attendees.1.name")).toHaveValue("Ali Omar");
          for (const name of ["name", "email"]) await fill(visitor, `attendees.1.${name}`, "");
          await expect(unnamed(2)).toBeVisible();
          await seat(3).getByRole("button").click();
          await fill(visitor, "attendees.2.name", "Huda Salem");
          await fill(visitor, "attendees.2.email", `huda-now-${tag}@example.com`);
          await expect(unnamed(1)).toBeVisible();
          await submitToBank(visitor);
          await answerBank(visitor);
          await waitUntilLoaded(visitor);
        });

        await test.step("shows the open seat on the paid page, in the mail and on the order", async () => {
          await expect(page.getByText(m.payments_seats_open({ count: 1 }, t))).toBeVisible();
          await visitor.checkPage("a paid order with a seat for later");
          const readMailTexts = async () =>
            (await site.mails())
              .filter(({ to }) => to === person.email)
              .map(({ text }) => text.replaceAll(/\s+/g, " "));
          await expect
            .poll(readMailTexts)
            .toContainEqual(expect.stringContaining(m.notices_unnamed_title({ count: 1 }, t)));
          await page.getByRole("link", { name: m.payments_view_order({}, t) }).click();
          await expect(people.getByText("Huda Salem")).toBeVisible();
          await expect(people).toContainText(m.orders_seats_unnamed({ count: 1 }, t), { useInnerText: true });
          await page.getByRole("button", { name: m.enrolments_name_seats({}, t) }).click();
          await expect(field(visitor, "attendees.3.name")).toBeVisible();
        });
      },
    );
  });

for (const viewport of selectViewports("en"))
  test.describe(`seats without a name (${viewport.locale}, ${viewport.width} px)`, () => {
    const t = { locale: viewport.locale };

    test(
      "S-04 can be named one at a time on the order's page; a form that is saved too late gets a message",
      { tag: "@all" },
      async ({ visit, site }) => {
        const person = await newPerson(site);
        const { orderId, runId } = await buyThreeSeats(site, person, viewport.locale);
        const tag = `${viewport.locale}-${viewport.width}`;
        const visitor = await visit(site, { ...viewport, as: person });
        const { page } = visitor;
        const people = page.getByRole("list", { name: m.common_attendees({}, t) });
        const openButton = page.getByRole("button", { name: m.enrolments_name_seats({}, t) });
        const doneButton = page.getByRole("button", { name: m.enrolments_name_seats_done({}, t), exact: true });
        const saveButton = page.getByRole("button", { name: m.enrolments_name_seats_save({}, t) });
        await test.step("the order offers a form for its open seats", async () => {
          await visitor.open(`/my-courses/${orderId}`);
          await expect(people.getByText(m.orders_seats_unnamed({ count: 2 }, t))).toBeVisible();
          await openButton.click();
          await expect(field(visitor, "attendees.2.name")).toBeFocused();
          await visitor.checkPage("the form for open seats");
        });

        await test.step("shows each error at its field", async () => {
          visitor.allowStatus("/api/assign-seats", 422);
          await saveButton.click();
          await expect.poll(() => fieldMessage(visitor, "attendees.2.name")).toBe(m.platform_field_required({}, t));
          await visitor.checkPage("the form for open seats with errors");
          // Fills only the last seat: its error must be shown at its own field, not at the first seat.
          for (const [name, value] of Object.entries({
            "attendees.3.name": "Huda Salem",
            "attendees.3.email": person.email,
          }))
            await fill(visitor, name, value);
          await saveButton.click();
          await expect
            .poll(async () => (await fieldMessage(visitor, "attendees.3.email")) ?? "")
            .toContain(viewport.locale === "ar" ? "أنت مسجّل" : "already registered for");
        });

        await test.step("N-02 naming the last seat updates list and count at once, and leaves the other open", async () => {
          await fill(visitor, "attendees.3.email", `huda-${tag}@example.com`);
          await saveButton.click();
          await expect(
            page.getByRole("status").filter({ hasText: m.orders_seats_saved({ count: 1 }, t) }),
          ).toBeVisible();
          await expect(doneButton).toHaveCount(0);
          await expect(people).toBeFocused();
          await expect(people.getByText("Huda Salem")).toBeVisible();
          await expect(people.getByText(m.orders_seats_unnamed({ count: 1 }, t))).toBeVisible();
          await visitor.checkPage("the order with a new name");
          await expect
            .poll(async () =>
              (await site.mails()).filter(({ to }) => to === `huda-${tag}@example.com`).map(({ subject }) => subject),
            )
            .toEqual([expect.stringContaining(viewport.locale === "ar" ? "لك مقعد محجوز: " : " booked you a seat: ")]);
        });

        await test.step("the form gets a message when its seat was named elsewhere meanwhile", async () => {
          await openButton.click();
          await fill(visitor, "attendees.2.name", "Ali Omar");
          await fill(visitor, "attendees.2.email", `ali-${tag}@example.com`);
          const otherAttendee = {
            course_id: runId,
            seat: 2,
            name: "Omar Ali",
            email: `omar-${tag}@example.com`,
            scfhs_number: "",
          };
          expect(
            (
              await post(
                site,
                "/api/assign-seats",
                { order_id: orderId, attendees: [otherAttendee] },
                { token: person.token },
              )
            ).status,
          ).toBe(200);
          visitor.allowStatus("/api/assign-seats", 409);
          await saveButton.click();
          await expect(
            page.getByRole("alert").filter({ hasText: viewport.locale === "ar" ? "للمقعد 2" : "Seat 2 on" }),
          ).toBeVisible();
          await visitor.checkPage("the form whose seat was named elsewhere");
          await doneButton.click();
          await expect(people.getByText("Omar Ali")).toBeVisible();
          await expect(openButton).toHaveCount(0);
          await expect(page.locator("main")).not.toContainText("Ali Omar");
        });
      },
    );
  });
