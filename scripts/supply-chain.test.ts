import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findSupplyChainProblems } from "./supply-chain.ts";

type Lock = Parameters<typeof findSupplyChainProblems>[0];
const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as Lock;
const dates = JSON.parse(readFileSync("package-dates.json", "utf8")) as Record<string, string>;
const npmrc = "ignore-scripts=true\n";
const now = new Date("2026-12-24T00:00:00Z");
const newOne = "new-one@1.0.0";
/** What the check says of one package more. */
const problemsWith = (entry: Lock["packages"][string], day = "2026-12-01") =>
  findSupplyChainProblems(
    { packages: { ...lock.packages, "node_modules/a/node_modules/new-one": { version: "1.0.0", ...entry } } },
    { ...dates, [newOne]: day },
    npmrc,
    now,
  );

describe("the check rejects", () => {
  it.each([
    ["from an address", { resolved: "https://example.com/new-one.tgz", integrity: "sha512-a" }],
    ["from git", { resolved: "git+ssh://git@github.com/a/new-one.git#0" }],
    ["without a checksum", {}],
  ])("a package %s", (_, entry) => {
    expect(problemsWith(entry)).toEqual([
      "node_modules/a/node_modules/new-one is no package of the registry with a checksum.",
    ]);
  });

  it("a package with an install script that is not on the list", () => {
    expect(problemsWith({ integrity: "sha512-a", hasInstallScript: true })).toEqual([
      expect.stringMatching(/^new-one has an install script/),
    ]);
  });

  it("a listed package that has no install script any more", () => {
    const without = Object.entries(lock.packages).map(([path, entry]) =>
      path.endsWith("/esbuild") ? [path, { ...entry, hasInstallScript: false }] : [path, entry],
    );
    const changed = { packages: Object.fromEntries(without) as Lock["packages"] };
    expect(findSupplyChainProblems(changed, dates, npmrc, now)).toEqual([
      expect.stringMatching(/^esbuild has no install script any more/),
    ]);
  });

  it("an .npmrc without ignore-scripts", () => {
    expect(findSupplyChainProblems(lock, dates, "", now)).toEqual([".npmrc must say ignore-scripts=true."]);
  });

  it("a version published less than seven days ago", () => {
    const entry = { integrity: "sha512-a" };
    expect(problemsWith(entry, "2026-12-18")).toEqual([
      "new-one@1.0.0 was published on 2026-12-18: use an older version, or wait until it is 7 days old.",
    ]);
    expect(problemsWith(entry, "2026-12-17")).toEqual([]);
  });

  it("versions without a recorded date, and dates of versions that are gone", () => {
    const [[known = "", day = ""] = [], ...others] = Object.entries(dates);
    const problems = (changed: [string, string][]) =>
      findSupplyChainProblems(lock, Object.fromEntries(changed), npmrc, now);
    expect(problems(others)).toEqual([expect.stringMatching(`\\(${known}\\).*--record`)]);
    expect(problems([...others, [known, day], ["gone@1.0.0", day]])).toEqual([
      expect.stringMatching(/\(gone@1\.0\.0\).*--record/),
    ]);
  });
});

it("the check accepts today's packages", () => {
  expect(findSupplyChainProblems(lock, dates, readFileSync(".npmrc", "utf8"), new Date())).toEqual([]);
});
