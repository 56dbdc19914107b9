/** A page brings the code of its own language, and only of that: scripts/one-language.ts. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestSite, type TestSite } from "#test/site.ts";

let site: TestSite;
beforeAll(async () => void (site = await startTestSite({ database: "embedded" })));
afterAll(() => site.stop());

const scriptsOf = async (path: string) => new Set((await (await fetch(site.url + path)).text()).match(/\/assets\/[\w./-]+\.js/g));

it("R-15 an Arabic page names the Arabic files wherever there are such, and all it names is there", async () => {
  const arabic = new Set(readdirSync("build/client/assets/ar").map((name) => `/assets/${name}`));
  for (const [path, isArabic] of [["/", false], ["/ar", true], ["/courses", false], ["/ar/courses", true], ["/ar/no-such-page", true]] as const) {
    const scripts = [...(await scriptsOf(path))];
    expect(scripts.length, path).toBeGreaterThan(4);
    for (const script of scripts) {
      expect(existsSync(`build/client${script}`), script).toBe(true);
      expect(script.startsWith("/assets/ar/"), `${path} ${script}`).toBe(isArabic && (script.startsWith("/assets/ar/") || arabic.has(script)));
    }
  }
});

it("no English file carries an Arabic message, no Arabic one an English sentence that has a translation", () => {
  const names = readdirSync("build/client/assets/ar").filter((name) => name.endsWith(".js") && !name.startsWith("manifest"));
  const read = (name: string, folder: string) => readFileSync(`build/client/assets/${folder}${name}`, "utf8");
  expect(names.length).toBeGreaterThan(40);
  for (const name of names) {
    expect(read(name, ""), name).not.toContain("__either");
    expect(read(name, "ar/"), name).not.toContain("__either");
  }
  const english = names.map((name) => read(name, "")).join("");
  const all = names.map((name) => read(name, "ar/")).join("");
  expect([english.includes("once a month"), all.includes("once a month")]).toEqual([true, false]);
  expect([english.includes("مرة كل شهر"), all.includes("مرة كل شهر")]).toEqual([false, true]);
});
