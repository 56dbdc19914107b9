/** The site as an installed app, and inside the desktop shell. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderName, openPictureCache } from "../desktop/src/cache/pictures.ts";
import { answerPage, placeholder } from "../desktop/src/pictures-of-page.ts";
import { isKeptPicture, shellMark } from "#features/content/media/bridge.ts";
import { newPerson } from "#test/http/client.ts";
import { startProxy, type TestProxy } from "./support/proxy.ts";
import { expect, test as base } from "./support/test.ts";
import { twoViewports, type Visitor, type VisitorOptions } from "./support/visitor.ts";

interface Shell {
  visitor: Visitor;
  /** The folder in which the shell stores pictures. */
  folder: string;
  /** Returns the paths of the pictures that were requested from the site. */
  listRequestedPictures(): string[];
}

interface AppFixtures {
  /** A proxy in front of the test's site, which can be stopped and restarted. */
  front: TestProxy;
  visitFront(options?: VisitorOptions): Promise<Visitor>;
  /** Opens a page that the service worker controls. */
  install(options?: VisitorOptions): Promise<Visitor>;
  /**
   * A page in the desktop shell. The shell's cache and answers are the real ones; the fixture does what NW.js does
   * between them and the page.
   */
  shell: Shell;
}

const test = base.extend<AppFixtures>({
  front: async ({ site }, use) => {
    const front = await startProxy(site.url);
    await use(front);
    await front.stop();
  },
  visitFront: ({ site, front, visit }, use) => use((options) => visit({ ...site, url: front.url }, options)),
  install: ({ visitFront }, use) =>
    use(async (options) => {
      const visitor = await visitFront({ ...options, serviceWorker: true });
      await visitor.open("/");
      await visitor.page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
      return visitor;
    }),
  shell: async ({ front, visitFront }, use) => {
    const data = mkdtempSync(join(tmpdir(), "nama-shell-"));
    const folder = join(data, folderName);
    const cache = await openPictureCache({ folder, mayKeep: (url) => isKeptPicture(url, front.url) });
    const visitor = await visitFront({ serviceWorker: true, userAgent: `Mozilla/5.0 Chrome/140.0.0.0 ${shellMark}1` });
    await visitor.context.exposeFunction("shellAnswers", (message: unknown) => answerPage(message, front.url, cache));
    await visitor.context.addInitScript(() => {
      const { shellAnswers } = window as unknown as { shellAnswers: (message: unknown) => Promise<object | null> };
      window.addEventListener(
        "message",
        ({ data: message }) =>
          void shellAnswers(message).then((answer) => answer && window.postMessage(answer, location.origin)),
      );
    });
    const pixel = Buffer.from(placeholder.split(",")[1] ?? "", "base64");
    await visitor.context.route(
      (url) => isKeptPicture(url.href, front.url),
      (route) =>
        route.request().resourceType() === "image"
          ? route.fulfill({ contentType: "image/gif", body: pixel })
          : route.continue(),
    );
    // Leaves out the icon of the browser's tab: it is no picture of a page, the browser fetches it without the shell,
    // and the shell has no tabs.
    await use({
      visitor,
      folder,
      listRequestedPictures: () =>
        front.requests.filter((path) => isKeptPicture(front.url + path, front.url) && !path.startsWith("/art/mark.")),
    });
    await visitor.context.close();
    rmSync(data, { recursive: true, force: true });
  },
});

const title = ({ page }: Visitor) => page.getByRole("heading", { level: 1 });

/** Takes the site away; every later request may fail. */
async function goOffline(visitor: Visitor, front: TestProxy): Promise<void> {
  visitor.expectFailure(front.url);
  await front.stop();
}

/** Returns the addresses of a page's pictures that have loaded. */
const listLoadedImages = ({ page }: Visitor) =>
  page.evaluate(() =>
    [...document.images].filter((image) => image.complete && image.naturalWidth > 1).map((image) => image.currentSrc),
  );

/** Returns the paths of everything cached for this site in this browser. */
const listCachedPaths = ({ page }: Visitor) =>
  page.evaluate(async () => {
    const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

test.describe("installed", () => {
  const offlineTitles = { en: "You’re offline", ar: "أنت غير متصل بالإنترنت" };
  for (const { locale, width } of twoViewports)
    test(`D-01 an offline page is shown in ${locale}, and the requested page loads when the network returns`, async ({
      install,
      front,
    }) => {
      const offlineTitle = offlineTitles[locale];
      const visitor = await install({ locale, width });
      await goOffline(visitor, front);
      await visitor.page.goto(visitor.url("/courses?q=audit"));
      await expect(title(visitor)).toHaveText(offlineTitle);
      await expect(visitor.page).toHaveURL(visitor.url("/courses?q=audit"));
      expect(await visitor.page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
        locale,
        locale === "ar" ? "rtl" : "ltr",
      ]);
      await visitor.checkPage("the offline page");
      await front.restart();
      await visitor.page.locator("nav a").first().click();
      await visitor.page.waitForFunction(
        (offline) => document.querySelector("h1")?.textContent !== offline,
        offlineTitle,
      );
      expect(new URL(visitor.page.url()).search).toBe("?q=audit");
    });

  test("D-01 shows only pictures seen before when offline", async ({ install, front }) => {
    const visitor = await install();
    await visitor.open("/courses");
    const findLoadedPicture = async () =>
      (await listLoadedImages(visitor)).find((url) => isKeptPicture(url, front.url)) ?? "";
    await expect.poll(findLoadedPicture).not.toBe("");
    const pictureUrl = await findLoadedPicture();
    // The worker caches a picture after it has passed it to the page.
    await expect.poll(() => listCachedPaths(visitor)).toContain(new URL(pictureUrl).pathname);
    // Switches off the browser's own cache, so that pictures can come only from the worker.
    await (await visitor.context.newCDPSession(visitor.page)).send("Network.setCacheDisabled", { cacheDisabled: true });
    await goOffline(visitor, front);
    const load = (url: string) =>
      visitor.page.evaluate(
        (src) =>
          Object.assign(new Image(), { src })
            .decode()
            .then(
              () => true,
              () => false,
            ),
        url,
      );
    const answer = visitor.page.waitForResponse(pictureUrl);
    expect(await load(pictureUrl)).toBe(true);
    expect((await answer).fromServiceWorker()).toBe(true);
    expect(await load(`${front.url}/art/never-seen.svg`)).toBe(false);
  });

  test("D-01 never caches accounts, orders or pages", async ({ install, front, site }) => {
    const visitor = await install({ as: await newPerson(site) });
    for (const path of ["/profile", "/my-courses", "/cart", "/checkout/patient-safety-essentials", "/courses"]) {
      await visitor.open(path);
      await visitor.page.waitForLoadState("networkidle");
    }
    await expect.poll(async () => (await listCachedPaths(visitor)).length).toBeGreaterThan(10);
    const paths = await listCachedPaths(visitor);
    expect(front.requests.some((path) => path.startsWith("/api/"))).toBe(true);
    expect(
      paths.filter((path) => !/^\/(assets|fonts|admin\/images|art|icons)\/|^\/(ar\/)?offline$/.test(path)),
    ).toEqual([]);
  });

  test("D-01 a new version of the site is shown at once, and a new worker takes over automatically", async ({
    install,
    front,
  }) => {
    const visitor = await install();
    await visitor.context.addInitScript(() =>
      navigator.serviceWorker.addEventListener("controllerchange", () => Object.assign(window, { isTakenOver: true })),
    );
    front.change((path, text) => {
      if (path === "/sw.js") return text.replaceAll(/revision:([`"'])[0-9a-f]{20}/g, "revision:$100000000000000000000");
      return path.startsWith("/offline")
        ? text.replaceAll("You’re offline", "The new words")
        : text.replace("</head>", '<meta name="version" content="2"></head>');
    });
    await visitor.open("/faq");
    await expect(visitor.page.locator('meta[name="version"]')).toHaveCount(1);
    await visitor.page.waitForFunction(() => "isTakenOver" in window);
    await goOffline(visitor, front);
    await visitor.page.goto(visitor.url("/news"));
    await expect(title(visitor)).toHaveText("The new words");
  });
});

test.describe("in the desktop shell", () => {
  const scrollAll = ({ page }: Visitor) =>
    page.evaluate(async () => {
      for (let y = 0; y < document.body.scrollHeight; y += 400) {
        window.scrollTo({ top: y, behavior: "instant" });
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      }
    });
  /** Waits until no picture near the window is the one-pixel placeholder any more. */
  const waitForPictures = ({ page }: Visitor) =>
    page.waitForFunction(() =>
      [...document.images].every((image) => !image.complete || image.naturalWidth > 1 || !image.checkVisibility()),
    );
  /** Waits until every requested picture is in the folder: pictures are written after they are requested. */
  const waitForFiles = async (folder: string, listRequestedPictures: () => string[]) => {
    await expect.poll(() => readdirSync(folder).length - listRequestedPictures().length).toBe(0);
  };

  test("D-01 loads every picture through the bridge, once for all visits, and stores it in nw-img-cache", async ({
    shell: { visitor, folder, listRequestedPictures },
  }) => {
    for (const path of ["/", "/courses", "/"]) {
      await visitor.open(path);
      await scrollAll(visitor);
      await waitForPictures(visitor);
      await visitor.checkPage(path);
    }
    expect(listRequestedPictures().length).toBeGreaterThan(3);
    await waitForFiles(folder, listRequestedPictures);
    expect(new Set(listRequestedPictures()).size).toBe(listRequestedPictures().length);
    // Pictures are stored only there: no service worker keeps a second copy.
    expect(
      await visitor.page.evaluate(async () => [
        (await navigator.serviceWorker.getRegistrations()).length,
        (await caches.keys()).length,
      ]),
    ).toEqual([0, 0]);
  });

  test("D-01 shows stored pictures when the site is unreachable, and fallbacks for the others", async ({
    front,
    shell: { visitor, folder, listRequestedPictures },
  }) => {
    await visitor.open("/courses");
    await scrollAll(visitor);
    await waitForPictures(visitor);
    await waitForFiles(folder, listRequestedPictures);
    const before = listRequestedPictures().length;
    await visitor.open("/courses");
    await goOffline(visitor, front);
    await scrollAll(visitor);
    await waitForPictures(visitor);
    await expect
      .poll(async () => (await listLoadedImages(visitor)).filter((url) => url.startsWith("data:image/")).length)
      .toBeGreaterThan(3);
    expect(listRequestedPictures().slice(before)).toEqual([]);
  });

  test("D-01 a browser downloads no code of the shell", async ({ front, visitFront }) => {
    const visitor = await visitFront();
    for (const path of ["/", "/courses", "/ar"]) await visitor.open(path);
    expect(front.requests.filter((path) => path.includes("shell"))).toEqual([]);
    const scripts = await Promise.all(
      visitor.requests
        .filter((request) => request.resourceType() === "script")
        .map(async (request) => (await fetch(request.url())).text()),
    );
    expect(scripts.length).toBeGreaterThan(3);
    expect(
      scripts.filter(
        (text) => text.includes("shell-bridge") || text.includes('nama:"picture"') || text.includes("workbox"),
      ),
    ).toEqual([]);
  });
});
