/** Every link and file of the site, followed from both first pages; links to other sites are counted, not asked. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { withSite } from "../lib/every-page.ts";
import type { PartFigures } from "../lib/report.ts";
import type { Bench } from "../lib/settings.ts";
import { toolFolder } from "../lib/tools.ts";

interface Link {
  url: string;
  status?: number;
  state: "OK" | "BROKEN" | "SKIPPED";
  parent?: string;
}
type Check = (options: object) => Promise<{ links: Link[] }>;

export async function links(bench: Bench): Promise<PartFigures> {
  const { check } = (await import(pathToFileURL(join(toolFolder("linkinator"), "build/src/index.js")).href)) as {
    check: Check;
  };
  return withSite({ ...bench, only: [] }, "bench_links", async (site) => {
    const { links: found } = await check({
      path: [`${site.url}/`, `${site.url}/ar`],
      recurse: true,
      checkFragments: true,
      concurrency: 10,
      linksToSkip: (url: string) => Promise.resolve(!url.startsWith(site.url)),
    });
    const broken = found.filter(({ state }) => state === "BROKEN");
    const away = new Set(
      found.filter(({ state, url }) => state === "SKIPPED" && url.startsWith("http")).map(({ url }) => url),
    );
    return {
      figures: [
        {
          name: "broken links",
          value: broken.length,
          unit: "",
          target: { atMost: 0 },
          note: `of ${found.filter(({ state }) => state === "OK").length + broken.length}`,
        },
        { name: "links to other sites", value: away.size, unit: "", note: "not asked" },
      ],
      remarks: broken.map(
        ({ url, status, parent }) => `${url} answers ${status ?? "nothing"}, linked from ${parent ?? "?"}`,
      ),
    };
  });
}
