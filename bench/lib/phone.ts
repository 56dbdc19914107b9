/** A phone on a slow line, and someone who uses it at the pace of a person. */
import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Locator, Page } from "@playwright/test";
import { localePath, type Locale } from "#i18n/locale.ts";
import { loginStorage, ready } from "../../e2e/support/visitor.ts";
import type { Buyer } from "./buyers.ts";

/** 150 ms for a round trip, 1.6 Mbit/s down, 0.75 up; bytes a second. */
const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
/** How many times slower than this machine. */
const slowdown = 4;

/** 36 words a minute, five letters each, as 37,000 people typed on their phones (Palin and others, 2019). */
const keyMs = 60_000 / (36 * 5);
/** To look and point (the keystroke-level model of Card, Moran and Newell, 1980). */
export const aimMs = 1100;

export interface Phone {
  page: Page;
  /** What was touched besides fields. */
  taps: number;
  /** What was typed or chosen. */
  fields: number;
  /** Pages of the site, in turn. */
  views: string[];
  open(path: string): Promise<void>;
  tap(target: Locator): Promise<void>;
  /** Leaves a field alone that has a value. */
  type(field: Locator, text: string): Promise<void>;
  choose(list: Locator, value: string): Promise<void>;
  paste(field: Locator, text: string): Promise<void>;
  close(): Promise<void>;
}

export interface PhoneOptions {
  locale?: Locale;
  /** Logged in from the start. */
  buyer?: Buyer;
  /** The cart in local storage. */
  cart?: string;
  /** Runs in every page before its own scripts. */
  script?: () => void;
}

/** Opens a browser profile of its own. */
export async function openPhone(
  browser: Browser,
  origin: string,
  { locale = "en", buyer, cart, script }: PhoneOptions = {},
): Promise<Phone> {
  const stored = { ...(buyer && loginStorage(buyer)), ...(cart && { cart }) };
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    isMobile: true,
    hasTouch: true,
    locale: locale === "ar" ? "ar-SA" : "en-GB",
    timezoneId: "Asia/Riyadh",
    serviceWorkers: "block",
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  });
  if (script) await context.addInitScript(script);
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Network.enable");
  await devTools.send("Network.emulateNetworkConditions", line);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });

  const phone: Phone = {
    page,
    taps: 0,
    fields: 0,
    views: [],
    open: async (path) => {
      await page.goto(origin + localePath(path, locale));
      await ready(page);
    },
    tap: async (target) => {
      await target.waitFor();
      await pause(aimMs);
      await target.tap();
      phone.taps += 1;
    },
    type: async (field, text) => {
      await field.waitFor();
      if ((await field.inputValue()) !== "") return;
      await pause(aimMs);
      await field.tap();
      await field.pressSequentially(text, { delay: keyMs });
      phone.fields += 1;
    },
    choose: async (list, value) => {
      await pause(2 * aimMs);
      await list.selectOption(value);
      phone.fields += 1;
    },
    paste: async (field, text) => {
      await field.waitFor();
      await pause(2 * aimMs);
      await field.fill(text);
      phone.fields += 1;
    },
    close: () => context.close(),
  };
  page.on("framenavigated", (frame) => {
    const { origin: of, pathname } = new URL(frame.url());
    if (frame === page.mainFrame() && of === origin && pathname !== phone.views.at(-1)) phone.views.push(pathname);
  });
  return phone;
}
