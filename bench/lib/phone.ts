/** A phone on a slow network, used at the pace of a person. */
import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Locator, Page } from "@playwright/test";
import { localePath, type Locale } from "#i18n/locale.ts";
import { loginStorage, ready } from "../../e2e/support/visitor.ts";
import type { Buyer } from "./buyers.ts";

/** A round trip of 150 ms, 1.6 Mbit/s down and 0.75 Mbit/s up; the throughputs are in bytes per second. */
const slowNetwork = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
/** How many times slower the phone's processor is than this machine's. */
const slowdown = 4;

/** Time per key at 36 words of five letters a minute, the mean of 37,000 people on phones (Palin and others, 2019). */
const keyMs = 60_000 / (36 * 5);
/** Time to look at a target and point to it (keystroke-level model of Card, Moran and Newell, 1980). */
export const aimMs = 1100;

export interface Phone {
  page: Page;
  /** Number of taps outside of fields. */
  taps: number;
  /** Number of fields that were typed in, pasted into or chosen. */
  fields: number;
  /** Paths of the site's pages in the order of the visit. */
  views: string[];
  open(path: string): Promise<void>;
  tap(target: Locator): Promise<void>;
  /** Types `text` letter by letter, unless the field already has a value. */
  type(field: Locator, text: string): Promise<void>;
  choose(list: Locator, value: string): Promise<void>;
  paste(field: Locator, text: string): Promise<void>;
  close(): Promise<void>;
}

export interface PhoneOptions {
  locale?: Locale;
  /** The buyer who is logged in from the start. */
  buyer?: Buyer;
  /** The cart to put in local storage. */
  cart?: string;
  /** Runs in every page before its own scripts. */
  script?: () => void;
}

/** Opens a phone with a new browser profile. */
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
  await devTools.send("Network.emulateNetworkConditions", slowNetwork);
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
    const address = new URL(frame.url());
    const { pathname } = address;
    if (frame === page.mainFrame() && address.origin === origin && pathname !== phone.views.at(-1))
      phone.views.push(pathname);
  });
  return phone;
}
