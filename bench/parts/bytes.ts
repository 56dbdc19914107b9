/**
 * Measures what a first visit costs on each page in a real browser: transferred bytes by kind, requests and layout
 * shift.
 */
import { chromium, type Browser, type Page, type Response } from "@playwright/test";
import { locales, localePath } from "#i18n/locale.ts";
import { loginStorage } from "../../e2e/support/visitor.ts";
import { findChromium } from "../../scripts/chromium.ts";
import { makeBuyers, type Buyer } from "../lib/buyers.ts";
import { sendRequest, post } from "../lib/http.ts";
import type { Figure, PartFigures } from "../lib/report.ts";
import type { Bench } from "../lib/settings.ts";
import { openBenchDatabase } from "../lib/stage.ts";

const kinds = ["html", "js", "css", "fonts", "images", "other"] as const;
type Kind = (typeof kinds)[number];
/** Transferred kB of each kind. */
type Weight = Record<Kind, number>;

interface Visit {
  /** Bodies of all responses until the page has been scrolled to its end. */
  weight: Weight;
  /** Bodies and headers of the responses before the page is scrolled, in kB. */
  beforeScrolling: number;
  requests: number;
  layoutShift: number;
}

/** A page to visit in both languages. */
interface Stop {
  name: string;
  path: string;
  /** Whether the visitor is logged in. */
  isPersonal?: boolean;
}

const widths = [1440, 390];

function getKind(type: string): Kind {
  if (type.includes("text/html")) return "html";
  if (type.includes("javascript")) return "js";
  if (type.includes("text/css")) return "css";
  if (type.startsWith("font/")) return "fonts";
  return type.startsWith("image/") ? "images" : "other";
}

/** Runs in the page. Adds up the layout shifts from the first paint on, except those that an input caused. */
function watchShifts(): void {
  const holder = globalThis as typeof globalThis & { layoutShift?: number };
  holder.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) holder.layoutShift = (holder.layoutShift ?? 0) + entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** Scrolls to the end of the page, one screen at a time, and waits until everything that loads lazily has loaded. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
      scrollTo(0, y);
      await frame();
    }
  });
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))));
}

async function visit(browser: Browser, url: string, width: number, buyer: Buyer | null): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 844 : 900 },
    deviceScaleFactor: width < 600 ? 2 : 1,
  });
  try {
    const page = await context.newPage();
    const answers: Response[] = [];
    page.on("response", (response) => void answers.push(response));
    await page.addInitScript(watchShifts);
    if (buyer)
      await page.addInitScript((stored) => {
        for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
      }, loginStorage(buyer));
    await page.goto(url, { waitUntil: "networkidle" });
    const firstSizes = await Promise.all(answers.map((answer) => answer.request().sizes()));
    const beforeScrolling =
      firstSizes.reduce(
        (sum, { responseBodySize, responseHeadersSize }) => sum + responseBodySize + responseHeadersSize,
        0,
      ) / 1000;
    await scrollThrough(page);
    if (new URL(page.url()).pathname !== new URL(url).pathname) throw new Error(`${url} led to ${page.url()}`);
    const weight: Weight = { html: 0, js: 0, css: 0, fonts: 0, images: 0, other: 0 };
    for (const answer of answers) {
      if (answer.status() >= 400) throw new Error(`${answer.url()} answered ${answer.status()} on ${url}`);
      const { responseBodySize } = await answer.request().sizes();
      weight[getKind(answer.headers()["content-type"] ?? "")] += responseBodySize / 1000;
    }
    const layoutShift = await page.evaluate(
      () => (globalThis as typeof globalThis & { layoutShift?: number }).layoutShift ?? Number.NaN,
    );
    return { weight, beforeScrolling, requests: answers.length, layoutShift };
  } finally {
    await context.close();
  }
}

/**
 * Reduces the visits to figures with targets. Each figure is the worst page: script and style of all pages, HTML of the
 * home page, fonts of each language, bytes before scrolling, layout shift.
 */
function toFigures(visits: Map<string, Visit>): Figure[] {
  const findWorst = (getValue: (visit: Visit) => number, isMeasured: (name: string) => boolean) => {
    let worst = { name: "", value: -1 };
    for (const [name, visit] of visits)
      if (isMeasured(name) && getValue(visit) > worst.value) worst = { name, value: getValue(visit) };
    return { value: worst.value, note: worst.name };
  };
  const isHome = (name: string) => name.startsWith("home");
  const isCheckout = (name: string) => name.startsWith("checkout");
  const isAccount = (name: string) => name.startsWith("profile");
  const isPersonal = (name: string) => isCheckout(name) || isAccount(name);
  const toWeightFigure = (name: string, kind: Kind, limit: number, isMeasured: (name: string) => boolean): Figure => ({
    name,
    unit: "kB",
    target: { atMost: limit },
    ...findWorst(({ weight }) => weight[kind], isMeasured),
  });
  const toFontsFigure = (language: string, limit: number): Figure => ({
    name: `fonts, ${language}`,
    unit: "kB",
    target: { atMost: limit },
    ...findWorst(
      ({ weight }) => weight.fonts,
      (name) => name.endsWith(language),
    ),
  });
  const shift: Figure = {
    name: "layout shift, worst page",
    unit: "",
    target: { atMost: 0 },
    ...findWorst(
      ({ layoutShift }) => layoutShift,
      () => true,
    ),
  };
  const toBeforeScrollingFigure = (name: string, limit: number, isMeasured: (name: string) => boolean): Figure => ({
    name,
    unit: "kB",
    target: { atMost: limit },
    ...findWorst((visit) => visit.beforeScrolling, isMeasured),
  });
  const beforeScrollingFigures = [
    toBeforeScrollingFigure("home before scrolling, with headers", 450, isHome),
    toBeforeScrollingFigure("inner page before scrolling, with headers", 250, (name) => !isHome(name)),
  ];
  const weights = [
    toWeightFigure("js of a public page", "js", 130, (name) => !isPersonal(name)),
    toWeightFigure("js of checkout", "js", 143, isCheckout),
    toWeightFigure("js of the account", "js", 145, isAccount),
    toWeightFigure("css", "css", 17, () => true),
    toWeightFigure("html of the home page", "html", 15, isHome),
  ];
  return [...weights, toFontsFigure("en", 70), toFontsFigure("ar", 110), ...beforeScrollingFigures, shift];
}

export async function bytes({ stage }: Bench): Promise<PartFigures> {
  const databaseUrl = await stage.database("bench_bytes");
  const database = await openBenchDatabase(databaseUrl);
  const site = await stage.site({ databaseUrl });
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  try {
    const [buyer = null] = await makeBuyers(database, site.url, 1);
    const { json: list } = await post<{ data: { slug: string; seats_left: number; disable_course: boolean }[] }>(
      undefined,
      `${site.url}/api/courses`,
      { page: 1 },
    );
    const openCourse = list.data.find(({ seats_left, disable_course }) => seats_left > 0 && !disable_course);
    if (!openCourse) throw new Error("No course of the demo can be bought");
    const stops: Stop[] = [
      { name: "home", path: "/" },
      { name: "courses", path: "/courses" },
      { name: "course", path: `/courses/${openCourse.slug}` },
      { name: "training", path: "/medical-training-center" },
      { name: "news", path: "/news" },
      { name: "login", path: "/login" },
      { name: "checkout", path: `/checkout/${openCourse.slug}`, isPersonal: true },
      { name: "profile", path: "/profile", isPersonal: true },
    ];
    const visits = new Map<string, Visit>();
    for (const { name, path: englishPath, isPersonal } of stops) {
      for (const locale of locales) {
        const path = localePath(englishPath, locale);
        await sendRequest(undefined, site.url + path); // fills the page cache, which holds the page compressed
        for (const width of widths)
          visits.set(
            `${name} ${width} ${locale}`,
            await visit(browser, site.url + path, width, isPersonal ? buyer : null),
          );
      }
    }
    const rows = [...visits].map(([name, { weight, beforeScrolling, requests, layoutShift }]) => [
      name,
      ...kinds.map((kind) => weight[kind]),
      beforeScrolling,
      requests,
      layoutShift,
    ]);
    const details = { columns: ["kB as transferred", ...kinds, "first", "requests", "shift"], rows };
    return {
      figures: toFigures(visits),
      details,
      remarks: [
        "bodies as transferred on a first visit, read to the end; the HTML comes from the page cache",
        "first: bodies and headers before scrolling",
      ],
    };
  } finally {
    await browser.close();
    await site.end();
    await database.close();
  }
}
