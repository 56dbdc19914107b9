/**
 * Compares the cached home page with other servers that hold the same bytes, and the uncached course list with bare
 * React.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { finishPage } from "#site/finish-page.server.ts";
import { alternate, type Side } from "../lib/compare.ts";
import { toUncachedShots } from "../lib/uncached.ts";
import { sendRequest, type Answer } from "../lib/http.ts";
import type { Shot } from "../lib/load.ts";
import { ensureNginx, startNginx } from "../lib/nginx.ts";
import { freePort, startChild, type Running } from "../lib/processes.ts";
import { formatNumber, type Figure, type PartFigures } from "../lib/report.ts";
import { connections, type Bench } from "../lib/settings.ts";

const homeRequest: Shot = { path: "/", headers: { "accept-encoding": "br" } };
const uncached: Shot[] = toUncachedShots("/courses", 500);

/** Headers that every server writes itself for each answer. */
const connectionHeaders = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);

function createSide({ generator, seconds }: Bench, name: string, origin: string, ...shots: Shot[]): Side {
  return { name, measure: async () => (await generator.run({ origin, shots, seconds, connections })).perSecond };
}

/**
 * Pages of the round before may still wait to be rendered. The site answers one more request after them, so each
 * measurement first waits for such an answer.
 */
const afterOpenRequests =
  (origin: string) =>
  ({ name, measure }: Side): Side => ({
    name,
    measure: async () => {
      await sendRequest(undefined, origin + (uncached[0]?.path ?? ""));
      return measure();
    },
  });

/** Sends one second of load that is not measured, so that Node has compiled the code before the measurement. */
async function warmUp(bench: Bench, origin: string, ...shots: Shot[]): Promise<void> {
  await bench.generator.run({ origin, shots, seconds: 1, connections });
}

/** Fetches the home page from the site's cache. Throws when the answer is not the compressed page. */
async function fetchCachedPage(origin: string): Promise<Answer> {
  await sendRequest(undefined, origin + homeRequest.path, homeRequest); // fills the cache
  const page = await sendRequest(undefined, origin + homeRequest.path, homeRequest);
  if (page.status !== 200 || page.headers["content-encoding"] !== "br")
    throw new Error(
      `The home page did not come from the cache: ${page.status} ${page.headers["content-encoding"] ?? "uncompressed"}`,
    );
  return page;
}

function assertSameBytes(name: string, answer: Answer, page: Answer): void {
  if (answer.status !== 200 || !answer.bytes.equals(page.bytes) || answer.headers["content-encoding"] !== "br")
    throw new Error(`${name} does not send the page's bytes`);
}

async function measureCached(bench: Bench, remarks: string[]): Promise<Figure[]> {
  const { stage, rounds } = bench;
  const running: Running[] = [];
  try {
    const site = await stage.site({ databaseUrl: await stage.database("bench_pages") });
    running.push(site);
    const page = await fetchCachedPage(site.url);
    const headers = Object.fromEntries(
      Object.entries(page.headers).flatMap(([name, value]) =>
        connectionHeaders.has(name) || value === undefined ? [] : [[name, String(value)]],
      ),
    );
    const headersFile = join(stage.scratch, "headers.json");
    const bodyFile = join(stage.scratch, "page.br");
    writeFileSync(headersFile, JSON.stringify(headers));
    writeFileSync(bodyFile, page.bytes);

    const port = await freePort();
    running.push(await startChild("raw-page", [String(port), headersFile, bodyFile]));
    const sides = [
      createSide(bench, "site", site.url, homeRequest),
      createSide(bench, "node", `http://127.0.0.1:${port}`, homeRequest),
    ];
    if (await ensureNginx()) {
      const nginxPort = await freePort();
      running.push(await startNginx(stage.scratch, nginxPort, headers, page.bytes));
      sides.push(createSide(bench, "nginx", `http://127.0.0.1:${nginxPort}`, homeRequest));
      assertSameBytes("nginx", await sendRequest(undefined, `http://127.0.0.1:${nginxPort}/`, homeRequest), page);
    } else remarks.push("nginx is not installed and cannot be: not compared");
    assertSameBytes("raw Node", await sendRequest(undefined, `http://127.0.0.1:${port}/`, homeRequest), page);

    await warmUp(bench, site.url, homeRequest);
    await warmUp(bench, `http://127.0.0.1:${port}`, homeRequest);
    const { perSecond, ratio } = await alternate(sides, rounds);
    const toNote = (reference: string) =>
      `${formatNumber(perSecond["site"] ?? 0)}/s against ${formatNumber(perSecond[reference] ?? 0)}/s, ${formatNumber(page.bytes.length / 1000)} kB`;
    const figures: Figure[] = [
      {
        name: "cached home page / raw Node holding it",
        value: ratio("site", "node"),
        unit: "x",
        target: { atLeast: 0.7 },
        note: toNote("node"),
      },
    ];
    if (perSecond["nginx"])
      figures.push({
        name: "cached home page / nginx",
        value: ratio("site", "nginx"),
        unit: "x",
        target: { atLeast: 0.3 },
        note: toNote("nginx"),
      });
    return figures;
  } finally {
    for (const process of running) await process.end();
  }
}

/** Returns the HTML as the site finishes it. What bare React sends still has its random nonce. */
function toFinishedHtml({ bytes }: Answer): string {
  const html = bytes.toString();
  const nonce = / nonce="([^"]*)"/.exec(html)?.[1];
  return nonce ? finishPage(html, nonce, true).html : html;
}

async function measureRendered(bench: Bench): Promise<Figure[]> {
  const { stage, rounds } = bench;
  const running: Running[] = [];
  try {
    const databaseUrl = await stage.database("bench_rendered");
    const site = await stage.site({ databaseUrl });
    running.push(site);
    const bare = await stage.witness({ databaseUrl });
    running.push(bare);
    const siteAnswer = await sendRequest(undefined, bare.url + (uncached[0]?.path ?? ""));
    const switched = await sendRequest(undefined, `${bare.url}/__bench/bare`);
    const bareAnswer = await sendRequest(undefined, bare.url + (uncached[0]?.path ?? ""));
    if (
      siteAnswer.status !== 200 ||
      switched.status !== 200 ||
      toFinishedHtml(bareAnswer) !== toFinishedHtml(siteAnswer)
    )
      throw new Error(
        `Bare React does not render the site's page: ${switched.bytes.toString()} (${siteAnswer.bytes.length} and ${bareAnswer.bytes.length} bytes)`,
      );
    for (const origin of [site.url, bare.url]) await warmUp(bench, origin, ...uncached);
    const sides = [createSide(bench, "site", site.url, ...uncached), createSide(bench, "react", bare.url, ...uncached)];
    const { perSecond, ratio } = await alternate(sides.map(afterOpenRequests(site.url)), rounds);
    const note = `${formatNumber(perSecond["site"] ?? 0)}/s against ${formatNumber(perSecond["react"] ?? 0)}/s, ${formatNumber(siteAnswer.bytes.length / 1000)} kB uncompressed`;
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
  return { figures: [...(await measureCached(bench, remarks)), ...(await measureRendered(bench))], remarks };
}
