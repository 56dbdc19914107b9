/** The browser of a test file: one Chromium, any number of people in it who know nothing of each other. */
import { chromium, type Browser } from "playwright-core";
import { findChromium } from "../../scripts/chromium.ts";

let running: Promise<Browser> | undefined;

export function browser(): Promise<Browser> {
  return (running ??= chromium.launch({
    executablePath: findChromium(),
    args: ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  }));
}

/** Call in `afterAll` of every file. */
export async function closeBrowser(): Promise<void> {
  await (await running)?.close();
  running = undefined;
}
