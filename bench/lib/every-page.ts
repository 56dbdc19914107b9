/** The site with its demo content, and the addresses of all its pages: what the parts about quality go through. */
import { localePath } from "#i18n/locale.ts";
import { publicRoutes } from "#test/public-routes.ts";
import { sendRequest } from "./http.ts";
import type { Bench } from "./settings.ts";
import type { Site } from "./stage.ts";

/** Every route in both languages, or those whose English address is in `only`. */
export function pagePaths(only: string[]): string[] {
  const unknown = only.filter((path) => !publicRoutes.includes(path));
  if (unknown.length > 0) throw new Error(`No such page: ${unknown.join(", ")}. Pages: ${publicRoutes.join(" ")}`);
  return (only.length > 0 ? only : publicRoutes).flatMap((path) => [path, localePath(path, "ar")]);
}

/** Starts the site for one part, warms every page, and ends it after `work`. */
export async function withSite<T>(
  { stage, only }: Bench,
  database: string,
  work: (site: Site, paths: string[]) => Promise<T>,
): Promise<T> {
  const paths = pagePaths(only);
  const site = await stage.site({ databaseUrl: await stage.database(database) });
  try {
    // Twice, as pages that people read: the second time a page is made as small as it gets.
    for (const path of [...paths, ...paths])
      await sendRequest(undefined, site.url + path, { headers: { "accept-encoding": "br" } });
    return await work(site, paths);
  } finally {
    await site.end();
  }
}
