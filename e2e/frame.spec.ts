/** The frame around every page, and what holds for all pages. */
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { changeSetting } from "#features/settings/settings.server.ts";
import { localePath } from "#i18n/locale.ts";
import { m } from "#messages";
import { testContext } from "#test/context.ts";
import { beginOrder, courseBySlug, newPerson, type Person } from "#test/http/client.ts";
import { settled } from "./support/buying.ts";
import { standInFront } from "./support/in-front.ts";
import { expectStill, oppositeWorlds, ready, visit, worlds, type Visitor } from "./support/person.ts";
import { openSite } from "./support/site.ts";

const site = openSite({ database: "postgres" });
let person: Person;
let orderId: number;
beforeAll(async () => {
  person = await newPerson(site);
  orderId = (await beginOrder(site, person, (await courseBySlug(site, "systematic-reviews")).id)).order_id;
});

const publicPages = ["/my-courses", "/checkout/patient-safety-essentials", "/", "/login", "/register", "/courses", "/courses?q=nothing-like-this", "/courses/patient-safety-essentials", "/courses/safe-handover", "/courses/critical-appraisal", "/order-response"];
const ownPages = () => ["/my-courses", `/my-courses/${orderId}`, "/my-courses/999999", "/checkout/patient-safety-essentials", "/checkout/safe-handover"];
const title = ({ page }: Visitor) => page.getByRole("heading", { level: 1 });

describe.each(oppositeWorlds)("pages of one's own, and late fonts ($locale, $width px)", (world) => {
  it("E-03 E-04 somebody who is logged in finds no console error, no failed request, nothing for axe, nothing that moves", async () => {
    const visitor = await visit(site, { ...world, as: person });
    visitor.expect("/api/order_details", 404);
    visitor.expect("/api/order-papers", 404);
    for (const path of ["/", "/courses/patient-safety-essentials", "/login", "/register", ...ownPages()]) {
      await visitor.open(path);
      await settled(visitor);
      await visitor.check(path);
    }
  });

  it("fonts that come late move nothing", async () => {
    const visitor = await visit(site, world);
    for (const path of ["/", "/courses/patient-safety-essentials"]) {
      let arrive = () => {};
      const late = new Promise<void>((resolve) => (arrive = resolve));
      await visitor.context.route("**/fonts/**", async (route) => (await late, await route.continue()));
      await visitor.page.goto(visitor.url(path), { waitUntil: "commit" });
      await ready(visitor.page);
      arrive();
      await visitor.page.waitForLoadState("load");
      await visitor.page.evaluate(() => document.fonts.ready);
      await expectStill(visitor.page, path);
      await visitor.context.unrouteAll();
    }
  });
});

describe.each(worlds)("every page ($locale, $width px)", (world) => {
  it("E-03 E-04 a visitor finds no console error, no failed request, nothing for axe, nothing that moves", async () => {
    const visitor = await visit(site, world);
    for (const path of publicPages) {
      await visitor.open(path);
      await settled(visitor);
      await visitor.page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await visitor.check(path);
    }
    visitor.expect(new URL(visitor.url("/no-such-page")).pathname, 404);
    await visitor.open("/no-such-page");
    await visitor.check("the 404 page");
  });

  it("R-15 switching the language keeps path, query and hash, stores the choice and loads the page anew", async () => {
    const visitor = await visit(site, world);
    const { page, locale } = visitor;
    const to = locale === "ar" ? "en" : "ar";
    await visitor.open("/courses?q=audit&page=1#main");
    await page.evaluate(() => Object.assign(window, { isTheSameDocument: true }));
    const link = page.locator(`a[hreflang=${to}]`);
    if (world.width === 390) await page.getByRole("button", { name: m.site_menu_open({}, { locale }) }).click();
    else await page.locator("header summary").filter({ hasText: `${m.site_language_name({}, { locale })}: ` }).click();
    await link.filter({ visible: true }).click();
    await page.waitForURL(site.url + localePath("/courses?q=audit&page=1#main", to));
    await ready(page);
    expect(await page.evaluate(() => ({ lang: document.documentElement.lang, dir: document.documentElement.dir, stored: localStorage.getItem("lang"), same: "isTheSameDocument" in window }))).toEqual({
      lang: to, dir: to === "ar" ? "rtl" : "ltr", stored: to, same: false,
    });
  });
});

it("E-03 a page that comes in pieces is drawn when its content is all there", async () => {
  const path = "/no-such-page";
  const front = await standInFront(site.url);
  onTestFinished(() => front.leave());
  const arrive = front.holdBack(path, "<footer");
  /** The page when all but its footer has come, with what it is drawn with. */
  const begun = async () => {
    const { page, ...visitor } = await visit(site, { origins: [front.url] });
    visitor.expect(path, 404);
    await page.goto(front.url + path, { waitUntil: "commit" });
    // Not at frames, as it is awaited otherwise: a page that is not drawn has none.
    await page.waitForFunction(() => document.querySelector("h1") && [...document.styleSheets].some(({ cssRules }) => cssRules.length > 0), undefined, { polling: 50 });
    return page;
  };
  const drawnAt = (page: Visitor["page"]) => page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);

  const page = await begun();
  // The negative control, beside it: with the place that is waited for at its beginning, a page is drawn as it comes.
  front.change((_, text) => text.replace("<body>", '<body><i id="footer"></i>'));
  const other = await begun();
  await expect.poll(() => drawnAt(other)).toBeGreaterThan(0);
  const before = await page.evaluate(() => performance.now());
  expect(await drawnAt(page)).toBeUndefined();
  await other.close();
  arrive();
  await ready(page);
  await expect.poll(() => drawnAt(page)).toBeGreaterThan(before);
  await expectStill(page, path);
});

/** What no search engine should list has no canonical address. */
const isUnlisted = (path: string) => /^\/(my-courses|checkout|order-response|login|register)/.test(path);

it("R-01 every route answers 200 with its heading made on the server, with and without a slash, in both languages", async () => {
  for (const path of ["/", "/login", "/register", "/courses", "/courses/patient-safety-essentials", "/my-courses", `/my-courses/${orderId}`, "/checkout/patient-safety-essentials", "/order-response"]) {
    for (const locale of ["en", "ar"] as const) {
      const address = localePath(path, locale);
      const answers = await Promise.all([address, `${address.replace(/\/$/, "")}/`].map(async (url) => {
        const response = await fetch(site.url + url, { redirect: "manual" });
        const html = await response.text();
        return { status: response.status, lang: /<html lang="(..)"/.exec(html)?.[1], heading: /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replace(/<[^>]*>/g, ""), canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] };
      }));
      expect(answers[0], address).toEqual({ status: 200, lang: locale, heading: expect.stringMatching(/\S/), canonical: isUnlisted(path) ? undefined : site.url + (address === "/" ? "/" : address) });
      expect(answers[1], `${address}/`).toEqual(answers[0]);
    }
  }
});

it("R-02 what does not exist is said so, with 404 and a way on: address, course, order, checkout", async () => {
  const says = async (path: string) => {
    const response = await fetch(site.url + path);
    return [response.status, /<h1[^>]*>(.*?)<\/h1>/s.exec(await response.text())?.[1]?.replace(/<[^>]*>/g, "")];
  };
  expect(await says("/no-such-page")).toEqual([404, m.site_error_404_heading()]);
  expect(await says("/ar/no-such-page")).toEqual([404, m.site_error_404_heading({}, { locale: "ar" })]);
  expect(await says("/courses/no-such-course")).toEqual([404, "Course doesn&#x27;t exists."]);
  expect((await says("/ar/courses/no-such-course"))[0]).toBe(404);
  expect((await says("/my-courses/not-an-order"))[0]).toBe(404);
  expect((await says("/checkout/no-such-course"))[0]).toBe(404);
});

it("R-03 every navigation begins at the top, a hash is gone to after a second, back and forward restore the place", async () => {
  const visitor = await visit(site, { width: 390 });
  const { page } = visitor;
  await visitor.open("/courses");
  const last = page.locator("main article a").last();
  await last.scrollIntoViewIfNeeded();
  // The place at the press: the driver may scroll once more before it.
  await page.evaluate(() => addEventListener("click", () => sessionStorage.setItem("place", String(window.scrollY)), true));
  await last.click();
  const place = Number(await page.evaluate(() => sessionStorage.getItem("place")));
  expect(place).toBeGreaterThan(500);
  await page.getByRole("tablist").waitFor();
  await page.waitForFunction(() => window.scrollY === 0);
  await page.goBack();
  await page.waitForFunction((at) => Math.abs(window.scrollY - at) < 5, place);
  await page.goForward();
  await page.getByRole("tablist").waitFor();
  await page.waitForFunction(() => window.scrollY === 0);
  const waited = await page.evaluate(async () => {
    const began = performance.now();
    const { __reactRouterDataRouter: router } = window as unknown as { __reactRouterDataRouter: { navigate(to: string): Promise<void> } };
    await router.navigate("/#featured");
    const top = window.scrollY;
    await new Promise<void>((resolve) => addEventListener("scroll", () => window.scrollY > 50 && resolve()));
    return { top, ms: performance.now() - began };
  });
  expect(waited).toEqual({ top: 0, ms: expect.toSatisfy((ms: number) => ms >= 990) });
});

it("R-04 a click on the link of the page one is on does nothing", async () => {
  const visitor = await visit(site);
  const { page } = visitor;
  await visitor.open("/contact-us");
  const navigations = () => visitor.requests.filter((request) => request.isNavigationRequest()).length;
  const before = navigations();
  await page.evaluate(() => window.scrollTo(0, 300));
  const length = await page.evaluate(() => history.length);
  await page.getByRole("navigation", { name: m.site_menu_name() }).getByRole("link", { name: m.site_label_contact() }).click();
  expect([page.url(), navigations(), await page.evaluate(() => history.length)]).toEqual([visitor.url("/contact-us"), before, length]);
});

it("R-07 title, description and keywords come with every client navigation, and a failure to get them hurts nothing", async () => {
  const visitor = await visit(site);
  const { page } = visitor;
  const head = () => page.evaluate(() => [document.title, ...["description", "keywords"].map((name) => document.querySelector(`meta[name=${name}]`)?.getAttribute("content")), document.querySelector("link[rel=canonical]")?.getAttribute("href")]);
  await visitor.open("/");
  const home = await head();
  await page.locator('main a[href="/courses"]').first().click();
  await title(visitor).filter({ hasText: m.catalogue_courses() }).waitFor();
  await expect.poll(async () => (await head())[0]).not.toBe(home[0]);
  const courses = await head();
  await page.locator("main article a").first().click();
  await page.getByRole("tablist").waitFor();
  await expect.poll(async () => (await head())[0]).not.toBe(courses[0]);
  const course = await head();
  for (const values of [home, courses, course]) expect(values).toEqual(values.map(() => expect.stringMatching(/\S/)));
  for (const index of [0, 1, 3]) expect(new Set([home[index], courses[index], course[index]]).size).toBe(3);
  await page.goBack();
  await expect.poll(head).toEqual(courses);
  await page.reload();
  expect(await head()).toEqual(courses);
});

it("R-05 the code of Login is loaded when somebody goes there, not before", async () => {
  const visitor = await visit(site);
  const loaded = () => visitor.requests.map((request) => new URL(request.url()).pathname).filter((path) => path.startsWith("/assets/login-")).length;
  await visitor.open("/courses");
  await visitor.page.waitForLoadState("load");
  expect(loaded()).toBe(0);
  await visitor.page.locator('header a[href="/login"]').filter({ visible: true }).click();
  await title(visitor).filter({ hasText: m.accounts_login_heading() }).waitFor();
  expect(loaded()).toBe(1);
});

it("R-08 the entrances have the Login / Register pair for a header, and nothing else", async () => {
  const visitor = await visit(site, { width: 1440 });
  for (const path of ["/login", "/register"]) {
    await visitor.open(path);
    const header = visitor.page.locator("header");
    expect(await header.getByRole("link").evaluateAll((links) => links.map((link) => [link.getAttribute("href"), link.getAttribute("aria-current")]))).toEqual([["/login", path === "/login" ? "page" : null], ["/register", path === "/register" ? "page" : null]]);
    expect(await header.getByRole("button").count()).toBe(0);
  }
});

it("R-15 a stored preference is followed before anything is painted; an address with /ar is Arabic whatever is stored", async () => {
  const visitor = await visit(site, { stored: { lang: "ar" } });
  // What can be read on the page at each frame until it is ready.
  await visitor.context.addInitScript(() => {
    const target = window as unknown as { seen: string[] };
    target.seen = [];
    const look = () => {
      const text = document.body?.innerText ?? "";
      if (text) target.seen.push(`${document.documentElement.lang} ${/Better care|Browse courses/.test(text) ? "English" : "not English"}`);
      if (target.seen.length < 30) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await visitor.page.goto(`${site.url}/?utm=1#featured`);
  await visitor.page.waitForURL(`${site.url}/ar?utm=1#featured`);
  await ready(visitor.page);
  await visitor.page.waitForFunction(() => (window as unknown as { seen: string[] }).seen.length >= 30);
  const seen = await visitor.page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect(new Set(seen)).toEqual(new Set(["ar not English"]));
  const english = await visit(site, { stored: { lang: "en" } });
  await english.page.goto(`${site.url}/ar/courses`);
  await ready(english.page);
  expect([english.page.url(), await english.page.evaluate(() => document.documentElement.lang)]).toEqual([`${site.url}/ar/courses`, "ar"]);
});

describe("R-16 the Arabic message sets", () => {
  /** Texts with Latin words in them that are not marked as English, and what they stand in. */
  const latinTexts = ({ page }: Visitor) =>
    page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        const text = node.textContent ?? "";
        if (parent && !parent.closest("script, style, noscript, [lang=en]") && /[A-Za-z]{2}/.test(text)) found.push(text.trim());
      }
      for (const element of document.querySelectorAll("[aria-label], [placeholder], [title], img[alt]")) {
        for (const name of ["aria-label", "placeholder", "title", "alt"]) if (/[A-Za-z]{2}/.test(element.getAttribute(name) ?? "")) found.push(`${name}: ${element.getAttribute(name)}`);
      }
      return [...new Set(found)];
    });

  it("`complete` leaves no English interface text on any Arabic page", async () => {
    const visitor = await visit(site, { locale: "ar", as: person });
    // Mailboxes and numbers of certificates are the same in every language; so is what people wrote themselves.
    const itself = /^[\w.+-]+@[\w.-]+$|^SN$|Sara|Nasser|Riyadh|Example|DEMO-CPD-\d+|^MM \/ YY$|placeholder: (MM|YYYY)$|^aria-label: (LinkedIn|YouTube|X)$|^English$/;
    visitor.expect("/ar/no-such-page", 404);
    for (const path of [...publicPages, ...ownPages().filter((path) => !path.endsWith("999999")), "/no-such-page"]) {
      await visitor.open(path);
      await settled(visitor);
      expect([path, (await latinTexts(visitor)).filter((text) => !itself.test(text))]).toEqual([path, []]);
    }
  });

  it("`as-specified`, chosen in the settings, leaves the named labels in English, marked as such, and only Home in Arabic", async () => {
    if (!site.database) throw new Error("no database");
    const ctx = testContext(site.database);
    const visitor = await visit(site, { locale: "ar" });
    await changeSetting(ctx, "messageSet", "as-specified");
    try {
      await expect.poll(async () => (await fetch(`${site.url}/ar/contact-us`)).text()).toContain('<bdi lang="en">Contact Us</bdi>');
      await visitor.open("/contact-us");
      const header = visitor.page.locator("header");
      for (const label of ["Contact Us", "Login", "Register", "Book a demo", "Arabic"]) await expect.poll(() => header.locator("bdi[lang=en]").filter({ hasText: label, visible: true }).count(), { message: label }).toBeGreaterThan(0);
      await visitor.check("the as-specified set");
    } finally {
      await changeSetting(ctx, "messageSet", "complete");
    }
    await expect.poll(async () => (await fetch(`${site.url}/ar/contact-us`)).text()).not.toContain('<bdi lang="en">Contact Us</bdi>');
  });
});
