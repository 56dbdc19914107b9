/** A visitor of the site: a separate browser profile, watched for problems, in one language at one width. */
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

/** Two viewports that cover both languages and both widths. */
export const twoViewports: Viewport[] = [
  { locale: "en", width: 1440 },
  { locale: "ar", width: 390 },
];

/** For checks of every page: with `npm run test:all` both languages at both widths, otherwise the two viewports. */
export const viewports: Viewport[] = process.env["TEST_ALL"]
  ? [...twoViewports, { locale: "en", width: 390 }, { locale: "ar", width: 1440 }]
  : twoViewports;

/**
 * Selects the viewports in which a journey runs: those of `all` with `npm run test:all`, otherwise only the one of the
 * two viewports that has this locale. For journeys whose pages other journeys check in both viewports. About half of
 * the files use each language.
 */
export const selectViewports = (locale: Locale, all: readonly Viewport[] = twoViewports): readonly Viewport[] =>
  process.env["TEST_ALL"] ? all : twoViewports.filter((viewport) => viewport.locale === locale);

/** Selects the languages of a journey whose width does not matter: both with `npm run test:all`, or only `locale`. */
export const selectLocales = (locale: Locale): readonly Locale[] => (process.env["TEST_ALL"] ? locales : [locale]);

export interface Visitor extends Watch {
  site: TestSite;
  locale: Locale;
  width: number;
  context: BrowserContext;
  page: Page;
  /** Opens a path of the site in the visitor's language and waits until the page is interactive. */
  open(path: string): Promise<void>;
  /** Returns the URL of a path in the visitor's language. */
  url(path: string): string;
  /** Fails when axe finds a violation or the layout has shifted. `what` names the state of the page in a failure. */
  checkPage(what: string): Promise<void>;
}

export interface VisitorOptions extends Partial<Viewport> {
  /** The person who is logged in from the start. */
  as?: Person;
  /** Further items of local storage. */
  stored?: Record<string, string>;
  javaScript?: boolean;
  /** Allows the service worker. It is blocked by default, so that a journey sees all requests of its pages. */
  serviceWorker?: boolean;
  /** Replaces the browser's own user agent. */
  userAgent?: string;
  /** Origins that pages may request besides the site and the card provider. */
  origins?: string[];
}

/** Local storage of a person who has logged in. */
export const loginStorage = ({ token, user }: { token: string; user: object }) => ({
  "user-token": token,
  session: JSON.stringify({ isLoggedIn: true, current_user: user }),
});

/** Opens a new browser profile on the site. The fixture `visit` closes it. */
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
    // Playwright opens an extra page to fill local storage, even when there is nothing to fill in.
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
      await watched.waitForAnswers();
      await page.goto(url(path));
      if (javaScript) await ready(page);
    },
    checkPage: (what) => checkPage(page, what),
  };
}

/** Resolves when React has hydrated the page, so that its buttons work. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("#main") ?? {}).some((key) => key.startsWith("__reactProps")),
  );
}

/** Opens a page that needs a session, without one. Resolves on Login, whose URL holds the path to return to. */
export async function openToLogin({ open, page, url: addressOf }: Visitor, path: string): Promise<void> {
  await open(path);
  await page.waitForURL(
    (url) =>
      url.pathname === new URL(addressOf("/login")).pathname &&
      url.searchParams.get("redirect") === new URL(addressOf(path)).pathname,
  );
}

/** Finds an element while the focus is on it or in it: `await expect(focusWithin(dialog)).toBeVisible()`. */
export const focusWithin = (element: Locator): Locator => element.and(element.page().locator(":focus-within"));

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  id: string;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}
interface Axe {
  run(options: { resultTypes: string[]; iframes: boolean }): Promise<{ violations: Violation[] }>;
}

async function checkPage(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what);
  await expectStill(page, what);
}

/** Fails when axe finds anything. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  // React Aria keeps a dialog hidden until it is ready to be shown.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>("[data-rac]")].every(({ style }) => style.clipPath === ""),
  );
  // Elements that fade in have their final colours only at the end of the animation.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
        .map((animation) => animation.finished.catch(() => {})),
    ),
  );
  // `evaluate` adds axe without disabling the page's content security policy.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  // Every rule runs, but axe describes only violations: describing passes takes five times as long as the check itself.
  // Frames are left out, because axe is not loaded in them.
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

/** Fails when the cumulative layout shift since the page was opened is not 0.00. */
export async function expectStill(page: Page, what: string): Promise<void> {
  const { value, what: moved } = await shifted(page);
  expect(value, `moved on ${what} (${page.url()}): ${moved.join(", ")}`).toBeLessThan(0.005);
}
