/** The main job: find a course, buy a seat by card, see the order. In both languages, at both widths. */
import { describe, expect, it } from "vitest";
import { formatSar } from "#i18n/money.ts";
import { m } from "#messages";
import { approvedCard } from "#test/buyer.ts";
import { courseBySlug, post } from "#test/http/client.ts";
import { hasFocus, holds, reads } from "./support/awaited.ts";
import { answerBank, cardFieldNames, cardPosts, field, fieldMessage, fill, fillAddress, fillCard, requestsWithCard, settled, submitButton, submitToBank } from "./support/buying.ts";
import { visit, worlds } from "./support/person.ts";
import { openSite } from "./support/site.ts";

const site = openSite({ database: "embedded" });

const slug = "patient-safety-essentials";
const required = { en: "This field is required", ar: "هذا الحقل مطلوب" } as const;

// At 1440 px the same way is walked by keyboard alone (keyboard.spec.ts).
describe.each(worlds.filter(({ width }) => width === 390))("buying a course ($locale, $width px)", (world) => {
  const { locale, width } = world;
  const t = { locale };
  const email = `${locale}-${width}@example.com`;
  const password = "palm-Tree-by-the-well-7";

  it("H-02 L-02 L-03 L-04 L-05 A-01 A-03 S-03 S-04 S-05 S-06 S-07 A-05 A-06 from the home page to the order", async () => {
    const visitor = await visit(site, world);
    const { page } = visitor;
    const main = page.locator("main");
    const heading = page.getByRole("heading", { level: 1 });
    const course = await courseBySlug(site, slug);
    const name = locale === "ar" ? course.name_ar : course.name_eng;
    const total = formatSar("2760.00", locale);

    // H-02: up to four featured courses, and the way to the training centre.
    await visitor.open("/");
    const featured = page.locator("section[aria-labelledby=featured]");
    expect(await featured.getByRole("heading", { level: 3 }).count()).toBe(4);
    await featured.getByRole("link", { name: m.site_home_featured_more({}, t) }).click();
    await page.waitForURL(visitor.url("/medical-training-center"));
    await visitor.open("/courses");
    await heading.filter({ hasText: m.catalogue_courses({}, t) }).waitFor();

    // The list: nine a page, words in the address, ended courses closed.
    expect(await main.getByRole("heading", { level: 2 }).count()).toBe(9);
    await page.getByRole("navigation", { name: m.catalogue_pages({}, t) }).getByRole("link", { name: m.catalogue_page({ page: 3 }, t), exact: true }).click();
    await page.waitForURL(visitor.url("/courses?page=3"));
    const ended = main.locator('[role=group][aria-disabled="true"]');
    await ended.first().waitFor();
    expect(await ended.getByRole("link").count()).toBe(0);
    expect(await ended.first().innerText()).toContain(m.catalogue_ended({}, t));
    await main.getByRole("searchbox").fill(locale === "ar" ? "سلامة المرضى" : "patient safety");
    await main.getByRole("button", { name: m.catalogue_search({}, t), exact: true }).click();
    await page.waitForURL(/[?&]q=/);
    await page.reload();
    await main.getByRole("link", { name, exact: true }).click();
    await page.waitForURL(visitor.url(`/courses/${slug}`));

    // L-02, L-05: the facts, and the tabs by keyboard.
    await heading.filter({ hasText: name }).waitFor();
    await reads(main, m.catalogue_fees({}, t), "2,400.00", m.catalogue_fact_venue({}, t), m.catalogue_days({ count: 3 }, t), m.catalogue_cme_hours({ count: 18 }, t), total);
    const tabs = page.getByRole("tab");
    expect(await tabs.allInnerTexts()).toEqual([m.catalogue_tab_about({}, t), m.catalogue_tab_prerequisites({}, t), m.catalogue_tab_speakers({}, t), m.catalogue_tab_curriculum({}, t)]);
    await tabs.first().focus();
    for (const label of [m.catalogue_tab_prerequisites({}, t), m.catalogue_tab_speakers({}, t), m.catalogue_tab_curriculum({}, t), m.catalogue_tab_about({}, t)]) {
      await page.keyboard.press(locale === "ar" ? "ArrowLeft" : "ArrowRight");
      const chosen = page.getByRole("tab", { selected: true, name: label });
      await hasFocus(chosen);
      expect(await page.getByRole("tabpanel").getAttribute("aria-labelledby")).toBe(await chosen.getAttribute("id"));
      expect(await page.getByRole("tabpanel").innerText()).not.toBe("");
    }

    // L-03: a visitor is led to Login, which says why.
    await main.getByRole("button", { name: m.catalogue_register({}, t), exact: true }).first().click();
    await page.waitForURL(/\/login\?/);
    await page.getByText(m.accounts_login_first_course({ course: name }, t)).waitFor();
    await page.getByRole("link", { name: m.accounts_login_create({}, t) }).click();
    await page.waitForURL(/\/register\?/);

    // refusals first, then the account.
    visitor.expect("/api/register", 422);
    await heading.filter({ hasText: m.accounts_register_heading({}, t) }).waitFor();
    const create = main.getByRole("button", { name: m.accounts_register_submit({}, t), exact: true });
    await create.click();
    await page.locator('[aria-invalid="true"]').first().waitFor();
    expect(await fieldMessage(visitor, "remember_me")).toBe(m.platform_field_required({}, t));
    expect(await fieldMessage(visitor, "password_confirmation")).toBeNull();
    await hasFocus(field(visitor, "name"));
    await visitor.check("register with its refusals");
    for (const [key, value] of Object.entries({ name: "Sara Nasser", email, contact_number: "0500000001", password, password_confirmation: password })) await fill(visitor, key, value);
    expect(await field(visitor, "profession").locator("option:not([value=''])").count()).toBe(6);
    await fill(visitor, "profession", "Nurse");
    await field(visitor, "remember_me").check();
    const [sent] = await Promise.all([page.waitForRequest("**/api/register"), create.click()]);
    expect(sent.postDataJSON()).toMatchObject({ remember_me: "accept", profession: "Nurse" });
    await page.waitForURL(/\/login\?.*registered/);
    await page.getByText(m.accounts_registered({}, t)).waitFor();

    // a wrong password loses nothing that was typed; the right one leads back to the course.
    visitor.expect("/api/login", 422);
    const logIn = main.getByRole("button", { name: m.accounts_login_submit({}, t), exact: true });
    await holds(field(visitor, "email"), email);
    await fill(visitor, "password", "something-else-entirely");
    await logIn.click();
    await page.getByText(m.accounts_login_wrong({}, t)).waitFor();
    await visitor.check("login with its refusal");
    await holds(field(visitor, "email"), email);
    await fill(visitor, "password", password);
    await logIn.click();
    await page.waitForURL(visitor.url(`/courses/${slug}`));
    const stored = await page.evaluate(() => ({ token: localStorage.getItem("user-token"), session: JSON.parse(localStorage.getItem("session") ?? "{}") as { isLoggedIn: boolean; current_user: { email: string } } }));
    expect(stored).toMatchObject({ token: expect.stringMatching(/.{40,}/), session: { isLoggedIn: true, current_user: { email } } });

    // L-04: the modal, by keyboard too, leads to checkout.
    const openModal = main.getByRole("button", { name: m.catalogue_register({}, t), exact: true }).first();
    await openModal.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("heading", { name: m.catalogue_modal_title({}, t) }).waitFor();
    await reads(dialog, total);
    await visitor.check("the modal");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await hasFocus(openModal);
    await openModal.click();
    await dialog.getByRole("link", { name: m.catalogue_register({}, t), exact: true }).click();
    await page.waitForURL(visitor.url(`/checkout/${slug}`));

    // S-03, S-04: the order as it will be paid; what is missing is said under each field.
    await field(visitor, "number").waitFor();
    await page.getByText(m.sales_sandbox({}, t)).waitFor();
    const review = page.locator("section[aria-labelledby=review]");
    await reads(review, name, formatSar("2400.00", locale), m.sales_tax({ percent: 15 }, t), formatSar("360.00", locale), total);
    for (const [key, value] of Object.entries({ first_name: "Sara", last_name: "Nasser", phone: "+966500000001" })) await holds(field(visitor, key), value);
    await visitor.check("checkout");
    visitor.expect("/api/validate-billing-address", 422);
    await submitButton(visitor).click();
    await page.getByText(m.sales_pay_missing({}, t)).waitFor();
    for (const key of cardFieldNames) await expect.poll(async () => [key, await fieldMessage(visitor, key)]).toEqual([key, required[locale]]);
    for (const key of ["city", "address_1"]) await expect.poll(async () => [key, await fieldMessage(visitor, key)]).toEqual([key, m.platform_field_required({}, t)]);
    for (const key of ["first_name", "address_2", "state", "zipcode"]) expect([key, await fieldMessage(visitor, key)]).toEqual([key, null]);
    await hasFocus(field(visitor, "city"));
    await reads(main, m.sales_nothing_charged({}, t));
    expect(cardPosts(visitor)).toEqual([]);
    await visitor.check("checkout with its refusals");

    // S-05: the card goes to the provider, and only there.
    const seatsBefore = (await post(site, "/api/get-course-qty", { course_id: course.id })).body["qty"] as number;
    await fillAddress(visitor);
    await fillCard(visitor);
    await holds(field(visitor, "number"), "4111 1111 1111 1111");
    await submitToBank(visitor);
    const [posted, ...more] = cardPosts(visitor);
    expect(more).toEqual([]);
    const body = posted?.postDataJSON() as Record<string, unknown>;
    const orderId = (body["metadata"] as { order_id: string }).order_id;
    expect(body).toMatchObject({
      amount: 276_000,
      currency: "SAR",
      callback_url: expect.stringContaining(visitor.url("/order-response")),
      metadata: { order_id: expect.stringMatching(/^\d+$/) },
      publishable_api_key: expect.stringMatching(/^pk_test_/),
      source: { type: "creditcard", name: approvedCard.name, number: approvedCard.number, month: approvedCard.month, year: approvedCard.year, cvc: approvedCard.cvc },
    });
    expect(await posted?.headerValue("authorization")).toBeNull();
    expect((await post(site, "/api/get-course-qty", { course_id: course.id })).body["qty"]).toBe(seatsBefore - 1);

    // S-06: the bank's page speaks the buyer's language, and leads back to the truth.
    expect(await page.locator("html").getAttribute("lang")).toBe(locale);
    await visitor.check("the bank's page");
    await answerBank(visitor);
    await settled(visitor);
    await heading.filter({ hasText: m.sales_booked({}, t) }).waitFor();
    await reads(main, orderId, name, total, email);
    await visitor.check("order-response");
    expect(site.sandbox.control.payments().filter((payment) => payment.metadata?.["order_id"] === orderId).map(({ status }) => status)).toEqual(["paid"]);

    // the order and the list.
    await page.getByRole("link", { name: m.sales_view_order({}, t) }).click();
    await page.waitForURL(visitor.url(`/my-courses/${orderId}`));
    await heading.filter({ hasText: orderId }).waitFor();
    await settled(visitor);
    await reads(main, name, m.sales_status_paid({}, t), "1111", "Example Street 1", total);
    expect(await main.innerText()).toMatch(/\b20\d\d-\d\d-\d\d\b/);
    await visitor.check("the order");
    await visitor.open("/my-courses");
    const row = page.getByRole("row").filter({ hasText: orderId });
    await row.waitFor();
    await reads(row, `#${orderId}`, name, "2,400.00", "360.00", total, m.sales_status_paid({}, t));
    await visitor.check("my courses with an order");
    await row.getByRole("link", { name: m.sales_view_number({ id: Number(orderId) }, t) }).click();
    await page.waitForURL(visitor.url(`/my-courses/${orderId}`));

    // S-07: the course knows its participant, the seat is gone, the mail is there.
    await visitor.open(`/courses/${slug}`);
    const button = main.getByRole("button", { name: m.catalogue_registered({}, t) });
    await button.waitFor();
    await expect.poll(() => button.isDisabled()).toBe(true);
    expect((await post(site, "/api/get-course-qty", { course_id: course.id })).body["qty"]).toBe(seatsBefore - 1);
    await visitor.check("a course one is registered for");
    await visitor.open(`/checkout/${slug}`);
    await page.getByText(m.sales_registered_hint({}, t)).waitFor();
    await expect.poll(async () => (await site.mails()).filter((mail) => mail.to === email)).toHaveLength(2);
    const mail = (await site.mails()).find(({ to, subject }) => to === email && subject !== m.accounts_mail_welcome_subject({}, t));
    expect(mail?.subject).toBe(m.sales_mail_confirmed_subject({ id: orderId, count: 1 }, t));
    expect(mail?.html).toContain(`lang="${locale}"`);
    for (const part of [name, "2,760.00"]) expect(mail?.text).toContain(part);

    expect(requestsWithCard(visitor)).toEqual([]);
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
    expect(kept.replace(/\D/g, "")).not.toContain(approvedCard.number);
    expect(kept).not.toContain(password);
  });
});
