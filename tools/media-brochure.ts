/**
 * Prints the hospital information system's brochure in both languages into public/media: `node
 * tools/media-brochure.ts`.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "@playwright/test";
import { findChromium } from "../scripts/chromium.ts";
import { brochurePage } from "./media/brochure-page.ts";
import { arabic, english } from "./media/brochure-texts.ts";

const folder = mkdtempSync(join(tmpdir(), "brochure-"));
const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
for (const [locale, text] of [
  ["en", english],
  ["ar", arabic],
] as const) {
  // From a file, so that the page may load the faces beside it.
  const source = join(folder, `${locale}.html`);
  writeFileSync(source, await brochurePage(text, locale));
  const page = await browser.newPage();
  await page.goto(pathToFileURL(source).href);
  await page.evaluate(() => document.fonts.ready);
  const file = `public/media/nama-his-brochure-${locale}.pdf`;
  // Tagged and with an outline, so that it can be read aloud and leafed through.
  await page.pdf({ path: file, preferCSSPageSize: true, printBackground: true, tagged: true, outline: true });
  await page.close();
  console.log(file, statSync(file).size);
}
await browser.close();
rmSync(folder, { recursive: true });
