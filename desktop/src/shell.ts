/**
 * The window of the application: the site in a view that has no Node, a menu, and a page for when the site is not
 * there.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isKeptPicture, shellMark } from "../../src/features/content/media/bridge.ts";
import { localeFromPath, localePath, type Locale } from "../../src/i18n/locale.ts";
import { placeWindow, readBounds } from "./bounds.ts";
import { folderName, openPictureCache } from "./cache/pictures.ts";
import { getLinkPlace, getPagePlace } from "./links.ts";
import { menuParts, type Deed } from "./menu.ts";
import { serveView } from "./pictures-of-page.ts";
import { pictureLimit, siteOrigin } from "./settings.ts";
import { labels } from "./labels.ts";

const site = siteOrigin(nw.App.argv, nw.App.manifest);
const frame = nw.Window.get();
const view = document.querySelector<Webview>("webview");
const away = document.querySelector<HTMLElement>("#away");
if (!view || !away) throw new Error("shell.html is not the shell's");
// Without a folder to keep pictures in, the site is shown with its own.
const opening = openPictureCache({
  folder: join(nw.App.dataPath, folderName),
  limitBytes: pictureLimit(nw.App.manifest),
  mayKeep: (url) => isKeptPicture(url, site),
}).catch(() => null);

const boundsFile = join(nw.App.dataPath, "window.json");
nw.Screen.Init();
const start = placeWindow(
  readBounds(readText(boundsFile)),
  nw.Screen.screens.map(({ work_area }) => work_area),
);
frame.resizeTo(start.width, start.height);
frame.moveTo(start.x, start.y);
const saveBounds = () => {
  if (frame.isFullscreen) return;
  mkdirSync(nw.App.dataPath, { recursive: true });
  writeFileSync(
    `${boundsFile}.new`,
    JSON.stringify({ x: frame.x, y: frame.y, width: frame.width, height: frame.height }),
  );
  renameSync(`${boundsFile}.new`, boundsFile);
};
frame.on("close", () => {
  saveBounds();
  frame.close(true);
});

let locale: Locale = navigator.language.startsWith("ar") ? "ar" : "en";
/** The site's page that is shown or was requested last. */
let page = site + localePath("/", locale);
const go = (address: string) => {
  page = address;
  view.src = address;
};
/** Whether what failed last was a page: then the view shows Chromium's own words, and ours stand before it. */
const showAway = (isAway: boolean) => (away.hidden = !isAway);

const zoom = (change: (factor: number) => number) =>
  view.getZoom((factor) => view.setZoom(Math.min(3, Math.max(0.5, change(factor)))));
const edit = (command: string) => () =>
  view.executeScript({ code: `document.execCommand(${JSON.stringify(command)})` });
const inLanguage = (nextLocale: Locale) => {
  // As the site's own switch does: the address says the language, and the choice is stored.
  view.executeScript({ code: `localStorage.setItem("lang", ${JSON.stringify(nextLocale)})` });
  const { pathname, search, hash } = new URL(page);
  go(site + localePath(pathname + search + hash, nextLocale));
};
const deeds: Record<Deed, () => void> = {
  home: () => go(site + localePath("/", locale)),
  empty: () => void opening.then((cache) => cache?.clear()).then(() => alert(labels[locale].emptied)),
  quit: () => frame.close(),
  undo: edit("undo"),
  redo: edit("redo"),
  cut: edit("cut"),
  copy: edit("copy"),
  paste: edit("paste"),
  all: edit("selectAll"),
  back: () => view.canGoBack() && view.back(),
  forward: () => view.forward(),
  reload: () => go(page),
  larger: () => zoom((factor) => factor * 1.1),
  smaller: () => zoom((factor) => factor / 1.1),
  actual: () => zoom(() => 1),
  full: () => frame.toggleFullscreen(),
  english: () => inLanguage("en"),
  arabic: () => inLanguage("ar"),
};

function speak(): void {
  const isMac = process.platform === "darwin";
  const bar = new nw.Menu({ type: "menubar" });
  if (isMac) bar.createMacBuiltin?.(document.title);
  for (const { label, entries } of menuParts(locale, isMac)) {
    const submenu = new nw.Menu({ type: "contextmenu" });
    for (const entry of entries) {
      const key = entry?.key ? { key: entry.key, modifiers: entry.key.length > 1 ? "" : isMac ? "cmd" : "ctrl" } : {};
      submenu.append(
        new nw.MenuItem(entry ? { label: entry.label, click: deeds[entry.deed], ...key } : { type: "separator" }),
      );
    }
    bar.append(new nw.MenuItem({ label, submenu }));
  }
  frame.menu = bar;
}
speak();

// One application, one window: a second start shows the first.
nw.App.on("open", () => {
  frame.show();
  frame.focus();
});

const listen = (type: string, act: (event: WebviewEvent) => void) =>
  view.addEventListener(type, (event) => act(event as WebviewEvent));
listen("newwindow", (event) => {
  event.preventDefault();
  event.window.discard();
  const place = getLinkPlace(event.targetUrl, site);
  if (place === "inside") go(event.targetUrl);
  if (place === "outside") nw.Shell.openExternal(event.targetUrl);
});
view.request.onBeforeRequest.addListener(
  ({ url }) => {
    const place = getPagePlace({ from: view.src, to: url, site });
    if (place === "outside") nw.Shell.openExternal(url);
    return place === "inside" ? {} : { cancel: true };
  },
  { urls: ["<all_urls>"], types: ["main_frame"] },
  ["blocking"],
);
listen("permissionrequest", ({ permission, request }) =>
  permission === "download" || permission === "fullscreen" ? request.allow() : request.deny(),
);
listen("loadcommit", ({ isTopLevel, url }) => {
  if (!isTopLevel || !url.startsWith(`${site}/`)) return;
  page = url;
  const spoken = localeFromPath(new URL(url).pathname);
  if (spoken !== locale) {
    locale = spoken;
    speak();
  }
});
let failed = false;
listen("loadstart", ({ isTopLevel }) => {
  if (isTopLevel) failed = false;
});
listen("loadabort", ({ isTopLevel, reason }) => {
  // Aborted is what was left for another page, or opened in the system's browser.
  if (!isTopLevel || /ERR_ABORTED|ERR_BLOCKED_BY_CLIENT/.test(reason)) return;
  failed = true;
  showAway(true);
});
listen("loadstop", () => {
  if (!failed) showAway(false);
});
for (const again of document.querySelectorAll("button")) again.addEventListener("click", () => go(page));
window.addEventListener("online", () => {
  if (failed) go(page);
});

view.setUserAgentOverride(`${view.getUserAgent()} ${shellMark}1`);
void opening.then((cache) => {
  if (cache) serveView(view, site, cache);
  go(page);
  frame.show();
});

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
