/**
 * The home page from the cache against servers that hold the same bytes, and the course list rendered anew against bare
 * React.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { finishPage } from "#site/finish-page.server.ts";
import { alternate, type Side } from "../lib/compare.ts";
import { anewEach } from "../lib/anew.ts";
import { sendRequest, type Answer } from "../lib/http.ts";
import type { Shot } from "../lib/load.ts";
import { haveNginx, startNginx } from "../lib/nginx.ts";
import { freePort, startChild, type Running } from "../lib/processes.ts";
import { formatNumber, type Figure, type PartFigures } from "../lib/report.ts";
import { connections, type Bench } from "../lib/settings.ts";

const compressed: Shot = { path: "/", headers: { "accept-encoding": "br" } };
/**
 * The course list under addresses too long to be kept, each another, so that every one is made: a date that is none
 * changes nothing of the page.
 */
const uncached: Shot[] = anewEach("/courses", 500);

/** Headers that a server makes anew for each answer. */
const connectionHeaders = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);

function createSide({ generator, seconds }: Bench, name: string, origin: string, ...shots: Shot[]): Side {
  return { name, measure: async () => (await generator.run({ origin, shots, seconds, connections })).perSecond };
}

/** Pages of the round before may still wait to be rendered: the answer to one more says that they are gone. */
const answeredBefore =
  (origin: string) =>
  ({ name, measure }: Side): Side => ({
    name,
    measure: async () => {
      await sendRequest(undefined, origin + (uncached[0]?.path ?? ""));
      return measure();
    },
  });

/** A second of load before anything counts, for the compilers of Node. */
async function warm(bench: Bench, origin: string, ...shots: Shot[]): Promise<void> {
  await bench.generator.run({ origin, shots, seconds: 1, connections });
}

/** The cached page as it leaves the site. */
async function cachedPage(origin: string): Promise<Answer> {
  await sendRequest(undefined, origin + compressed.path, compressed); // makes it and keeps it
  const page = await sendRequest(undefined, origin + compressed.path, compressed);
  if (page.status !== 200 || page.headers["content-encoding"] !== "br")
    throw new Error(
      `The home page did not come from the cache: ${page.status} ${page.headers["content-encoding"] ?? "uncompressed"}`,
    );
  return page;
}

function sameBytes(name: string, answer: Answer, page: Answer): void {
  if (answer.status !== 200 || !answer.bytes.equals(page.bytes) || answer.headers["content-encoding"] !== "br")
    throw new Error(`${name} does not send the page's bytes`);
}

async function cached(bench: Bench, remarks: string[]): Promise<Figure[]> {
  const { stage, rounds } = bench;
  const running: Running[] = [];
  try {
    const site = await stage.site({ databaseUrl: await stage.database("bench_pages") });
    running.push(site);
    const page = await cachedPage(site.url);
    const headers = Object.fromEntries(
      Object.entries(page.headers).flatMap(([name, value]) =>
        connectionHeaders.has(name) || value === undefined ? [] : [[name, String(value)]],
      ),
    );
    const files = [join(stage.scratch, "headers.json"), join(stage.scratch, "page.br")] as const;
    writeFileSync(files[0], JSON.stringify(headers));
    writeFileSync(files[1], page.bytes);

    const port = await freePort();
    running.push(await startChild("raw-page", [String(port), ...files]));
    const sides = [
      createSide(bench, "site", site.url, compressed),
      createSide(bench, "node", `http://127.0.0.1:${port}`, compressed),
    ];
    if (await haveNginx()) {
      const nginxPort = await freePort();
      running.push(await startNginx(stage.scratch, nginxPort, headers, page.bytes));
      sides.push(createSide(bench, "nginx", `http://127.0.0.1:${nginxPort}`, compressed));
      sameBytes("nginx", await sendRequest(undefined, `http://127.0.0.1:${nginxPort}/`, compressed), page);
    } else remarks.push("nginx is not installed and cannot be: not compared");
    sameBytes("raw Node", await sendRequest(undefined, `http://127.0.0.1:${port}/`, compressed), page);

    await warm(bench, site.url, compressed);
    await warm(bench, `http://127.0.0.1:${port}`, compressed);
    const { perSecond, ratio } = await alternate(sides, rounds);
    const against = (reference: string) =>
      `${formatNumber(perSecond["site"] ?? 0)}/s against ${formatNumber(perSecond[reference] ?? 0)}/s, ${formatNumber(page.bytes.length / 1000)} kB`;
    const figures: Figure[] = [
      {
        name: "cached home page / raw Node holding it",
        value: ratio("site", "node"),
        unit: "x",
        target: { atLeast: 0.7 },
        note: against("node"),
      },
    ];
    if (perSecond["nginx"])
      figures.push({
        name: "cached home page / nginx",
        value: ratio("site", "nginx"),
        unit: "x",
        target: { atLeast: 0.3 },
        note: against("nginx"),
      });
    return figures;
  } finally {
    for (const process of running) await process.end();
  }
}

/** The page as the site finishes it; what bare React sends still has its random nonce. */
function finished({ bytes }: Answer): string {
  const html = bytes.toString();
  const nonce = / nonce="([^"]*)"/.exec(html)?.[1];
  return nonce ? finishPage(html, nonce, true).html : html;
}

async function rendered(bench: Bench): Promise<Figure[]> {
  const { stage, rounds } = bench;
  const running: Running[] = [];
  try {
    const databaseUrl = await stage.database("bench_rendered");
    const site = await stage.site({ databaseUrl });
    running.push(site);
    const bare = await stage.witness({ databaseUrl });
    running.push(bare);
    const ours = await sendRequest(undefined, bare.url + (uncached[0]?.path ?? ""));
    const switched = await sendRequest(undefined, `${bare.url}/__bench/bare`);
    const theirs = await sendRequest(undefined, bare.url + (uncached[0]?.path ?? ""));
    if (ours.status !== 200 || switched.status !== 200 || finished(theirs) !== finished(ours))
      throw new Error(
        `Bare React does not render the site's page: ${switched.bytes.toString()} (${ours.bytes.length} and ${theirs.bytes.length} bytes)`,
      );
    for (const origin of [site.url, bare.url]) await warm(bench, origin, ...uncached);
    const sides = [createSide(bench, "site", site.url, ...uncached), createSide(bench, "react", bare.url, ...uncached)];
    const { perSecond, ratio } = await alternate(sides.map(answeredBefore(site.url)), rounds);
    const note = `${formatNumber(perSecond["site"] ?? 0)}/s against ${formatNumber(perSecond["react"] ?? 0)}/s, ${formatNumber(ours.bytes.length / 1000)} kB uncompressed`;
    return [
      {
        name: "uncached course list / bare react-dom/server",
        value: ratio("site", "react"),
        unit: "x",
        target: { atLeast: 0.2 },
        note,
      },
    ];
  } finally {
    for (const process of running) await process.end();
  }
}

export async function pages(bench: Bench): Promise<PartFigures> {
  const remarks: string[] = [];
  return { figures: [...(await cached(bench, remarks)), ...(await rendered(bench))], remarks };
}
