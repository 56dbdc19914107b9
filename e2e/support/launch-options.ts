/** How Chromium is started, for the journeys and for who measures pages. */
import type { LaunchOptions } from "@playwright/test";
import { findChromium } from "../../scripts/chromium.ts";

/**
 * What the driver switches off itself (playwright-core 1.65; a second list takes the place of the first), and
 * RenderDocument: with it a page that is closed while the next one commits never says that it is closed. 14 of 60
 * closes never ended, without it none of 60. https://github.com/microsoft/playwright/issues/42068,
 * https://issues.chromium.org/issues/536385539
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
  // A renderer kept ready for the next page: of the many short visits of the journeys, most never have one.
  "SpareRendererForSitePerProcess",
  // Two pages of the browser's own, loaded for the address bar of each new window, which no journey has: half of what a
  // short visit costs the processor.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
];

/** Looks for a Chromium, and gets one where there is none. */
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
