/** Being logged in and out: what the header shows, where one is led, what survives. */
import { describe, expect, it } from "vitest";
import { m } from "#messages";
import { newPerson, post, type Person } from "#test/http/client.ts";
import { hasFocus, holds, reads } from "./support/awaited.ts";
import { field, fieldMessage, fill, openCheckout } from "./support/buying.ts";
import { ready, visit, oppositeWorlds, type Visitor } from "./support/person.ts";
import { openSite } from "./support/site.ts";

const site = openSite({ database: "embedded" });

const header = ({ page }: Visitor) => page.locator("header");
/** The header's visible links and buttons to do with the session. */
const sessionLinks = (visitor: Visitor) =>
  header(visitor).locator('a[href$="/login"], a[href$="/register"], a[href$="/profile"], button').filter({ hasText: new RegExp([m.site_label_login, m.site_label_register, m.site_label_profile, m.site_label_logout].map((word) => word({}, { locale: visitor.locale as "en" | "ar" })).join("|")), visible: true }).allInnerTexts();

async function logIn(visitor: Visitor, { email, password }: Person): Promise<void> {
  await fill(visitor, "email", email);
  await fill(visitor, "password", password);
  await visitor.page.locator("main form button[type=submit]").click();
}

describe.each(oppositeWorlds)("the session ($locale, $width px)", (world) => {
  const t = { locale: world.locale };

  it("R-06 A-08 pages of one's own lead to Login and back: without a session, and when it has been ended elsewhere", async () => {
    const person = await newPerson(site);
    const visitor = await visit(site, world);
    const { page } = visitor;
    for (const path of ["/my-courses", "/my-courses/1001", "/checkout/good-clinical-practice"]) {
      await visitor.open(path);
      await page.waitForURL((url) => url.pathname === new URL(visitor.url("/login")).pathname && url.searchParams.get("redirect") === new URL(visitor.url(path)).pathname);
    }
    await page.getByText(m.accounts_login_first_course({ course: world.locale === "ar" ? "الممارسة السريرية الجيدة" : "Good clinical practice" }, t).slice(0, 20)).waitFor();
    await logIn(visitor, person);
    await page.waitForURL(visitor.url("/checkout/good-clinical-practice"));
    await field(visitor, "number").waitFor();
    await visitor.answered();

    // The session is ended on the server; the browser learns it from the next answer.
    const token = await page.evaluate(() => localStorage.getItem("user-token") ?? "");
    await post(site, "/api/logout", {}, { token });
    visitor.expect("/api/orders", 401);
    await visitor.open("/my-courses");
    await page.waitForURL(/\/login\?.*expired/);
    await page.getByText(m.accounts_login_expired({}, t)).waitFor();
    await expect.poll(() => page.evaluate(() => [localStorage.getItem("user-token"), localStorage.getItem("session"), document.documentElement.dataset["session"] ?? null])).toEqual([null, null, null]);
    await visitor.check("login after the session ended");
    await logIn(visitor, person);
    await page.waitForURL(visitor.url("/my-courses"));
    await page.getByText(m.sales_no_orders({}, t)).waitFor();
  });

  it("R-09 R-11 the header is right from the first frame, and Logout ends the session on both sides", async () => {
    const person = await newPerson(site);
    const visitor = await visit(site, { ...world, as: person });
    const { page } = visitor;
    // What of the two halves can be seen at each frame until the page is ready.
    await visitor.context.addInitScript(() => {
      const target = window as unknown as { halves: string[] };
      target.halves = [];
      const look = () => {
        const isShown = (path: string) => [...document.querySelectorAll(`header a[href$="${path}"], main a[href$="${path}"]`)].some((link) => link.checkVisibility());
        if (document.querySelector("header")) target.halves.push(isShown("/login") ? "out" : "not out");
        if (target.halves.length < 40) requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await visitor.open("/courses");
    await page.waitForFunction(() => (window as unknown as { halves: string[] }).halves.length >= 40);
    expect(new Set(await page.evaluate(() => (window as unknown as { halves: string[] }).halves))).toEqual(new Set(["not out"]));
    if (world.width === 390) await page.getByRole("button", { name: m.site_menu_open({}, t) }).click();
    await expect.poll(() => sessionLinks(visitor)).toEqual([m.site_label_profile({}, t), m.site_label_logout({}, t)]);
    await header(visitor).getByRole("button", { name: m.site_label_logout({}, t) }).filter({ visible: true }).click();
    await page.waitForURL(/\/login\?logout=1$/);
    await page.getByText(m.accounts_logged_out({}, t)).waitFor();
    await expect.poll(() => page.evaluate(() => [localStorage.getItem("user-token"), localStorage.getItem("session")])).toEqual([null, null]);
    await expect.poll(async () => (await post(site, "/api/me", {}, { token: person.token })).status).toBe(401);
    await visitor.open("/");
    if (world.width === 390) await page.getByRole("button", { name: m.site_menu_open({}, t) }).click();
    await expect.poll(() => sessionLinks(visitor)).toEqual([m.site_label_login({}, t), m.site_label_register({}, t)]);
  });
});

it("R-09 without script a visitor's header offers Login and Register, and every page can be read", async () => {
  const visitor = await visit(site, { javaScript: false });
  // What the page would have loaded is refused with the scripts.
  visitor.expectFailure(/\/assets\/[^/]+\.js$/);
  for (const path of ["/", "/courses", "/courses/patient-safety-essentials"]) {
    await visitor.open(path);
    expect(await visitor.page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
    expect(await header(visitor).locator('a[href="/login"]').filter({ visible: true }).count()).toBe(1);
    expect(await header(visitor).locator('a[href="/profile"]').filter({ visible: true }).count()).toBe(0);
  }
  await visitor.page.goto(visitor.url("/courses"));
  await visitor.page.locator('main input[name=q]').fill("audit");
  await visitor.page.locator("main form[role=search] button[type=submit]").click();
  await visitor.page.waitForURL(/\/courses\?q=audit/);
});

it("tabs agree: a login or logout in one is seen in the other at once, and a page of one's own closes with it", async () => {
  const person = await newPerson(site);
  const one = await visit(site);
  await one.open("/courses");
  const page = await one.context.newPage();
  const two: Visitor = { ...one, page };
  await page.goto(one.url("/login"));
  await ready(page);
  await logIn(two, person);
  await page.waitForURL(one.url("/my-courses"));
  await expect.poll(() => sessionLinks(one)).toEqual([m.site_label_profile(), m.site_label_logout()]);
  // What it still asked for after the logout would be refused.
  await page.getByText(m.sales_no_orders()).waitFor();
  await one.answered();
  await header(one).getByRole("button", { name: m.site_label_logout() }).filter({ visible: true }).click();
  await page.waitForURL(/\/login\?/);
});

it("A-03 after login only pages of the site are opened, whatever the address asks for", async () => {
  const person = await newPerson(site);
  const visitor = await visit(site);
  for (const target of ["https://example.com/", "//example.com", "/\\example.com", "javascript:alert(1)", "/login", "/api/me"]) {
    await visitor.open(`/login?redirect=${encodeURIComponent(target)}`);
    await logIn(visitor, person);
    await visitor.page.waitForURL(visitor.url("/my-courses"));
    await visitor.page.getByText(m.sales_no_orders()).waitFor();
    await visitor.answered();
    await visitor.page.evaluate(() => localStorage.clear());
  }
});

it("E-01 E-02 a form that is being sent says so and cannot be sent twice; without a connection nothing typed is lost", async () => {
  const person = await newPerson(site);
  const visitor = await visit(site);
  const { page } = visitor;
  await visitor.open("/login");
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/login", async (route) => (await held, await route.continue()));
  await fill(visitor, "email", person.email);
  await fill(visitor, "password", "not-the-password");
  const button = page.locator("main form button[type=submit]");
  await button.dblclick();
  await page.getByRole("button", { name: m.accounts_wait() }).waitFor();
  expect([await button.getAttribute("aria-disabled"), await button.getAttribute("aria-busy")]).toEqual(["true", "true"]);
  await field(visitor, "password").press("Enter");
  visitor.expect("/api/login", 422);
  answer();
  await page.locator('[aria-invalid="true"]').waitFor();
  expect(visitor.requests.filter((request) => request.url().endsWith("/api/login"))).toHaveLength(1);
  // First message under the field, the field marked, focused, and announced.
  expect(await fieldMessage(visitor, "email")).toBe(m.accounts_login_wrong());
  await hasFocus(field(visitor, "email"));
  await reads(page.getByRole("alert"), m.accounts_login_wrong());

  await page.unroute("**/api/login");
  visitor.expectFailure(`${site.url}/api/login`);
  await visitor.context.setOffline(true);
  await fill(visitor, "password", person.password);
  await button.click();
  await page.getByText(m.platform_no_connection()).waitFor();
  await Promise.all([holds(field(visitor, "email"), person.email), holds(field(visitor, "password"), person.password)]);
  await visitor.context.setOffline(false);
  await button.click();
  await page.waitForURL(visitor.url("/my-courses"));
});

it("E-01 checkout keeps what was typed when the connection is gone", async () => {
  const visitor = await visit(site, { as: await newPerson(site) });
  await openCheckout(visitor, "good-clinical-practice");
  const typed = { city: "Jeddah", address_1: "Palm Street 7", name: "Sara Nasser", number: "4111 1111 1111 1111", month: "09", year: "2035", cvc: "123" };
  for (const [name, value] of Object.entries(typed)) await fill(visitor, name, value);
  visitor.expectFailure(`${site.url}/api/`);
  await visitor.context.setOffline(true);
  await visitor.page.getByRole("button", { name: m.sales_submit(), exact: true }).click();
  await visitor.page.getByText(m.platform_no_connection()).waitFor();
  for (const [name, value] of Object.entries(typed)) expect([name, await field(visitor, name).inputValue()]).toEqual([name, value]);
  await reads(visitor.page.locator("main"), m.sales_nothing_charged());
});
