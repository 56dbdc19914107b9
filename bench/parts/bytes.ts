/**
 * What a first visit costs: bytes as transferred, by kind, requests and layout shift, page by page in a real browser.
 */
import { chromium, type Browser, type Page, type Response } from "@playwright/test";
import { loginStorage } from "../../e2e/support/visitor.ts";
import { findChromium } from "../../scripts/chromium.ts";
import { makeBuyers, type Buyer } from "../lib/buyers.ts";
import { sendRequest, post } from "../lib/http.ts";
import type { Figure, PartFigures } from "../lib/report.ts";
import type { Bench } from "../lib/settings.ts";
import { openBenchDatabase } from "../lib/stage.ts";

const kinds = ["html", "js", "css", "fonts", "images", "other"] as const;
type Kind = (typeof kinds)[number];
type Weight = Record<Kind, number>;

interface Visit {
  /** Bodies, read to the end of the page. */
  weight: Weight;
  /** Bodies and headers before anyone scrolls, kB. */
  first: number;
  requests: number;
  layoutShift: number;
}

/** A page to visit, in both languages. */
interface Stop {
  name: string;
  path: string;
  /** A page of someone logged in. */
  personal?: boolean;
}

const widths = [1440, 390];

function getKind(type: string): Kind {
  if (type.includes("text/html")) return "html";
  if (type.includes("javascript")) return "js";
  if (type.includes("text/css")) return "css";
  if (type.startsWith("font/")) return "fonts";
  return type.startsWith("image/") ? "images" : "other";
}

/** Adds up layout shifts that no input caused, from the first paint on; runs in the page. */
function watchShifts(): void {
  const holder = globalThis as typeof globalThis & { layoutShift?: number };
  holder.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) holder.layoutShift = (holder.layoutShift ?? 0) + entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
}

/** To the end of the page and back, a screen at a time, so that what loads late has loaded. */
async function readThrough(page: Page): Promise<void> {
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
    const first =
      firstSizes.reduce(
        (sum, { responseBodySize, responseHeadersSize }) => sum + responseBodySize + responseHeadersSize,
        0,
      ) / 1000;
    await readThrough(page);
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
    return { weight, first, requests: answers.length, layoutShift };
  } finally {
    await context.close();
  }
}

/**
 * The figures of the issue: script and style of every page, the home page's HTML, fonts of either language, layout
 * shift anywhere.
 */
function toFigures(visits: Map<string, Visit>): Figure[] {
  const worst = (value: (visit: Visit) => number, names: (name: string) => boolean) => {
    let most = { name: "", value: -1 };
    for (const [name, visit] of visits)
      if (names(name) && value(visit) > most.value) most = { name, value: value(visit) };
    return { value: most.value, note: most.name };
  };
  const isHome = (name: string) => name.startsWith("home");
  const isCheckout = (name: string) => name.startsWith("checkout");
  const isAccount = (name: string) => name.startsWith("profile");
  const isPersonal = (name: string) => isCheckout(name) || isAccount(name);
  const most = (name: string, kind: Kind, limit: number, names: (name: string) => boolean): Figure => ({
    name,
    unit: "kB",
    target: { atMost: limit },
    ...worst(({ weight }) => weight[kind], names),
  });
  const fonts = (language: string, limit: number): Figure => ({
    name: `fonts, ${language}`,
    unit: "kB",
    target: { atMost: limit },
    ...worst(
      ({ weight }) => weight.fonts,
      (name) => name.endsWith(language),
    ),
  });
  const shift: Figure = {
    name: "layout shift, worst page",
    unit: "",
    target: { atMost: 0 },
    ...worst(
      ({ layoutShift }) => layoutShift,
      () => true,
    ),
  };
  const first = (name: string, limit: number, names: (name: string) => boolean): Figure => ({
    name,
    unit: "kB",
    target: { atMost: limit },
    ...worst((visit) => visit.first, names),
  });
  const firsts = [
    first("home before scrolling, with headers", 450, isHome),
    first("inner page before scrolling, with headers", 250, (name) => !isHome(name)),
  ];
  const weights = [
    most("js of a public page", "js", 130, (name) => !isPersonal(name)),
    most("js of checkout", "js", 143, isCheckout),
    most("js of the account", "js", 145, isAccount),
    most("css", "css", 17, () => true),
    most("html of the home page", "html", 15, isHome),
  ];
  return [...weights, fonts("en", 70), fonts("ar", 110), ...firsts, shift];
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
    const open = list.data.find(({ seats_left, disable_course }) => seats_left > 0 && !disable_course);
    if (!open) throw new Error("No course of the demo can be bought");
    const stops: Stop[] = [
      { name: "home", path: "/" },
      { name: "courses", path: "/courses" },
      { name: "course", path: `/courses/${open.slug}` },
      { name: "training", path: "/medical-training-center" },
      { name: "news", path: "/news" },
      { name: "login", path: "/login" },
      { name: "checkout", path: `/checkout/${open.slug}`, personal: true },
      { name: "profile", path: "/profile", personal: true },
    ];
    const visits = new Map<string, Visit>();
    for (const { name, path: english, personal } of stops) {
      for (const locale of ["en", "ar"]) {
        const path = locale === "ar" ? `/ar${english === "/" ? "" : english}` : english;
        await sendRequest(undefined, site.url + path); // into the page cache, where visitors find it compressed
        for (const width of widths)
          visits.set(
            `${name} ${width} ${locale}`,
            await visit(browser, site.url + path, width, personal ? buyer : null),
          );
      }
    }
    const rows = [...visits].map(([name, { weight, first, requests, layoutShift }]) => [
      name,
      ...kinds.map((kind) => weight[kind]),
      first,
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
