/** How the journeys and the benchmarks start Chromium. */
import type { LaunchOptions } from "@playwright/test";
import { findChromium } from "../../scripts/chromium.ts";

/**
 * The features that Playwright itself disables (playwright-core 1.65), because this list replaces Playwright's, and
 * others. RenderDocument is disabled because with it a page that is closed while the next one commits never reports
 * that it is closed: 14 of 60 closes never ended with it, none of 60 without it.
 * https://github.com/microsoft/playwright/issues/42068, https://issues.chromium.org/issues/536385539
 */
const disabledFeatures = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "RenderDocument",
  // Keeps a renderer ready for the next page. Most of the short visits of the journeys open no second page.
  "SpareRendererForSitePerProcess",
  // These two load internal pages for the address bar of each new window. No journey uses the address bar, and the
  // pages take half of the processor time of a short visit.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
];

/** Returns Playwright's launch options. Downloads a Chromium when the machine has none. */
export const launchOptions = (): LaunchOptions => ({
  executablePath: findChromium(),
  args: [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    `--disable-features=${disabledFeatures.join(",")}`,
  ],
});
