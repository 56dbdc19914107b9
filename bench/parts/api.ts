/** Compares the API's list of courses with a bare Node server that runs the same query through `pg`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { alternate } from "../lib/compare.ts";
import { sendRequest } from "../lib/http.ts";
import { freePort, startChild, type Running } from "../lib/processes.ts";
import { formatNumber, type PartFigures } from "../lib/report.ts";
import { connections, type Bench } from "../lib/settings.ts";
import { poolSize } from "../lib/stage.ts";
import type { Shot } from "../lib/load.ts";

const listRequest: Shot = {
  path: "/api/courses",
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ page: 1 }),
};

const countCourses = (json: Buffer) => (JSON.parse(json.toString()) as { data: unknown[] }).data.length;

export async function api({ stage, generator, seconds, rounds }: Bench): Promise<PartFigures> {
  const running: Running[] = [];
  try {
    const databaseUrl = await stage.database("bench_api");
    const witness = await stage.witness({ databaseUrl });
    running.push(witness);
    const siteAnswer = await sendRequest(undefined, witness.url + listRequest.path, listRequest);
    const query = await sendRequest(undefined, `${witness.url}/__bench/query`);
    const queryFile = join(stage.scratch, "query.json");
    writeFileSync(queryFile, query.bytes);
    await witness.end();

    const site = await stage.site({ databaseUrl });
    running.push(site);
    const port = await freePort();
    running.push(await startChild("raw-courses", [String(port), queryFile, databaseUrl, String(poolSize)]));
    const rawUrl = `http://127.0.0.1:${port}`;
    const rawAnswer = await sendRequest(undefined, rawUrl + listRequest.path, listRequest);
    if (
      siteAnswer.status !== 200 ||
      rawAnswer.status !== 200 ||
      countCourses(siteAnswer.bytes) !== countCourses(rawAnswer.bytes)
    )
      throw new Error("The reference does not answer with the site's courses");

    const sides = Object.entries({ site: site.url, raw: rawUrl }).map(([name, origin]) => ({
      name,
      measure: async (time = seconds) =>
        (await generator.run({ origin, shots: [listRequest], seconds: time, connections })).perSecond,
    }));
    for (const side of sides) await side.measure(1);
    const { perSecond, ratio } = await alternate(
      sides.map(({ name, measure }) => ({ name, measure: () => measure() })),
      rounds,
    );
    const note = `${formatNumber(perSecond["site"] ?? 0)}/s against ${formatNumber(perSecond["raw"] ?? 0)}/s, ${countCourses(siteAnswer.bytes)} courses, ${formatNumber(siteAnswer.bytes.length / 1000)} kB`;
    return {
      figures: [
        {
          name: "courses through the API / raw Node + pg",
          value: ratio("site", "raw"),
          unit: "x",
          target: { atLeast: 0.5 },
          note,
        },
      ],
      remarks: [],
    };
  } finally {
    for (const process of running) await process.end();
  }
}
