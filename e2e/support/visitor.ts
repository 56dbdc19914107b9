/** Someone in front of the site: a browser profile of their own, watched, in one language at one width. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Browser, type BrowserContext, type Locator, type Page } from "@playwright/test";
import { localePath, locales, type Locale } from "#i18n/locale.ts";
import type { Person } from "#test/http/client.ts";
import type { TestSite } from "#test/site.ts";
import { shifted, watch, type Watch } from "./watch.ts";

export interface Viewport {
  locale: Locale;
  width: 390 | 1440;
}

/** Both languages and both widths, each once. */
export const twoViewports: Viewport[] = [
  { locale: "en", width: 1440 },
  { locale: "ar", width: 390 },
];

/** Both languages at both widths with `npm run test:all`, for what is looked at on every page; otherwise each once. */
export const viewports: Viewport[] = process.env["TEST_ALL"]
  ? [...twoViewports, { locale: "en", width: 390 }, { locale: "ar", width: 1440 }]
  : twoViewports;

/**
 * For journeys whose pages other journeys check in both settings: the setting of one language, in about half of the
 * files each, and `all` with `npm run test:all`.
 */
export const oneViewport = (locale: Locale, all: readonly Viewport[] = twoViewports): readonly Viewport[] =>
  process.env["TEST_ALL"] ? all : twoViewports.filter((viewport) => viewport.locale === locale);

/** The same for journeys that know no width. */
export const oneLocale = (locale: Locale): readonly Locale[] => (process.env["TEST_ALL"] ? locales : [locale]);

export interface Visitor extends Watch {
  site: TestSite;
  locale: Locale;
  width: number;
  context: BrowserContext;
  page: Page;
  /** Opens an address of the site in the visitor's language, and waits until it can be used. */
  open(path: string): Promise<void>;
  /** The address in the visitor's language. */
  url(path: string): string;
  /** axe finds nothing and nothing has moved; `what` names the state of the page in a failure. */
  check(what: string): Promise<void>;
}

export interface VisitorOptions extends Partial<Viewport> {
  /** Logged in from the start. */
  as?: Person;
  /** More of local storage. */
  stored?: Record<string, string>;
  javaScript?: boolean;
  /** Lets the service worker in. Without it every journey sees the requests of its pages. */
  serviceWorker?: boolean;
  /** Another name of the browser than its own. */
  userAgent?: string;
  /** Origins it may ask besides the site and the card provider. */
  origins?: string[];
}

/** Local storage of someone who has logged in. */
export const loginStorage = ({ token, user }: { token: string; user: object }) => ({
  "user-token": token,
  session: JSON.stringify({ isLoggedIn: true, current_user: user }),
});

/** A new browser profile on the site; the fixture `visit` closes it. */
export async function openVisitor(
  browser: Browser,
  site: TestSite,
  {
    locale = "en",
    width = 1440,
    as,
    stored = {},
    javaScript = true,
    serviceWorker = false,
    userAgent,
    origins = [],
  }: VisitorOptions = {},
): Promise<Visitor> {
  const localStorage = Object.entries({ ...(as && loginStorage(as)), ...stored }).map(([name, value]) => ({
    name,
    value,
  }));
  const context = await browser.newContext({
    viewport: { width, height: width === 390 ? 844 : 900 },
    ...(width === 390 ? { isMobile: true, hasTouch: true } : {}),
    locale: locale === "ar" ? "ar-SA" : "en-GB",
    timezoneId: "Asia/Riyadh",
    javaScriptEnabled: javaScript,
    serviceWorkers: serviceWorker ? "allow" : "block",
    ...(userAgent ? { userAgent } : {}),
    // Playwright opens a page of its own to fill a storage, also with nothing.
    ...(localStorage.length > 0
      ? { storageState: { cookies: [], origins: [{ origin: site.url, localStorage }] } }
      : {}),
  });
  const watched = await watch(context, [site.url, site.sandbox.url, ...origins]);
  const page = await context.newPage();
  const url = (path: string) => site.url + localePath(path, locale);
  return {
    ...watched,
    site,
    locale,
    width,
    context,
    page,
    url,
    open: async (path) => {
      await watched.answered();
      await page.goto(url(path));
      if (javaScript) await ready(page);
    },
    check: (what) => check(page, what),
  };
}

/** Resolves when React has taken over the page: from then on its buttons do something. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("#main") ?? {}).some((key) => key.startsWith("__reactProps")),
  );
}

/** Opens a page that needs a session, without one; resolves on Login, whose address keeps the page to return to. */
export async function openToLogin({ open, page, url: addressOf }: Visitor, path: string): Promise<void> {
  await open(path);
  await page.waitForURL(
    (url) =>
      url.pathname === new URL(addressOf("/login")).pathname &&
      url.searchParams.get("redirect") === new URL(addressOf(path)).pathname,
  );
}

/** A place while the focus is on it or in it: `await expect(focusWithin(dialog)).toBeVisible()`. */
export const focusWithin = (place: Locator): Locator => place.and(place.page().locator(":focus-within"));

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  id: string;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}
interface Axe {
  run(options: { resultTypes: string[]; iframes: boolean }): Promise<{ violations: Violation[] }>;
}

async function check(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what);
  await expectStill(page, what);
}

/** Fails when axe finds anything. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  // React Aria keeps a dialog hidden until it is ready to be shown.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>("[data-rac]")].every(({ style }) => style.clipPath === ""),
  );
  // What fades in has its colours only at the end.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
        .map((animation) => animation.finished.catch(() => {})),
    ),
  );
  // Evaluated from outside, so that the page's policy stays on.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  // Every rule runs; only what fails is described. Describing what passes takes axe five times as long as finding out.
  // Frames have no axe that would answer.
  const violations = await page.evaluate(
    async () =>
      (await (window as unknown as { axe: Axe }).axe.run({ resultTypes: ["violations"], iframes: false })).violations,
  );
  const failures = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map((node) => `    ${node.html}\n    ${node.failureSummary ?? ""}`).join("\n")}`,
  );
  expect(failures, `axe on ${what} (${page.url()})`).toEqual([]);
}

/** Fails when anything has moved since the page was opened, as browsers count it: 0.00. */
export async function expectStill(page: Page, what: string): Promise<void> {
  const { value, what: moved } = await shifted(page);
  expect(value, `moved on ${what} (${page.url()}): ${moved.join(", ")}`).toBeLessThan(0.005);
}
