import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { jobs } from "../src/jobs.ts";

it.each(["en", "ar"])("D-01: the portal has a name in %s for every job", (locale) => {
  const texts = JSON.parse(readFileSync(`messages/${locale}/staff/jobs.json`, "utf8")) as Record<string, string>;
  const prefix = "staff_jobs_names_";
  expect(
    Object.keys(texts)
      .filter((key) => key.startsWith(prefix))
      .toSorted(),
  ).toEqual(
    Object.keys(jobs)
      .map((name) => prefix + name.replaceAll(/[.-]/g, "_"))
      .toSorted(),
  );
});
