/**
 * Measures a phone of 390 px on a slow network: taps, fields, views and seconds of a purchase, the height of the
 * checkout, and the time from a tap on a course tile to the course's page.
 */
import { Agent } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { chromium, type Browser, type Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { announceContentChange } from "#features/settings/content-changes.server.ts";
import { locales, localePath, type Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import { inTransaction } from "#platform/context.server.ts";
import { installApplePay } from "#test/apple-pay.ts";
import { approvedCard } from "#test/buyer.ts";
import { testContext } from "#test/context.ts";
import { applePayButton } from "../../e2e/support/apple-pay.ts";
import { cardFieldNames, field, submitButton } from "../../e2e/support/buying.ts";
import { buildCart, type PicturedCourse } from "../../e2e/support/cart.ts";
import { launchOptions } from "../../e2e/support/launch-options.ts";
import { ready } from "../../e2e/support/visitor.ts";
import { buySeat, makeBuyers, type Buyer } from "../lib/buyers.ts";
import { median } from "../lib/compare.ts";
import { post, sendRequest } from "../lib/http.ts";
import { aimMs, openPhone, type Phone } from "../lib/phone.ts";
import { formatNumber, type Figure, type PartFigures } from "../lib/report.ts";
import type { Bench } from "../lib/settings.ts";
import { openBenchDatabase } from "../lib/stage.ts";

const en = { locale: "en" } as const;
const password = "palm-Tree-by-the-well-7";
/** A price whose total with tax is an amount that the fake provider accepts by Apple Pay. */
const applePayHalalas = 20_000;

type Course = PicturedCourse & { start_date: string };

const button = ({ page }: Phone, name: string) => page.getByRole("button", { name, exact: true });

/** Runs `work` and resolves with its duration in seconds. */
async function measureSeconds(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

const waitUntilBooked = ({ page }: Phone, seats = 1) =>
  page
    .getByRole("heading", { name: seats > 1 ? m.payments_booked_many({}, en) : m.payments_booked({}, en) })
    .waitFor({ timeout: 60_000 });

/** Types the card, sends the order and confirms it on the bank's page. The tap on the bank's button is not counted. */
async function payByCard(phone: Phone, seats = 1): Promise<void> {
  const { page } = phone;
  // The previous page may have a field `name` too, so this waits for one that only checkout has.
  await field(phone, "number").waitFor();
  for (const name of cardFieldNames) await phone.type(field(phone, name), approvedCard[name]);
  await phone.tap(submitButton({ page, ...en }));
  await page.waitForURL(/\/card_auth\/[^/]+\/prepare/);
  await pause(aimMs);
  await page.locator("button.primary").tap();
  await waitUntilBooked(phone, seats);
}

/** Buys from a course's page to the paid order, as a buyer with a profile and an earlier order. */
async function payByApplePay(browser: Browser, origin: string, buyer: Buyer, { slug }: Course): Promise<Figure[]> {
  const phone = await openPhone(browser, origin, { buyer, script: installApplePay });
  const { page } = phone;
  const seconds = await measureSeconds(async () => {
    await phone.open(`/courses/${slug}`);
    await phone.tap(page.locator("[data-register]").first());
    await phone.tap(page.getByRole("dialog").getByRole("link", { name: m.catalogue_register({}, en), exact: true }));
    await phone.tap(applePayButton(phone));
    await page.waitForFunction(() => window.applePay.sheets.at(-1)?.state === "ready");
    // The buyer double-clicks the side button and looks at the screen.
    await pause(2 * aimMs);
    await page.evaluate(() => window.applePay.authorize());
    await waitUntilBooked(phone);
  });
  await phone.close();
  const name = "course to paid, returning buyer, Apple Pay";
  return [
    { name: `${name}: taps`, value: phone.taps, unit: "", target: { atMost: 3 }, note: "and the sheet's own" },
    { name: `${name}: time`, value: seconds, unit: "s", target: { atMost: 20 } },
  ];
}

/** Buys from the home page to the paid order, as a visitor without an account. */
async function buyAsNewcomer(browser: Browser, origin: string, courses: Course[]): Promise<Figure[]> {
  const phone = await openPhone(browser, origin);
  const { page } = phone;
  const main = page.locator("main");
  const seconds = await measureSeconds(async () => {
    await phone.open("/");
    const featured = page.locator("section[aria-labelledby=featured] h3 a");
    const addresses = await featured.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    const openIndex = addresses.findIndex((address) => courses.some(({ slug }) => address === `/courses/${slug}`));
    await phone.tap(featured.nth(openIndex));
    await page.waitForURL(/\/courses\//);
    await phone.tap(page.locator("[data-register]").first());
    await page.waitForURL(/\/login\?/);
    await phone.tap(main.getByRole("link", { name: m.accounts_login_create({}, en) }));
    await page.waitForURL(/\/register\?/);
    for (const [name, text] of Object.entries({
      name: "Sara Nasser",
      email: "newcomer@example.com",
      contact_number: "0500000001",
    }))
      await phone.type(field(phone, name), text);
    await phone.choose(field(phone, "profession"), "Nurse");
    for (const name of ["password", "password_confirmation"]) await phone.type(field(phone, name), password);
    await phone.tap(field(phone, "remember_me"));
    await phone.tap(button(phone, m.accounts_register_submit({}, en)));
    // The URL of the registration page also contains "/checkout/", so this compares the path.
    await page.waitForURL((url) => url.pathname.startsWith("/checkout/"));
    await payByCard(phone);
  });
  await phone.close();
  const name = "home to paid, new buyer, card";
  const toFigure = (what: string, value: number, atMost: number, note: string): Figure => ({
    name: `${name}: ${what}`,
    value,
    unit: "",
    target: { atMost },
    note,
  });
  return [
    toFigure("clicks", phone.taps, 6, "and one at the bank"),
    toFigure("fields", phone.fields, 11, `typed and chosen in ${formatNumber(seconds)} s`),
    toFigure("views", phone.views.length, 5, `${phone.views.join(" ")}, and the bank's`),
  ];
}

/** Buys from a cart with eight seats to the paid order, as a coordinator with an account but no earlier order. */
async function buyForGroup(browser: Browser, origin: string, buyer: Buyer, course: Course): Promise<Figure> {
  const seats = 8;
  const people = Array.from({ length: seats }, (_, index) => {
    const name = ["Omar", "Layla", "Mona", "Yasser", "Huda", "Fahad", "Reem", "Saad"][index] ?? "";
    return `${name} Khalid, ${name.toLowerCase()}@example.com, 00-RN-000000${index + 1}`;
  });
  const phone = await openPhone(browser, origin, { buyer, cart: buildCart([course, seats]) });
  const { page } = phone;
  const seconds = await measureSeconds(async () => {
    await phone.open("/cart");
    await phone.tap(page.locator("main").getByRole("link", { name: m.checkout_checkout({}, en), exact: true }));
    await phone.paste(page.getByLabel(m.groups_list_paste({}, en)), people.join("\n"));
    await phone.tap(button(phone, m.groups_list_check({}, en)));
    await phone.tap(button(phone, m.groups_list_use({ count: seats }, en)));
    for (const [name, text] of Object.entries({
      "company.name": "Example Clinic",
      "company.vat_number": "300000000000003",
      address_1: "Example Street 1",
      city: "Riyadh",
    }))
      await phone.type(field(phone, name), text);
    await payByCard(phone, seats);
  });
  await phone.close();
  return {
    name: "group of 8 by paste, cart to paid: time",
    value: seconds,
    unit: "s",
    target: { atMost: 60 },
    note: `${phone.taps} taps, ${phone.fields} fields`,
  };
}

async function measureHeights(browser: Browser, origin: string, buyer: Buyer, course: Course): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [seats, limit] of [
    [1, 2400],
    [12, 3600],
  ] as const) {
    const heights: number[] = [];
    for (const locale of locales) {
      const phone = await openPhone(browser, origin, { locale, buyer, cart: buildCart([course, seats]) });
      await phone.open(seats === 1 ? `/checkout/${course.slug}` : "/checkout/cart");
      await field(phone, "number").waitFor();
      await phone.page.waitForLoadState("networkidle");
      heights.push(await phone.page.evaluate(() => document.documentElement.scrollHeight));
      await phone.close();
    }
    figures.push({
      name: `checkout, ${seats === 1 ? "one seat" : `${seats} seats`}: height, px`,
      value: Math.max(...heights),
      unit: "",
      target: { atMost: limit },
      note: locales.map((locale, index) => `${locale} ${heights[index]}`).join(", "),
    });
  }
  return figures;
}

/** Runs in every page. Records when a link was tapped, and the time of the largest contentful paint so far. */
function watchPage(): void {
  const holder = globalThis as typeof globalThis & { largestPaint?: number };
  new PerformanceObserver((list) => {
    holder.largestPaint = list.getEntries().at(-1)?.startTime ?? 0;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  addEventListener(
    "click",
    () => sessionStorage.setItem("tappedAt", `${performance.timeOrigin + performance.now()}`),
    true,
  );
}

/** Resolves with the time of the first contentful paint once the page has a heading, in ms from the navigation. */
const readFirstPaint = (page: Page) =>
  page
    .waitForFunction(() => document.querySelector("h1") && performance.getEntriesByName("first-contentful-paint")[0])
    .then(() => page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0));
const readTapTime = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem("tappedAt")));

async function showTile({ page }: Phone) {
  const tile = page.locator("main article a").first();
  await tile.waitFor();
  await tile.evaluate((link) => link.closest("article")?.scrollIntoView({ block: "center", behavior: "instant" }));
  return tile;
}

/** Times in milliseconds. */
interface TileTimes {
  /** Largest contentful paint of the list. */
  largest: number;
  /** From the tap to the heading of the course, when the tile is tapped before the page is hydrated. */
  before: number;
  /** The same when the page is hydrated. */
  after: number;
}

/** Taps a tile as soon as it is visible, and in a second visit after some seconds on the list. */
async function measureTile(browser: Browser, origin: string, locale: Locale): Promise<TileTimes> {
  const early = await openPhone(browser, origin, { locale, script: watchPage });
  const list = origin + localePath("/courses", locale);
  await early.page.goto(list, { waitUntil: "commit" });
  await readFirstPaint(early.page);
  const earlyTile = await showTile(early);
  await earlyTile.tap({ noWaitAfter: true });
  await early.page.waitForURL(/\/courses\/./, { waitUntil: "commit" });
  const paintedAt = (await early.page.evaluate(() => performance.timeOrigin)) + (await readFirstPaint(early.page));
  const before = paintedAt - (await readTapTime(early.page));
  await early.close();

  const late = await openPhone(browser, origin, { locale, script: watchPage });
  const { page } = late;
  await page.goto(list);
  await ready(page);
  await page.waitForLoadState("networkidle");
  const largest = await page.evaluate(
    () => (globalThis as typeof globalThis & { largestPaint?: number }).largestPaint ?? Number.NaN,
  );
  const tile = await showTile(late);
  await pause(2 * aimMs);
  const painted = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const title = document.querySelector("h1")?.textContent;
        const waitForTitle = () => {
          const next = document.querySelector("h1")?.textContent;
          // The next frame begins after the one that draws the title.
          if (next && next !== title) requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
          else requestAnimationFrame(waitForTitle);
        };
        waitForTitle();
      }),
  );
  await tile.tap();
  const after = (await painted) - (await readTapTime(page));
  await late.close();
  return { largest, before, after };
}

async function measureTiles(browser: Browser, origin: string, rounds: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const locale of locales) {
    await sendRequest(undefined, origin + localePath("/courses", locale));
    const times: TileTimes[] = [];
    for (let round = 0; round < rounds; round++) times.push(await measureTile(browser, origin, locale));
    const figure = (name: string, key: keyof TileTimes, limit: number): Figure => ({
      name: `${name}, ${locale}`,
      value: median(times.map((time) => time[key])),
      unit: "ms",
      target: { atMost: limit },
      note: times.map((time) => Math.round(time[key])).join(" "),
    });
    figures.push(
      figure("courses: largest contentful paint", "largest", 800),
      figure("tile to heading before hydration", "before", 350),
      figure("tile to heading after hydration", "after", 150),
    );
  }
  return figures;
}

export async function phone({ stage, rounds }: Bench): Promise<PartFigures> {
  const databaseUrl = await stage.database("bench_phone");
  const database = await openBenchDatabase(databaseUrl);
  await database.db.update(courseRuns).set({ capacity: 500 });
  const site = await stage.site({ databaseUrl }, undefined, { APPLE_PAY_DOMAIN_FILE: "LICENSE" });
  const browser = await chromium.launch(launchOptions());
  try {
    const [returning, coordinator] = await makeBuyers(database, site.url, 2);
    const { json } = await post<{ data: (Course & { disable_course: boolean })[] }>(
      undefined,
      `${site.url}/api/courses`,
      { page: 1 },
    );
    const courses = json.data.filter(({ disable_course: isClosed }) => !isClosed);
    const [earlierCourse, applePayCourse] = courses;
    // A list of attendees is accepted only for runs that begin in some days, so the group buys the last run.
    const groupCourse = courses.toSorted((a, b) => a.start_date.localeCompare(b.start_date)).at(-1);
    if (!returning || !coordinator || !earlierCourse || !applePayCourse || !groupCourse)
      throw new Error("Too few courses can be bought");
    await buySeat(new Agent(), site.url, returning, earlierCourse.id);
    await inTransaction(testContext(database), async (ctx) => {
      await ctx.db
        .update(courseRuns)
        .set({ priceHalalas: applePayHalalas })
        .where(eq(courseRuns.id, applePayCourse.id));
      await announceContentChange(ctx);
    });
    return {
      figures: [
        ...(await payByApplePay(browser, site.url, returning, applePayCourse)),
        ...(await buyAsNewcomer(browser, site.url, courses)),
        ...(await measureHeights(browser, site.url, coordinator, groupCourse)),
        await buyForGroup(browser, site.url, coordinator, groupCourse),
        ...(await measureTiles(browser, site.url, rounds)),
      ],
      remarks: [
        "390 px, the processor 4 times slower, 150 ms round trip, 1.6 Mbit/s",
        "typed at 36 words a minute, 1.1 s before each touch",
      ],
    };
  } finally {
    await browser.close();
    await site.end();
    await database.close();
  }
}
