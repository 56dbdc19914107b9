/**
 * The last release keeps running while the next one migrates and takes over: its built code on today's schema, beside
 * today's site.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestSite, type TestSite } from "#test/site.ts";
import { beginOrder, courseBySlug, newPerson, post } from "../http/client.ts";
import { pay } from "../buyer.ts";

/** The commit of the last release. Each release updates that file. */
const release = readFileSync("test/upgrade/last-release", "utf8").trim();
const hasHistory = spawnSync("git", ["cat-file", "-e", `${release}^{commit}`]).status === 0;

function run(command: string, args: string[], folder = "."): void {
  const { status, stderr, stdout } = spawnSync(command, args, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 26 });
  if (status !== 0)
    throw new Error(`${command} ${args.join(" ")} ended with ${status}:\n${(stderr + stdout).slice(-2000)}`);
}

/**
 * Builds the last release in a folder of this repository. It uses the packages of this version if the lock file is the
 * same, otherwise its own. Returns the folder.
 */
function buildRelease(): string {
  const folder = resolve("build/last-release");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  run("sh", ["-c", `git archive ${release} | tar -x -C "${folder}"`]);
  if (readFileSync(`${folder}/package-lock.json`, "utf8") === readFileSync("package-lock.json", "utf8"))
    for (const packages of ["node_modules", "staff/node_modules"])
      symlinkSync(resolve(packages), `${folder}/${packages}`);
  else run("npm", ["ci", "--no-audit", "--no-fund"], folder);
  run(process.execPath, ["scripts/build.ts"], folder);
  return folder;
}

describe.runIf(process.env["TEST_ALL"])("the last release on today's schema", () => {
  let newSite: TestSite;
  let oldSite: TestSite | undefined;
  beforeAll(async () => {
    newSite = await startTestSite({ database: "postgres" });
    if (hasHistory) oldSite = await startTestSite({ database: "postgres", beside: newSite, folder: buildRelease() });
  }, 900_000);
  afterAll(async () => {
    await oldSite?.stop();
    await newSite?.stop();
    rmSync("build/last-release", { recursive: true, force: true });
  });

  async function buy(site: TestSite) {
    const person = await newPerson(site);
    const course = await courseBySlug(site, "infection-prevention-control");
    const begun = await beginOrder(site, person, course.id);
    await pay(begun);
    const { order_id, sub_total, tax, total } = begun as unknown as Record<string, unknown>;
    const report = { user_id: person.id, order_id, course_id: course.id, sub_total, tax, total };
    const response = { payment_response: { id: begun.given_id } };
    const paid = await post(site, "/api/process-payment", { ...report, ...response }, { token: person.token });
    return { status: paid.status, person, order: order_id };
  }

  it("answers 200 for its pages and sells beside today's site; each site shows the other's orders", async (test) => {
    if (!oldSite) return test.skip(`This clone has no commit ${release}: fetch the whole history to run it`);
    for (const path of [
      "/readyz",
      "/",
      "/ar/courses",
      "/courses/infection-prevention-control",
      "/news",
      "/faq",
      "/api/openapi.json",
    ]) {
      const { status } = await fetch(oldSite.url + path);
      expect([path, status]).toEqual([path, 200]);
    }
    const [older, newer] = [await buy(oldSite), await buy(newSite)];
    expect([older.status, newer.status]).toEqual([200, 200]);
    for (const [site, { person, order }] of [
      [newSite, older],
      [oldSite, newer],
    ] as const) {
      const details = { user_id: person.id, order_id: order };
      const { status, body } = await post(site, "/api/order_details", details, { token: person.token });
      expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining(`"id":${String(order)},`)]);
    }
    const faults = [...oldSite.output, ...newSite.output].filter((line) => line.includes('"level":"error"'));
    expect(faults).toEqual([]);
  });
});
