/**
 * The window of the application: a view of the site, which has no access to Node, a menu, and a message for when the
 * site cannot be reached.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isKeptPicture, shellMark } from "../../src/features/content/media/bridge.ts";
import { localeFromPath, localePath, type Locale } from "../../src/i18n/locale.ts";
import { placeWindow, readBounds } from "./bounds.ts";
import { folderName, openPictureCache } from "./cache/pictures.ts";
import { getLinkTarget, getNavigationTarget } from "./links.ts";
import { getMenuSections, type MenuAction } from "./menu.ts";
import { serveView } from "./pictures-of-page.ts";
import { pictureLimit, siteOrigin } from "./settings.ts";
import { labels } from "./labels.ts";

const site = siteOrigin(nw.App.argv, nw.App.manifest);
const frame = nw.Window.get();
const view = document.querySelector<Webview>("webview");
const unreachable = document.querySelector<HTMLElement>("#away");
if (!view || !unreachable) throw new Error("shell.html lacks the view or the message");
// If the cache folder cannot be opened, the site loads its pictures over the network.
const cacheOpening = openPictureCache({
  folder: join(nw.App.dataPath, folderName),
  limitBytes: pictureLimit(nw.App.manifest),
  mayKeep: (url) => isKeptPicture(url, site),
}).catch(() => null);

const boundsFile = join(nw.App.dataPath, "window.json");
nw.Screen.Init();
const startBounds = placeWindow(
  readBounds(readText(boundsFile)),
  nw.Screen.screens.map(({ work_area }) => work_area),
);
frame.resizeTo(startBounds.width, startBounds.height);
frame.moveTo(startBounds.x, startBounds.y);
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
/** Address of the page of the site that was shown or requested last. */
let pageUrl = site + localePath("/", locale);
const goTo = (address: string) => {
  pageUrl = address;
  view.src = address;
};
/** Shows or hides our message that the site cannot be reached. It covers Chromium's error page in the view. */
const showUnreachable = (isUnreachable: boolean) => (unreachable.hidden = !isUnreachable);

const zoom = (change: (factor: number) => number) =>
  view.getZoom((factor) => view.setZoom(Math.min(3, Math.max(0.5, change(factor)))));
const getEditAction = (command: string) => () =>
  view.executeScript({ code: `document.execCommand(${JSON.stringify(command)})` });
const switchLanguage = (nextLocale: Locale) => {
  // Does the same as the language switch of the site: stores the choice and opens the address in that language.
  view.executeScript({ code: `localStorage.setItem("lang", ${JSON.stringify(nextLocale)})` });
  const { pathname, search, hash } = new URL(pageUrl);
  goTo(site + localePath(pathname + search + hash, nextLocale));
};
const actions: Record<MenuAction, () => void> = {
  home: () => goTo(site + localePath("/", locale)),
  emptyCache: () => void cacheOpening.then((cache) => cache?.clear()).then(() => alert(labels[locale].cacheEmptied)),
  quit: () => frame.close(),
  undo: getEditAction("undo"),
  redo: getEditAction("redo"),
  cut: getEditAction("cut"),
  copy: getEditAction("copy"),
  paste: getEditAction("paste"),
  selectAll: getEditAction("selectAll"),
  back: () => view.canGoBack() && view.back(),
  forward: () => view.forward(),
  reload: () => goTo(pageUrl),
  larger: () => zoom((factor) => factor * 1.1),
  smaller: () => zoom((factor) => factor / 1.1),
  actualSize: () => zoom(() => 1),
  fullScreen: () => frame.toggleFullscreen(),
  english: () => switchLanguage("en"),
  arabic: () => switchLanguage("ar"),
};

/** Builds the menu in the current language. */
function showMenu(): void {
  const isMac = process.platform === "darwin";
  const bar = new nw.Menu({ type: "menubar" });
  if (isMac) bar.createMacBuiltin?.(document.title);
  for (const { label, entries } of getMenuSections(locale, isMac)) {
    const submenu = new nw.Menu({ type: "contextmenu" });
    for (const entry of entries) {
      const key = entry?.key ? { key: entry.key, modifiers: entry.key.length > 1 ? "" : isMac ? "cmd" : "ctrl" } : {};
      submenu.append(
        new nw.MenuItem(entry ? { label: entry.label, click: actions[entry.action], ...key } : { type: "separator" }),
      );
    }
    bar.append(new nw.MenuItem({ label, submenu }));
  }
  frame.menu = bar;
}
showMenu();

// The application has one window. Starting it again shows that window.
nw.App.on("open", () => {
  frame.show();
  frame.focus();
});

const listen = (type: string, act: (event: WebviewEvent) => void) =>
  view.addEventListener(type, (event) => act(event as WebviewEvent));
listen("newwindow", (event) => {
  event.preventDefault();
  event.window.discard();
  const target = getLinkTarget(event.targetUrl, site);
  if (target === "inside") goTo(event.targetUrl);
  if (target === "outside") nw.Shell.openExternal(event.targetUrl);
});
view.request.onBeforeRequest.addListener(
  ({ url }) => {
    const target = getNavigationTarget({ from: view.src, to: url, site });
    if (target === "outside") nw.Shell.openExternal(url);
    return target === "inside" ? {} : { cancel: true };
  },
  { urls: ["<all_urls>"], types: ["main_frame"] },
  ["blocking"],
);
listen("permissionrequest", ({ permission, request }) =>
  permission === "download" || permission === "fullscreen" ? request.allow() : request.deny(),
);
listen("loadcommit", ({ isTopLevel, url }) => {
  if (!isTopLevel || !url.startsWith(`${site}/`)) return;
  pageUrl = url;
  const pageLocale = localeFromPath(new URL(url).pathname);
  if (pageLocale !== locale) {
    locale = pageLocale;
    showMenu();
  }
});
let hasFailed = false;
listen("loadstart", ({ isTopLevel }) => {
  if (isTopLevel) hasFailed = false;
});
listen("loadabort", ({ isTopLevel, reason }) => {
  // These are no failures: the user opened another page, or the page opened in the system's browser.
  if (!isTopLevel || /ERR_ABORTED|ERR_BLOCKED_BY_CLIENT/.test(reason)) return;
  hasFailed = true;
  showUnreachable(true);
});
listen("loadstop", () => {
  if (!hasFailed) showUnreachable(false);
});
for (const button of document.querySelectorAll("button")) button.addEventListener("click", () => goTo(pageUrl));
window.addEventListener("online", () => {
  if (hasFailed) goTo(pageUrl);
});

view.setUserAgentOverride(`${view.getUserAgent()} ${shellMark}1`);
void cacheOpening.then((cache) => {
  if (cache) serveView(view, site, cache);
  goTo(pageUrl);
  frame.show();
});

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
