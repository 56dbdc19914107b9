/** Logging in and out: the header, redirects to Login, and forms that keep what was typed. */
import { m } from "#messages";
import { newPerson, post, type Person } from "#test/http/client.ts";
import { field, fieldMessage, fill, openBilling, openCheckout, submitButton } from "./support/buying.ts";
import { expect, test } from "./support/test.ts";
import { ready, selectLocales, selectViewports, openToLogin, type Visitor } from "./support/visitor.ts";

const header = ({ page }: Visitor) => page.locator("header");
/** The header's visible links and buttons to do with the session. */
const sessionLinks = (visitor: Visitor) =>
  header(visitor)
    .locator('a[href$="/login"], a[href$="/register"], a[href$="/profile"], button')
    .filter({
      hasText: new RegExp(
        [m.common_action_login, m.site_label_register, m.site_label_profile, m.common_action_logout]
          .map((word) => word({}, { locale: visitor.locale as "en" | "ar" }))
          .join("|"),
      ),
      visible: true,
    })
    .allInnerTexts();

async function logIn(visitor: Visitor, { email, password }: Person): Promise<void> {
  await fill(visitor, "email", email);
  await fill(visitor, "password", password);
  await visitor.page.locator("main form button[type=submit]").click();
}

for (const viewport of selectViewports("en"))
  test.describe(`the session (${viewport.locale}, ${viewport.width} px)`, () => {
    const t = { locale: viewport.locale };

    test("R-06 A-08 pages of an account lead to Login and back, without a session and after the session was ended elsewhere", async ({
      visit,
      site,
    }) => {
      const person = await newPerson(site);
      const visitor = await visit(site, viewport);
      const { page } = visitor;
      for (const path of ["/my-courses", "/my-courses/1001", "/checkout/good-clinical-practice"])
        await openToLogin(visitor, path);
      await expect(
        page.getByText(
          m
            .accounts_login_first_course(
              { course: viewport.locale === "ar" ? "الممارسة السريرية الجيدة" : "Good clinical practice" },
              t,
            )
            .slice(0, 20),
        ),
      ).toBeVisible();
      await logIn(visitor, person);
      await page.waitForURL(visitor.url("/checkout/good-clinical-practice"));
      await expect(field(visitor, "number")).toBeVisible();
      await visitor.waitForAnswers();

      // The session is ended on the server; the browser learns it from the next answer.
      const token = await page.evaluate(() => localStorage.getItem("user-token") ?? "");
      await post(site, "/api/logout", {}, { token });
      for (const path of ["/api/my-courses", "/api/orders", "/api/my-waiting-lists"]) visitor.allowStatus(path, 401);
      await visitor.open("/my-courses");
      await page.waitForURL(/\/login\?.*expired/);
      await expect(page.getByText(m.accounts_login_expired({}, t))).toBeVisible();
      await expect
        .poll(() =>
          page.evaluate(() => [
            localStorage.getItem("user-token"),
            localStorage.getItem("session"),
            document.documentElement.dataset["session"] ?? null,
          ]),
        )
        .toEqual([null, null, null]);
      await visitor.checkPage("login after the session ended");
      await logIn(visitor, person);
      await page.waitForURL(visitor.url("/my-courses"));
      await expect(page.getByText(m.orders_no_orders({}, t))).toBeVisible();
    });

    test("R-09 R-11 the header is correct from the first frame, and Logout ends the session in browser and server", async ({
      visit,
      site,
    }) => {
      const person = await newPerson(site);
      const visitor = await visit(site, { ...viewport, as: person });
      const { page } = visitor;
      // Records for 40 frames whether a link to Login is visible, which only a visitor who is logged out should see.
      await visitor.context.addInitScript(() => {
        const target = window as unknown as { states: string[] };
        target.states = [];
        const recordHeader = () => {
          const isShown = (path: string) =>
            [...document.querySelectorAll(`header a[href$="${path}"], main a[href$="${path}"]`)].some((link) =>
              link.checkVisibility(),
            );
          if (document.querySelector("header")) target.states.push(isShown("/login") ? "out" : "not out");
          if (target.states.length < 40) requestAnimationFrame(recordHeader);
        };
        requestAnimationFrame(recordHeader);
      });
      await visitor.open("/courses");
      await page.waitForFunction(() => (window as unknown as { states: string[] }).states.length >= 40);
      expect(new Set(await page.evaluate(() => (window as unknown as { states: string[] }).states))).toEqual(
        new Set(["not out"]),
      );
      if (viewport.width === 390) await page.getByRole("button", { name: m.site_menu_open({}, t) }).click();
      await expect
        .poll(() => sessionLinks(visitor))
        .toEqual([m.site_label_profile({}, t), m.common_action_logout({}, t)]);
      await header(visitor)
        .getByRole("button", { name: m.common_action_logout({}, t) })
        .filter({ visible: true })
        .click();
      await page.waitForURL(/\/login\?logout=1$/);
      await expect(page.getByText(m.accounts_logged_out({}, t))).toBeVisible();
      await expect
        .poll(() => page.evaluate(() => [localStorage.getItem("user-token"), localStorage.getItem("session")]))
        .toEqual([null, null]);
      await expect.poll(async () => (await post(site, "/api/me", {}, { token: person.token })).status).toBe(401);
      await visitor.open("/");
      if (viewport.width === 390) await page.getByRole("button", { name: m.site_menu_open({}, t) }).click();
      await expect
        .poll(() => sessionLinks(visitor))
        .toEqual([m.common_action_login({}, t), m.site_label_register({}, t)]);
    });

    test(
      "A-02 the registration form is prefilled with known data, except password and consent",
      { tag: "@all" },
      async ({ visit, site }) => {
        const visitor = await visit(site, { ...viewport, as: await newPerson(site, "Huda Saleh") });
        await visitor.open("/register");
        await expect(field(visitor, "name")).toHaveValue("Huda Saleh");
        expect(
          await Promise.all(
            ["contact_number", "workplace", "profession", "address", "password"].map((name) =>
              field(visitor, name).inputValue(),
            ),
          ),
        ).toEqual(["+966500000001", "Example Hospital", "Nurse", "Example Street 1", ""]);
        await expect(field(visitor, "remember_me")).not.toBeChecked();
        await visitor.checkPage("registration of a known person");
      },
    );
  });

test(
  "R-09 without script the header offers Login, pages are readable, and the course search works",
  { tag: "@all" },
  async ({ visit, site }) => {
    const visitor = await visit(site, { javaScript: false });
    // The browser refuses the scripts that the page preloads.
    visitor.expectFailure(/\/assets\/[^/]+\.js$/);
    for (const path of ["/", "/courses", "/courses/patient-safety-essentials"]) {
      await visitor.open(path);
      await expect(visitor.page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(header(visitor).locator('a[href="/login"]').filter({ visible: true })).toHaveCount(1);
      await expect(header(visitor).locator('a[href="/profile"]').filter({ visible: true })).toHaveCount(0);
    }
    await visitor.page.goto(visitor.url("/courses"));
    await visitor.page.locator("main input[name=q]").fill("audit");
    await visitor.page.locator("main form[role=search] button[type=submit]").click();
    await visitor.page.waitForURL(/\/courses\?q=audit/);
  },
);

test("a login or logout in one tab shows in the other at once, and account pages there lead to Login", async ({
  visit,
  site,
}) => {
  const person = await newPerson(site);
  const firstTab = await visit(site);
  await firstTab.open("/courses");
  const page = await firstTab.context.newPage();
  const secondTab: Visitor = { ...firstTab, page };
  await page.goto(firstTab.url("/login"));
  await ready(page);
  await logIn(secondTab, person);
  await page.waitForURL(firstTab.url("/my-courses"));
  await expect.poll(() => sessionLinks(firstTab)).toEqual([m.site_label_profile(), m.common_action_logout()]);
  // Requests that are still pending at the logout would be refused.
  await expect(page.getByText(m.orders_no_orders())).toBeVisible();
  await firstTab.waitForAnswers();
  await header(firstTab).getByRole("button", { name: m.common_action_logout() }).filter({ visible: true }).click();
  await page.waitForURL(/\/login\?/);
});

for (const locale of selectLocales("ar"))
  test(`R-06 without a session an account page leads to Login before its code is loaded (${locale})`, async ({
    visit,
    site,
  }) => {
    const visitor = await visit(site, { locale, width: 390 });
    const scripts = Promise.withResolvers<void>();
    await visitor.page.route("**/assets/*.js", async (route) => {
      await scripts.promise;
      await route.continue();
    });
    const accountPath = new URL(visitor.url("/my-courses/1001")).pathname;
    const loginUrl = `${visitor.url("/login")}?redirect=${encodeURIComponent(accountPath)}`;
    await visitor.page.goto(site.url + accountPath, { waitUntil: "commit" });
    await visitor.page.waitForURL(loginUrl, { waitUntil: "commit" });
    await expect(visitor.page.getByRole("heading", { level: 1 })).toBeVisible();
    scripts.resolve();
    await ready(visitor.page);
    expect(visitor.page.url()).toBe(loginUrl);
  });

test(
  "A-03 login opens only pages of this site, whatever target the address has",
  { tag: "@all" },
  async ({ visit, site }) => {
    const person = await newPerson(site);
    const visitor = await visit(site);
    for (const target of [
      "https://example.com/",
      "//example.com",
      "/\\example.com",
      "javascript:alert(1)",
      "/login",
      "/api/me",
    ]) {
      await visitor.open(`/login?redirect=${encodeURIComponent(target)}`);
      await logIn(visitor, person);
      await visitor.page.waitForURL(visitor.url("/my-courses"));
      await expect(visitor.page.getByText(m.orders_no_orders())).toBeVisible();
      await visitor.waitForAnswers();
      await visitor.page.evaluate(() => localStorage.clear());
    }
  },
);

test(
  "E-01 E-02 a form being sent says so and cannot be sent twice; a failed connection loses nothing",
  { tag: "@all" },
  async ({ visit, site }) => {
    const person = await newPerson(site);
    const visitor = await visit(site);
    const { page } = visitor;
    await visitor.open("/login");
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/api/login", async (route) => (await released, await route.continue()));
    await fill(visitor, "email", person.email);
    await fill(visitor, "password", "not-the-password");
    const button = page.locator("main form button[type=submit]");
    await button.dblclick();
    await expect(page.getByRole("button", { name: m.common_wait() })).toBeVisible();
    expect([await button.getAttribute("aria-disabled"), await button.getAttribute("aria-busy")]).toEqual([
      "true",
      "true",
    ]);
    await field(visitor, "password").press("Enter");
    visitor.allowStatus("/api/login", 422);
    release();
    await expect(page.locator('[aria-invalid="true"]')).toBeVisible();
    expect(visitor.requests.filter((request) => request.url().endsWith("/api/login"))).toHaveLength(1);
    // The first message is under its field, which has the focus, and is announced.
    expect(await fieldMessage(visitor, "email")).toBe(m.accounts_login_wrong());
    await expect(field(visitor, "email")).toBeFocused();
    await expect(page.getByRole("alert")).toContainText(m.accounts_login_wrong(), { useInnerText: true });

    // The icon beside the message is in a file that loads with the first message.
    const isIconThere = () =>
      performance.getEntriesByType("resource").some(({ name }) => name.includes("/assets/icons-"));
    await page.waitForFunction(isIconThere);
    await page.unroute("**/api/login");
    visitor.expectFailure(`${site.url}/api/login`);
    await visitor.context.setOffline(true);
    await fill(visitor, "password", person.password);
    await button.click();
    await expect(page.getByText(m.platform_no_connection())).toBeVisible();
    await expect(field(visitor, "email")).toHaveValue(person.email);
    await expect(field(visitor, "password")).toHaveValue(person.password);
    await visitor.context.setOffline(false);
    await button.click();
    await page.waitForURL(visitor.url("/my-courses"));
  },
);

test("E-01 checkout keeps what was typed when the connection fails", async ({ visit, site }) => {
  const visitor = await visit(site, { as: await newPerson(site) });
  await openCheckout(visitor, "good-clinical-practice");
  const typed = {
    city: "Jeddah",
    address_1: "Palm Street 7",
    name: "Sara Nasser",
    number: "4111 1111 1111 1111",
    month: "09",
    year: "2035",
    cvc: "123",
  };
  await openBilling(visitor);
  for (const [name, value] of Object.entries(typed)) await fill(visitor, name, value);
  visitor.expectFailure(`${site.url}/api/`);
  await visitor.context.setOffline(true);
  await submitButton(visitor).click();
  await expect(visitor.page.getByText(m.platform_no_connection())).toBeVisible();
  for (const [name, value] of Object.entries(typed))
    expect([name, await field(visitor, name).inputValue()]).toEqual([name, value]);
  await expect(visitor.page.locator("main")).toContainText(m.payments_nothing_charged(), { useInnerText: true });
});
