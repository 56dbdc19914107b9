import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { integer, pgTable } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";
import config from "../drizzle.config.ts";

type Snapshot = ReturnType<typeof generateDrizzleJson>;

/** Snapshots of all migrations. `npm run db:generate` compares the newest with the `tables.server.ts` files. */
const snapshots = globSync("db/migrations/meta/*_snapshot.json");
const newest = JSON.parse(readFileSync(snapshots.toSorted().at(-1) ?? "", "utf8")) as Snapshot;

/** Snapshot of the tables in the files that drizzle.config.ts names, plus `extraTables`. */
async function readTables(extraTables: object = {}): Promise<Snapshot> {
  const files = globSync(config.schema as string[]).map((file) => pathToFileURL(resolve(file)).href);
  const modules = await Promise.all(files.map((file) => import(/* @vite-ignore */ file) as Promise<object>));
  return generateDrizzleJson(Object.assign({}, ...modules, extraTables), undefined, undefined, config.casing);
}

describe("db:generate", () => {
  it("has nothing to generate: the newest snapshot equals the tables in the code", async () => {
    expect(await generateMigration(newest, await readTables())).toEqual([]);
  });

  it("generates a migration for an additional table (negative control)", async () => {
    const withExtraTable = await readTables({ more: pgTable("more", { id: integer() }) });
    expect(await generateMigration(newest, withExtraTable)).toEqual(['CREATE TABLE "more" (\n\t"id" integer\n);\n']);
  });
});
