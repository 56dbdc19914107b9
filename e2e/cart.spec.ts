/** The cart from "Add to cart" to a paid order of several seats: what it refuses, how tabs agree, what it becomes. */
import { eq } from "drizzle-orm";
import { courseRuns } from "#features/catalogue/tables.server.ts";
import { m } from "#messages";
import { approvedCard, declinedCard } from "#test/buyer.ts";
import { courseBySlug, newPerson, post, type ListedCourse, type Person } from "#test/http/client.ts";
import { answerBank, cardPosts, field, fieldMessage, fill, fillAddress, fillCard, settled, submitButton, submitToBank } from "./support/buying.ts";
import { addToCart, cartCount, cartOf, cartRow, chooseQuantity, quantity, storedCart, type PicturedCourse } from "./support/cart.ts";
import { seatsLeft, type RunChange } from "./support/shop.ts";
import { expect, test as base } from "./support/test.ts";
import { ready, twoViewports, type Visitor } from "./support/visitor.ts";

const slugs = ["laboratory-quality-management", "accreditation-readiness-course"] as const;
type Courses = [PicturedCourse, PicturedCourse];

interface CartFixtures {
  person: Person;
  /** Two courses with seats for everyone, at SAR 2,400.00 each. */
  courses: Courses;
  change(course: ListedCourse, values: RunChange): Promise<void>;
  /** Leaves so many seats of a course free. */
  leave(course: ListedCourse, seats: number): Promise<void>;
}

const test = base.extend<CartFixtures>({
  person: async ({ postgresSite }, use) => use(await newPerson(postgresSite)),
  // Without telling the site, as if the change came while the page is open.
  change: ({ postgresSite: { database } }, use) => use(async ({ id }, values) => void (await database.db.update(courseRuns).set(values).where(eq(courseRuns.id, id)))),
  leave: ({ postgresSite: site, change }, use) =>
    use(async (course, seats) => {
      await change(course, { capacity: 500 });
      await change(course, { capacity: 500 - (await seatsLeft(site, course)) + seats });
    }),
  courses: async ({ postgresSite: site, change }, use) => {
    site.sandbox.control.reset();
    const readCourses = async () => (await Promise.all(slugs.map((slug) => courseBySlug(site, slug)))) as Courses;
    const restore = async (courses: Courses) => {
      for (const course of courses) await change(course, { capacity: 500, priceHalalas: 240_000, cancelledAt: null });
    };
    await restore(await readCourses());
    const courses = await readCourses();
    await use(courses);
    await restore(courses);
  },
});

const nameOf = (course: ListedCourse, locale: string) => (locale === "ar" ? course.name_ar : course.name_eng);
const main = ({ page }: Visitor) => page.locator("main");
const says = (visitor: Visitor, text: string) => expect(main(visitor).getByText(text, { exact: false }).first()).toBeVisible();

for (const viewport of twoViewports) test.describe(`the cart (${viewport.locale}, ${viewport.width} px)`, () => {
  const { locale } = viewport;
  const t = { locale };

  test("L-04 S-01 S-02 S-03 R-06 is filled by a visitor, keeps its rules, and leads through Login to checkout", async ({ visit, postgresSite: site, courses, person, leave }) => {
    const visitor = await visit(site, viewport);
    const { page } = visitor;
    const row = cartRow(visitor, nameOf(courses[0], locale));
    await test.step("an empty cart", async () => {
      await visitor.open("/cart");
      await expect(page.getByRole("heading", { name: m.sales_cart_empty({}, t) })).toBeVisible();
      expect(await cartCount(visitor)).toBeNull();
      await visitor.check("an empty cart");
    });

    await test.step("L-04 is filled beside Register; the header shows it from then on", async () => {
      await visitor.open(`/courses/${slugs[0]}`);
      await addToCart(visitor);
      await visitor.check("added to the cart");
      await page.getByRole("dialog").getByRole("button", { name: m.sales_go_on({}, t) }).click();
      await expect.poll(() => cartCount(visitor)).toBe("1");
      await visitor.open(`/courses/${slugs[1]}`);
      await addToCart(visitor);
      await page.getByRole("dialog").getByRole("link", { name: m.sales_view_cart({}, t) }).click();
      await page.waitForURL(visitor.url("/cart"));
      await ready(page);
    });

    await test.step("S-01 image, name, unit price, quantity, subtotal, the sums, and in what one pays", async () => {
      await expect(row).toBeVisible();
      expect(await row.locator("img").evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))).toBeGreaterThan(0);
      await expect(row).toContainText("$2,400.00", { useInnerText: true });
      for (const part of ["$4,800.00", m.sales_tax({ percent: 15 }, t), "$720.00", "$5,520.00", m.sales_cart_sar({}, t), nameOf(courses[1], locale)]) await expect(main(visitor)).toContainText(part, { useInnerText: true });
      await visitor.check("a cart of two courses");
    });

    await test.step("S-02 up, down, digits only, and what is too much", async () => {
      await row.getByRole("button", { name: m.sales_more({}, t) }).click();
      await expect.poll(() => storedCart(visitor)).toMatchObject({ cart_total_items: 3, cart_sub_total: "7200.00", cart_tax: "1080.00", cart_total_amount: "8280.00" });
      await expect(row.getByText("$4,800.00")).toBeVisible();
      await row.getByRole("button", { name: m.sales_less({}, t) }).click();
      await chooseQuantity(visitor, row, "2abc.");
      await expect(quantity(row)).toHaveValue("2");
      // Kept, and asked about, before there are fewer seats.
      await expect.poll(() => storedCart(visitor)).toMatchObject({ cart_total_items: 3 });
      await visitor.answered();
      await leave(courses[0], 4);
      await chooseQuantity(visitor, row, "9");
      await expect(row.getByText(m.sales_qty_above_available({ n: 4 }, t))).toBeVisible();
      await expect(quantity(row)).toHaveValue("4");
      await visitor.check("a quantity above what there is");
      await expect(row.getByText(m.sales_qty_above_available({ n: 4 }, t))).toHaveCount(0);
      await row.getByRole("button", { name: m.sales_more({}, t) }).click();
      await expect(row.getByText(m.sales_qty_above_available({ n: 4 }, t))).toBeVisible();
      await expect(quantity(row)).toHaveValue("4");
    });

    await test.step("a quantity of 0 takes it out, and the focus is not lost", async () => {
      await chooseQuantity(visitor, row, "0");
      await expect(row).toHaveCount(0);
      await expect(page.locator("h1")).toBeFocused();
      await expect.poll(() => cartCount(visitor)).toBe("1");
    });

    await test.step("R-06 S-03 through Login to the checkout, with the cart kept", async () => {
      await main(visitor).getByRole("link", { name: m.sales_checkout({}, t), exact: true }).click();
      await page.waitForURL(/\/login\?redirect=/);
      await fill(visitor, "email", person.email);
      await fill(visitor, "password", person.password);
      await main(visitor).getByRole("button", { name: m.accounts_login_submit({}, t), exact: true }).click();
      await page.waitForURL(visitor.url("/checkout/cart"));
      await expect(field(visitor, "number")).toBeVisible();
      await expect(page.locator("section[aria-labelledby=review]")).toContainText(nameOf(courses[1], locale), { useInnerText: true });
      await visitor.check("the checkout of the cart");
    });
  });

  test("S-01 S-04 S-07 A-05 A-06 the whole cart is bought in one order, with a person for each seat and the company's invoice", async ({ visit, postgresSite: site, courses, person }) => {
    const visitor = await visit(site, { ...viewport, as: person, stored: { cart: cartOf([courses[0], 2], [courses[1], 1]) } });
    const { page } = visitor;
    const huda = `huda-${person.email}`;
    await test.step("S-04 the review: every line, the tax and the total", async () => {
      await visitor.open("/checkout/cart");
      await expect(field(visitor, "number")).toBeVisible();
      const review = page.locator("section[aria-labelledby=review]");
      for (const part of ["4,800.00", "7,200.00", "1,080.00", "8,280.00"]) await expect(review).toContainText(part, { useInnerText: true });
      await expect(page.locator("section[aria-labelledby=attends]")).toContainText(person.email, { useInnerText: true });
      await visitor.check("checkout of three seats");
    });

    await test.step("every missing or wrong field is named at once", async () => {
      visitor.expect("/api/validate-billing-address", 422);
      await page.getByLabel(m.sales_company({}, t), { exact: true }).check();
      await fill(visitor, "company.vat_number", "123");
      await submitButton(visitor).click();
      await expect(page.getByText(m.sales_pay_missing({}, t))).toBeVisible();
      for (const name of ["attendees.1.name", "attendees.1.email", "company.name", "company.address", "city"]) await expect.poll(async () => [name, await fieldMessage(visitor, name)]).toEqual([name, m.platform_field_required({}, t)]);
      await expect.poll(() => fieldMessage(visitor, "company.vat_number")).toBe(m.platform_field_vat({}, t));
      await visitor.check("checkout of three seats, refused");
    });

    await test.step("nobody can have two seats of one course", async () => {
      await fillAddress(visitor);
      await fill(visitor, "company.name", "Example Co.");
      await fill(visitor, "company.vat_number", "٣٠٠٠٠٠٠٠٠٠٠٠٠٠٣");
      await fill(visitor, "company.address", "King Fahd Road, Riyadh");
      await fill(visitor, "attendees.1.name", "Huda Salem");
      await fill(visitor, "attendees.1.email", person.email);
      await fillCard(visitor);
      visitor.expect("/api/begin-checkout", 422);
      await submitButton(visitor).click();
      await expect(page.getByText(m.sales_pay_check({}, t))).toBeVisible();
      await expect.poll(() => fieldMessage(visitor, "attendees.1.email")).toBe(m.sales_attendee_twice({}, t));
      await fill(visitor, "attendees.1.email", huda);
      await fill(visitor, "attendees.1.scfhs_number", "07-rm-0012345");
    });

    await test.step("S-07 one order, one payment, three seats", async () => {
      const before = await Promise.all(courses.map((course) => seatsLeft(site, course)));
      await submitToBank(visitor);
      expect(cardPosts(visitor).map((posted) => (posted.postDataJSON() as { amount: number }).amount)).toEqual([828_000]);
      expect(await Promise.all(courses.map((course) => seatsLeft(site, course)))).toEqual([(before[0] ?? 0) - 2, (before[1] ?? 0) - 1]);
      await answerBank(visitor);
      await settled(visitor);
      await expect(page.getByRole("heading", { level: 1 }).filter({ hasText: m.sales_booked_many({}, t) })).toBeVisible();
      for (const part of courses.map((course) => nameOf(course, locale))) await expect(main(visitor)).toContainText(part, { useInnerText: true });
      await visitor.check("an order of two courses");
    });

    await test.step("A-06 A-05 the cart is empty, the order has both lines, and everybody has their mail", async () => {
      await expect.poll(() => cartCount(visitor)).toBeNull();
      await page.getByRole("link", { name: m.sales_view_order({}, t) }).click();
      await settled(visitor);
      await expect(page.getByText("Example Co.")).toBeVisible();
      for (const part of [nameOf(courses[0], locale), nameOf(courses[1], locale), "Huda Salem", "07RM0012345", "300000000000003"]) await expect(main(visitor)).toContainText(part, { useInnerText: true });
      await visitor.check("the order of two courses");
      await visitor.open("/my-courses");
      await expect(page.getByRole("row").filter({ hasText: m.sales_and_more({ count: 1 }, t) })).toBeVisible();
      await expect.poll(async () => (await site.mails()).filter(({ to }) => to === huda).map(({ subject }) => subject)).toEqual([expect.stringContaining(locale === "ar" ? "لك مقعد محجوز: " : " booked you a seat: ")]);
    });
  });
});

test.describe("what happens to a cart", () => {
  test("S-01 two tabs agree, whichever changes it", async ({ visit, postgresSite: site, courses }) => {
    const visitor = await visit(site, { stored: { cart: cartOf([courses[0], 1], [courses[1], 1]) } });
    await visitor.open("/cart");
    const other = await visitor.context.newPage();
    await other.goto(visitor.url("/cart"));
    await ready(other);
    await cartRow(visitor, courses[0].name_eng).getByRole("button", { name: m.sales_more() }).click();
    await expect(other.getByText("$7,200.00").first()).toBeVisible();
    await other.getByRole("button", { name: m.sales_remove({ course: `\u2068${courses[1].name_eng}\u2069` }) }).click();
    await expect(cartRow(visitor, courses[1].name_eng)).toHaveCount(0);
    await expect.poll(() => cartCount(visitor)).toBe("2");
    await visitor.page.reload();
    await expect.poll(() => cartCount(visitor)).toBe("2");
  });

  test("S-01 changed prices, fewer seats, and courses that are gone are said plainly", async ({ visit, postgresSite: site, courses, change, leave }) => {
    const visitor = await visit(site, { stored: { cart: cartOf([courses[0], 3], [courses[1], 1]) } });
    await change(courses[0], { priceHalalas: 250_000 });
    await leave(courses[0], 2);
    await change(courses[1], { cancelledAt: new Date() });
    await visitor.open("/cart");
    const notice = main(visitor).getByRole("status").filter({ hasText: m.sales_cart_changed() });
    await expect(notice).toBeVisible();
    const says = async () => (await notice.innerText()).replace(/[\u2066-\u2069]/g, "");
    for (const part of [`“${courses[0].name_eng}” now costs $2,500.00 instead of $2,400.00.`, `“${courses[0].name_eng}” has 2 seats left; we changed the quantity.`, `“${courses[1].name_eng}” can no longer be booked, so we removed it from your cart.`]) await expect.poll(says).toContain(part);
    await expect.poll(() => storedCart(visitor)).toMatchObject({ cart_total_items: 2, cart_sub_total: "5000.00" });
    await leave(courses[0], 0);
    await visitor.page.reload();
    await expect(cartRow(visitor, courses[0].name_eng).getByText(m.sales_sold_out())).toBeVisible();
    await expect(main(visitor).getByRole("button", { name: m.sales_checkout(), exact: true })).toBeDisabled();
    await visitor.check("a cart with a sold-out course");
  });

  test("S-08 sold out or dearer while paying: nothing is charged, the cart stays, and there is a way on", async ({ visit, postgresSite: site, courses, person, change, leave }) => {
    const visitor = await visit(site, { as: person, stored: { cart: cartOf([courses[0], 1], [courses[1], 1]) } });
    const { page } = visitor;
    await visitor.open("/checkout/cart");
    await fillAddress(visitor);
    await fillCard(visitor);
    await change(courses[1], { priceHalalas: 300_000 });
    await submitButton(visitor).click();
    await says(visitor, "The price has changed");
    await expect(page.locator("section[aria-labelledby=review]").getByText(/SAR.6,210\.00/).first()).toBeVisible();
    await says(visitor, "instead of");
    await leave(courses[1], -1);
    visitor.expect("/api/begin-checkout", 409);
    await submitButton(visitor).click();
    await expect(main(visitor).getByRole("alert").filter({ hasText: "is sold out" })).toBeVisible();
    await expect(main(visitor)).toContainText(m.sales_nothing_charged(), { useInnerText: true });
    expect(cardPosts(visitor)).toEqual([]);
    await main(visitor).getByRole("link", { name: m.sales_back_to_cart() }).click();
    await page.waitForURL(visitor.url("/cart"));
    expect(await storedCart(visitor)).toMatchObject({ cart_total_items: 2 });
  });

  test("S-08 a declined card leaves the cart as it was; trying again keeps the people, and pays", async ({ visit, postgresSite: site, courses, person }) => {
    const visitor = await visit(site, { as: person, stored: { cart: cartOf([courses[0], 2]) } });
    const { page } = visitor;
    await visitor.open("/checkout/cart");
    await fillAddress(visitor);
    await fill(visitor, "attendees.1.name", "Huda Salem");
    await fill(visitor, "attendees.1.email", `again-${person.email}`);
    await fillCard(visitor, declinedCard);
    await submitToBank(visitor);
    await answerBank(visitor);
    await settled(visitor);
    await expect.poll(() => cartCount(visitor)).toBe("2");
    await page.getByRole("link", { name: m.sales_try_again() }).click();
    await page.waitForURL(visitor.url("/checkout/cart"));
    await expect(field(visitor, "number")).toBeVisible();
    await expect(field(visitor, "attendees.1.name")).toHaveValue("Huda Salem");
    await fillCard(visitor, approvedCard);
    await submitToBank(visitor);
    // The buyer never comes back: the cart is emptied when a page learns of the payment.
    await page.locator("button.primary").click();
    await page.waitForURL(/\/order-response\?/);
    await expect.poll(() => cartCount(visitor)).toBeNull();
  });

  test("S-04 someone else attends: a single seat can be another person's, and one may still register", async ({ visit, postgresSite: site, courses, person }) => {
    const visitor = await visit(site, { as: person });
    const { page } = visitor;
    await visitor.open(`/checkout/${slugs[1]}`);
    await fillAddress(visitor);
    await page.getByRole("button", { name: m.sales_other_attends() }).click();
    await fill(visitor, "attendees.0.name", "Ali Omar");
    await fill(visitor, "attendees.0.email", `ali-${person.email}`);
    await visitor.check("a seat for somebody else");
    await fillCard(visitor);
    await submitToBank(visitor);
    await answerBank(visitor);
    await settled(visitor);
    await visitor.open(`/courses/${slugs[1]}`);
    await expect(page.getByRole("button", { name: m.catalogue_register(), exact: true }).first()).toBeVisible();
    expect((await post(site, "/api/check-course-booking", { course_id: courses[1].id, user_id: person.id }, { token: person.token })).body).toEqual({ already_registered: false });
  });

  test("S-08 the hold is counted down, and its end is said", async ({ visit, postgresSite: site, courses, person }) => {
    const visitor = await visit(site, { as: person, stored: { cart: cartOf([courses[0], 1]) } });
    const { page } = visitor;
    await page.clock.install();
    await visitor.open("/checkout/cart");
    await fillAddress(visitor);
    await fillCard(visitor);
    visitor.expectFailure(/\/v1\/payments$/);
    await page.route(`${site.sandbox.url}/v1/payments`, (route) => route.abort());
    await submitButton(visitor).click();
    await expect(page.getByRole("timer").filter({ hasText: /\d+:\d\d/ })).toBeVisible();
    await page.clock.runFor(16 * 60_000);
    await expect(page.getByText(m.sales_hold_over())).toBeVisible();
  });
});

for (const [state, filled] of [["empty", false], ["filled", true]] as const) test(`S-01 before any code is there an ${state} cart is not shown as the other`, async ({ visit, postgresSite: site, courses }) => {
  const visitor = await visit(site, filled ? { stored: { cart: cartOf([courses[0], 1]) } } : {});
  const { page } = visitor;
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(visitor.url("/cart"), { waitUntil: "domcontentloaded" });
  const heading = page.getByRole("heading", { name: m.sales_cart_empty({}, { locale: "en" }) });
  expect([await heading.isVisible(), await page.locator('main [aria-busy="true"]').isVisible()]).toEqual([!filled, filled]);
  release();
  await ready(page);
  await expect((filled ? cartRow(visitor, courses[0].name_eng) : heading)).toBeVisible();
  await visitor.check("the cart once its code is there");
});
