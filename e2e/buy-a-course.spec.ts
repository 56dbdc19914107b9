/** The main journey: find a course, buy a seat by card, see the order. */
import { formatSar } from "#i18n/money.ts";
import { m } from "#messages";
import { approvedCard } from "#test/buyer.ts";
import { courseBySlug, post } from "#test/http/client.ts";
import {
  answerBank,
  cardFieldNames,
  cardPosts,
  field,
  fieldMessage,
  fill,
  fillAddress,
  fillCard,
  requestsWithCard,
  showOrderLines,
  submitButton,
  submitToBank,
  waitUntilLoaded,
} from "./support/buying.ts";
import { expect, test } from "./support/test.ts";
import { viewports } from "./support/visitor.ts";

const slug = "patient-safety-essentials";
const required = { en: "This field is required", ar: "هذا الحقل مطلوب" } as const;

// At 1440 px keyboard.spec.ts makes a purchase by keyboard only.
for (const viewport of viewports.filter(({ width }) => width === 390))
  test.describe(`buying a course (${viewport.locale}, ${viewport.width} px)`, () => {
    const { locale, width } = viewport;
    const t = { locale };
    const email = `${locale}-${width}@example.com`;
    const password = "palm-Tree-by-the-well-7";

    test("H-02 L-02 L-03 L-04 L-05 A-01 A-03 S-03 S-04 S-05 S-06 S-07 A-05 A-06 from the home page to the order", async ({
      visit,
      site,
    }) => {
      const visitor = await visit(site, viewport);
      const { page } = visitor;
      const main = page.locator("main");
      const heading = page.getByRole("heading", { level: 1 });
      const course = await courseBySlug(site, slug);
      const name = locale === "ar" ? course.name_ar : course.name_eng;
      const total = formatSar("2760.00", locale);
      const countFreeSeats = async () =>
        (await post(site, "/api/get-course-qty", { course_id: course.id })).body["qty"] as number;
      let seatsBefore = 0;
      let orderId = "";

      await test.step("H-02 the home page shows four featured courses and a link to the training centre", async () => {
        await visitor.open("/");
        const featured = page.locator("section[aria-labelledby=featured]");
        await expect(featured.getByRole("heading", { level: 3 })).toHaveCount(4);
        await featured.getByRole("link", { name: m.common_action_view_more({}, t) }).click();
        await page.waitForURL(visitor.url("/medical-training-center"));
        await visitor.open("/courses");
        await expect(heading.filter({ hasText: m.common_courses({}, t) })).toBeVisible();
      });

      await test.step("the list shows nine courses a page, keeps page and search in the address, and does not link ended courses", async () => {
        await expect(main.getByRole("heading", { level: 2 })).toHaveCount(9);
        await page
          .getByRole("navigation", { name: m.common_pages({}, t) })
          .getByRole("link", { name: m.common_page({ page: 3 }, t), exact: true })
          .click();
        await page.waitForURL(visitor.url("/courses?page=3"));
        const ended = main.locator('[role=group][aria-disabled="true"]');
        await expect(ended.first()).toBeVisible();
        await expect(ended.getByRole("link")).toHaveCount(0);
        await expect(ended.first()).toContainText(m.catalogue_ended({}, t), { useInnerText: true });
        await main.getByRole("searchbox").fill(locale === "ar" ? "سلامة المرضى" : "patient safety");
        await main.getByRole("button", { name: m.common_action_search({}, t), exact: true }).click();
        await page.waitForURL(/[?&]q=/);
        await page.reload();
        await main.getByRole("link", { name, exact: true }).click();
        await page.waitForURL(visitor.url(`/courses/${slug}`));
      });

      await test.step("L-02 L-05 the course page shows the facts, and its tabs work by keyboard", async () => {
        await expect(heading.filter({ hasText: name })).toBeVisible();
        for (const part of [
          m.catalogue_fees({}, t),
          "2,400.00",
          m.common_venue({}, t),
          m.catalogue_days({ count: 3 }, t),
          m.catalogue_cme_hours({ count: 18 }, t),
          total,
        ])
          await expect(main).toContainText(part, { useInnerText: true });
        const tabs = page.getByRole("tab");
        expect(await tabs.allInnerTexts()).toEqual([
          m.catalogue_tab_about({}, t),
          m.catalogue_tab_prerequisites({}, t),
          m.catalogue_tab_speakers({}, t),
          m.catalogue_tab_curriculum({}, t),
        ]);
        await tabs.first().focus();
        for (const label of [
          m.catalogue_tab_prerequisites({}, t),
          m.catalogue_tab_speakers({}, t),
          m.catalogue_tab_curriculum({}, t),
          m.catalogue_tab_about({}, t),
        ]) {
          await page.keyboard.press(locale === "ar" ? "ArrowLeft" : "ArrowRight");
          const chosen = page.getByRole("tab", { selected: true, name: label });
          await expect(chosen).toBeFocused();
          await expect(page.getByRole("tabpanel")).toHaveAttribute(
            "aria-labelledby",
            (await chosen.getAttribute("id")) ?? "no id",
          );
          await expect(page.getByRole("tabpanel")).not.toHaveText("", { useInnerText: true });
        }
      });

      await test.step("L-03 Register leads a visitor to Login, which shows the reason", async () => {
        await main
          .getByRole("button", { name: m.catalogue_register({}, t), exact: true })
          .first()
          .click();
        await page.waitForURL(/\/login\?/);
        await expect(page.getByText(m.accounts_login_first_course({ course: name }, t))).toBeVisible();
        await page.getByRole("link", { name: m.accounts_login_create({}, t) }).click();
        await page.waitForURL(/\/register\?/);
      });

      await test.step("A-01 registration shows field errors, then creates the account", async () => {
        visitor.allowStatus("/api/register", 422);
        await expect(heading.filter({ hasText: m.accounts_register_heading({}, t) })).toBeVisible();
        const create = main.getByRole("button", { name: m.accounts_register_submit({}, t), exact: true });
        await create.click();
        await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
        expect(await fieldMessage(visitor, "remember_me")).toBe(m.platform_field_required({}, t));
        expect(await fieldMessage(visitor, "password_confirmation")).toBeNull();
        await expect(field(visitor, "name")).toBeFocused();
        await visitor.checkPage("register with its refusals");
        for (const [key, value] of Object.entries({
          name: "Sara Nasser",
          email,
          contact_number: "0500000001",
          password,
          password_confirmation: password,
        }))
          await fill(visitor, key, value);
        await expect(field(visitor, "profession").locator("option:not([value=''])")).toHaveCount(6);
        await fill(visitor, "profession", "Nurse");
        await field(visitor, "remember_me").check();
        const [request] = await Promise.all([page.waitForRequest("**/api/register"), create.click()]);
        expect(request.postDataJSON()).toMatchObject({ remember_me: "accept", profession: "Nurse" });
        // A visitor who came from a course is led straight to its checkout.
        await page.waitForURL(visitor.url(`/checkout/${slug}`));
        await expect(field(visitor, "number")).toBeVisible();
        const session = () => page.evaluate(() => localStorage.getItem("session"));
        expect(JSON.parse((await session()) ?? "{}")).toMatchObject({ isLoggedIn: true, current_user: { email } });
      });

      await test.step("A-03 a wrong password keeps what was typed; the right one leads back to the course", async () => {
        await page.evaluate(() => ["user-token", "session"].forEach((key) => localStorage.removeItem(key)));
        await visitor.open(`/courses/${slug}`);
        await main
          .getByRole("button", { name: m.catalogue_register({}, t), exact: true })
          .first()
          .click();
        await page.waitForURL(/\/login\?/);
        visitor.allowStatus("/api/login", 422);
        const logIn = main.getByRole("button", { name: m.common_action_login({}, t), exact: true });
        await fill(visitor, "email", email);
        await fill(visitor, "password", "something-else-entirely");
        await logIn.click();
        await expect(page.getByText(m.accounts_login_wrong({}, t))).toBeVisible();
        await visitor.checkPage("login with its refusal");
        await expect(field(visitor, "email")).toHaveValue(email);
        await fill(visitor, "password", password);
        await logIn.click();
        await page.waitForURL(visitor.url(`/courses/${slug}`));
        const stored = await page.evaluate(() => ({
          token: localStorage.getItem("user-token"),
          session: JSON.parse(localStorage.getItem("session") ?? "{}") as {
            isLoggedIn: boolean;
            current_user: { email: string };
          },
        }));
        expect(stored).toMatchObject({
          token: expect.stringMatching(/.{40,}/),
          session: { isLoggedIn: true, current_user: { email } },
        });
      });

      await test.step("L-04 the modal opens after login and by its button, closes by Escape, and leads to checkout", async () => {
        const openModal = main.getByRole("button", { name: m.catalogue_register({}, t), exact: true }).first();
        const dialog = page.getByRole("dialog");
        await expect(dialog.getByRole("heading", { name: m.catalogue_modal_title({}, t) })).toBeVisible();
        await expect(dialog).toContainText(total, { useInnerText: true });
        await visitor.checkPage("the modal");
        await page.keyboard.press("Escape");
        await expect(dialog).toBeHidden();
        await openModal.click();
        await page.keyboard.press("Escape");
        await expect(dialog).toBeHidden();
        await expect(openModal).toBeFocused();
        await openModal.click();
        await dialog.getByRole("link", { name: m.catalogue_register({}, t), exact: true }).click();
        await page.waitForURL(visitor.url(`/checkout/${slug}`));
      });

      await test.step("S-03 S-04 checkout shows the order; each missing field has a message", async () => {
        await expect(field(visitor, "number")).toBeVisible();
        await expect(page.getByText(m.checkout_sandbox({}, t))).toBeVisible();
        await expect(await showOrderLines(visitor)).toContainText(name, { useInnerText: true });
        const review = page.locator("section[aria-labelledby=review]");
        for (const part of [
          formatSar("2400.00", locale),
          m.checkout_tax({ percent: 15 }, t),
          formatSar("360.00", locale),
          total,
        ])
          await expect(review).toContainText(part, { useInnerText: true });
        for (const [key, value] of Object.entries({ first_name: "Sara", last_name: "Nasser", phone: "+966500000001" }))
          await expect(field(visitor, key)).toHaveValue(value);
        await visitor.checkPage("checkout");
        await expect(field(visitor, "first_name")).toBeHidden();
        await submitButton(visitor).click();
        await expect(page.getByText(m.checkout_pay_missing({}, t))).toBeVisible();
        for (const key of cardFieldNames)
          await expect.poll(async () => [key, await fieldMessage(visitor, key)]).toEqual([key, required[locale]]);
        // The invoice of a private person needs no address.
        for (const key of ["first_name", "city", "address_1", "address_2", "state", "zipcode"])
          expect([key, await fieldMessage(visitor, key)]).toEqual([key, null]);
        await expect(field(visitor, "name")).toBeFocused();
        await expect(main).toContainText(m.payments_nothing_charged({}, t), { useInnerText: true });
        expect(cardPosts(visitor)).toEqual([]);
        await visitor.checkPage("checkout with its refusals");
      });

      await test.step("L-11 the alert disappears with the last wrong field", async () => {
        await fillAddress(visitor);
        await expect(page.getByText(m.checkout_pay_missing({}, t))).toBeVisible();
        await fillCard(visitor);
        await expect(page.getByText(m.checkout_pay_missing({}, t))).toHaveCount(0);
      });

      await test.step("S-05 the card is sent to the provider only", async () => {
        seatsBefore = await countFreeSeats();
        await expect(field(visitor, "number")).toHaveValue("4111 1111 1111 1111");
        await submitToBank(visitor);
        const [cardPost, ...otherPosts] = cardPosts(visitor);
        expect(otherPosts).toEqual([]);
        const body = cardPost?.postDataJSON() as Record<string, unknown>;
        orderId = (body["metadata"] as { order_id: string }).order_id;
        expect(body).toMatchObject({
          amount: 276_000,
          currency: "SAR",
          callback_url: expect.stringContaining(visitor.url("/order-response")),
          metadata: { order_id: expect.stringMatching(/^\d+$/), installation_id: expect.any(String) },
          publishable_api_key: expect.stringMatching(/^pk_test_/),
          source: {
            type: "creditcard",
            name: approvedCard.name,
            number: approvedCard.number,
            month: approvedCard.month,
            year: approvedCard.year,
            cvc: approvedCard.cvc,
          },
        });
        expect(await cardPost?.headerValue("authorization")).toBeNull();
        expect(await countFreeSeats()).toBe(seatsBefore - 1);
      });

      await test.step("S-06 the bank's page is in the buyer's language and leads back to the real status", async () => {
        await expect(page.locator("html")).toHaveAttribute("lang", locale);
        await visitor.checkPage("the bank's page");
        await answerBank(visitor);
        await waitUntilLoaded(visitor);
        await expect(heading.filter({ hasText: m.payments_booked({}, t) })).toBeVisible();
        for (const part of [orderId, name, total, email])
          await expect(main).toContainText(part, { useInnerText: true });
        await visitor.checkPage("order-response");
        const noteBox = await main.getByText(m.checkout_sandbox({}, t)).boundingBox();
        const trail = main.getByRole("navigation", { name: m.site_breadcrumb({}, t) }).getByRole("list");
        const trailTop = (await trail.boundingBox())?.y;
        expect(trailTop, "the breadcrumb is below the note").toBeGreaterThanOrEqual(
          noteBox ? noteBox.y + noteBox.height : Infinity,
        );
        expect(
          site.sandbox.control
            .payments()
            .filter((payment) => payment.metadata?.["order_id"] === orderId)
            .map(({ status }) => status),
        ).toEqual(["paid"]);
      });

      await test.step("A-06 A-05 the order page and the list show the order", async () => {
        await page.getByRole("link", { name: m.payments_view_order({}, t) }).click();
        await page.waitForURL(visitor.url(`/my-courses/${orderId}`));
        await expect(heading.filter({ hasText: orderId })).toBeVisible();
        await waitUntilLoaded(visitor);
        for (const part of [name, m.orders_status_paid({}, t), "1111", "Example Street 1", total])
          await expect(main).toContainText(part, { useInnerText: true });
        await expect(main).toContainText(/\b20\d\d-\d\d-\d\d\b/, { useInnerText: true });
        await visitor.checkPage("the order");
        await visitor.open("/my-courses");
        // L-18: on a phone an order is one card, and the whole card is the link.
        const card = main.getByRole("listitem").filter({ hasText: `#${orderId}` });
        await expect(card).toBeVisible();
        for (const part of [name, total, m.orders_status_paid({}, t)])
          await expect(card).toContainText(part, { useInnerText: true });
        await visitor.checkPage("my courses with an order");
        await card.getByRole("link").click();
        await page.waitForURL(visitor.url(`/my-courses/${orderId}`));
      });

      await test.step("S-07 the course page shows the registration, there is one seat less, and the mail is sent", async () => {
        await visitor.open(`/courses/${slug}`);
        const button = main.getByRole("button", { name: m.catalogue_registered({}, t) });
        await expect(button).toBeVisible();
        await expect(button).toBeDisabled();
        expect(await countFreeSeats()).toBe(seatsBefore - 1);
        await visitor.checkPage("a course one is registered for");
        await visitor.open(`/checkout/${slug}`);
        await expect(page.getByText(m.checkout_registered_hint({}, t))).toBeVisible();
        await expect.poll(async () => (await site.mails()).filter((mail) => mail.to === email)).toHaveLength(2);
        const mail = (await site.mails()).find(
          ({ to, subject }) => to === email && subject !== m.accounts_mail_welcome_subject({}, t),
        );
        expect(mail?.subject).toBe(m.notices_confirmed_subject({ id: orderId, count: 1 }, t));
        expect(mail?.html).toContain(`lang="${locale}"`);
        for (const part of [name, "2,760.00"]) expect(mail?.text).toContain(part);
      });

      await test.step("no request to the site has the card number, and no storage has it or the password", async () => {
        expect(requestsWithCard(visitor)).toEqual([]);
        const storage = await page.evaluate(() =>
          JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
        );
        expect(storage.replace(/\D/g, "")).not.toContain(approvedCard.number);
        expect(storage).not.toContain(password);
      });
    });
  });
