/** Every page of the built site as HTML: it answers 200, is well-formed, and its links and files exist. */
import { beforeAll, describe, expect, it } from "vitest";
import { localePath } from "#i18n/locale.ts";
import { publicRoutes } from "../public-routes.ts";
import { sampleCases } from "../database.ts";
import { sharedTestSite, type TestSite } from "../site.ts";
import { readHtml, type HtmlPage, type Tag } from "./html.ts";

let site: TestSite;
beforeAll(async () => void (site = await sharedTestSite()));

interface Answer {
  status: number;
  page: HtmlPage | null;
}

const answerByPath = new Map<string, Promise<Answer>>();
/** Requests an address of the site once, however many links point at it. */
function requestOnce(path: string): Promise<Answer> {
  const known = answerByPath.get(path);
  if (known) return known;
  const request = fetch(site.url + path, { redirect: "manual" }).then(async (response) => {
    const isPage = response.headers.get("content-type")?.startsWith("text/html");
    return {
      status: response.status,
      page: isPage ? readHtml(await response.text()) : (await response.body?.cancel(), null),
    };
  });
  answerByPath.set(path, request);
  return request;
}

/** Lists the addresses that a browser fetches for a tag when it shows the page. */
function listSources({ name, attributes }: Tag): string[] {
  const linked = name === "link" && !/canonical|alternate/.test(attributes["rel"] ?? "") ? [attributes["href"]] : [];
  const sets = [attributes["srcset"], attributes["imagesrcset"]].flatMap(
    (set) => set?.split(",").map((candidate) => candidate.trim().split(/\s+/)[0]) ?? [],
  );
  return [...linked, ...sets, attributes["src"], attributes["poster"]]
    .filter((address) => address !== undefined && address !== "")
    .map(String);
}

/** Splits an address of the site into path and fragment. Returns null for another site or scheme. */
function splitAddress(address: string, base: string): { path: string; fragment: string } | null {
  const url = new URL(address, site.url + base);
  return url.origin === site.url
    ? { path: url.pathname + url.search, fragment: decodeURIComponent(url.hash.slice(1)) }
    : null;
}

/** Returns the faults of one page, apart from its links. */
function findFaults({ tags, problems }: HtmlPage): string[] {
  const headings = tags.filter(({ name }) => name === "h1").length;
  const pictures = tags.filter(
    ({ name, attributes }) =>
      name === "img" && !["alt", "width", "height"].every((attribute) => attribute in attributes),
  );
  // React's placeholders for parts that arrive later in the HTML and that only a script puts into place.
  const placeholders = tags.filter(({ name, attributes }) => name === "template" && attributes["id"]?.startsWith("B:"));
  return [
    ...problems,
    ...placeholders.map(({ attributes }) => `shown by a script only: ${attributes["id"]}`),
    ...(headings === 1 ? [] : [`${headings} h1`]),
    ...pictures.map(({ attributes }) => `without size or alt: ${attributes["src"]}`),
  ];
}

const pageAddresses = publicRoutes.flatMap((path) => [path, localePath(path, "ar")]);

it(
  "R-01 every route answers 200 in both languages, with and without a trailing slash",
  { timeout: 120_000 },
  async () => {
    const answers = await Promise.all(
      [
        ...pageAddresses,
        ...sampleCases(pageAddresses, 3)
          .filter((path) => path !== "/")
          .map((path) => `${path}/`),
      ].map(async (path) => [path, (await requestOnce(path)).status]),
    );
    expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
  },
);

describe("every linked page", () => {
  const pages = new Map<string, HtmlPage>();
  const links: { from: string; path: string; fragment: string }[] = [];

  it("answers 200", { timeout: 120_000 }, async () => {
    const broken: string[] = [];
    let next = new Set(["/", "/ar", ...pageAddresses]);
    while (next.size > 0) {
      const linkedPaths = new Set<string>();
      for (const from of next) {
        const { status, page } = await requestOnce(from);
        if (status !== 200)
          broken.push(
            `${from} answers ${status}, linked from ${links.find(({ path }) => path === from)?.from ?? "the routes"}`,
          );
        if (!page) continue;
        pages.set(from, page);
        for (const { name, attributes } of page.tags) {
          const link = name === "a" && attributes["href"] !== undefined ? splitAddress(attributes["href"], from) : null;
          if (!link) continue;
          links.push({ from, ...link });
          linkedPaths.add(link.path);
        }
      }
      next = new Set([...linkedPaths].filter((path) => !answerByPath.has(path)));
    }
    expect(broken).toEqual([]);
    expect(pages.size).toBeGreaterThan(pageAddresses.length);
  });

  it("is well-formed, has one h1, and images with size and alt", () => {
    expect([...pages].flatMap(([path, page]) => findFaults(page).map((fault) => `${path}: ${fault}`))).toEqual([]);
  });

  it("has the ids that links refer to", () => {
    const missing = links.filter(
      ({ path, fragment }) => fragment !== "" && pages.get(path)?.ids.has(fragment) === false,
    );
    expect([...new Set(missing.map(({ from, path, fragment }) => `${path}#${fragment}, linked from ${from}`))]).toEqual(
      [],
    );
  });

  it("loads files from this site only, and all of them exist", { timeout: 120_000 }, async () => {
    const needed = new Map<string, string>();
    for (const [from, { tags }] of pages) for (const address of tags.flatMap(listSources)) needed.set(address, from);
    const broken: string[] = [];
    for (const [address, from] of needed) {
      if (address.startsWith("data:")) continue;
      const link = splitAddress(address, from);
      if (!link) broken.push(`${address} of another site, on ${from}`);
      else if ((await requestOnce(link.path)).status !== 200) broken.push(`${address}, missing on ${from}`);
    }
    expect(broken).toEqual([]);
    expect(needed.size).toBeGreaterThan(100);
  });
});
