import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { integer, pgTable } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";
import config from "../drizzle.config.ts";

type Snapshot = ReturnType<typeof generateDrizzleJson>;

/** Of all migrations; what `npm run db:generate` compares the tables' files with. */
const snapshots = globSync("db/migrations/meta/*_snapshot.json");
const newest = JSON.parse(readFileSync(snapshots.toSorted().at(-1) ?? "", "utf8")) as Snapshot;

/** What the files say that drizzle.config.ts names, and one table more where it is given. */
async function written(also: object = {}): Promise<Snapshot> {
  const files = globSync(config.schema as string[]).map((file) => pathToFileURL(resolve(file)).href);
  const modules = await Promise.all(files.map((file) => import(/* @vite-ignore */ file) as Promise<object>));
  return generateDrizzleJson(Object.assign({}, ...modules, also), undefined, undefined, config.casing);
}

describe("db:generate", () => {
  it("has nothing to do: the newest snapshot says what all the tables' files say", async () => {
    expect(await generateMigration(newest, await written())).toEqual([]);
  });

  it("the negative control: a table more is written", async () => {
    const more = await written({ more: pgTable("more", { id: integer() }) });
    expect(await generateMigration(newest, more)).toEqual(['CREATE TABLE "more" (\n\t"id" integer\n);\n']);
  });
});
