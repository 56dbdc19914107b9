import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { jobs } from "../src/jobs.ts";

it.each(["en", "ar"])("D-01: the portal has a name in %s for every job", (locale) => {
  const { names } = JSON.parse(readFileSync(`staff/messages/${locale}/jobs.json`, "utf8")) as {
    names: Record<string, string>;
  };
  expect(Object.keys(names).toSorted()).toEqual(
    Object.keys(jobs)
      .map((name) => name.replace(".", "_"))
      .toSorted(),
  );
});
