import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it, onTestFinished } from "vitest";
import { sourceDigest } from "./build-digest.ts";
import { compressFolder, forVisitors } from "./compress.ts";

it("compresses files that get smaller, but no pictures or fonts", async () => {
  const folder = mkdtempSync(join(tmpdir(), "nama-compress-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const script = "export const one = 1;\n".repeat(200);
  writeFileSync(join(folder, "a.js"), script);
  writeFileSync(join(folder, "tiny.css"), "a{}");
  writeFileSync(join(folder, "font.woff2"), script);
  await compressFolder(folder, forVisitors);
  expect(brotliDecompressSync(readFileSync(join(folder, "a.js.br"))).toString()).toBe(script);
  expect(gunzipSync(readFileSync(join(folder, "a.js.gz"))).toString()).toBe(script);
  for (const none of ["tiny.css.gz", "font.woff2.br", "font.woff2.gz"])
    expect(existsSync(join(folder, none)), none).toBe(false);
});

it("O4-04 demo files can be read by another user than the one that built them", () => {
  expect((statSync("build/demo-payments.jsonl").mode & 0o777).toString(8)).toBe("644");
});

it("production dependencies include everything the server loads from node_modules", () => {
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: object };
  const packageName = /\b(?:from|import\()\s*"((?:@[\w-]+\/)?[\w-][\w.-]*)(?:\/[^"]*)?"/g;
  const loaded = globSync("build/server/**/*.js")
    .flatMap((file) => [...readFileSync(file, "utf8").matchAll(packageName)].map(([, name = ""]) => name))
    .filter((name) => !isBuiltin(name));
  expect(loaded).toContain("pg");
  expect(loaded.filter((name) => !(name in dependencies))).toEqual([]);
});

it("a changed source changes the digest, a test does not", () => {
  // Sources of its own: other tests ask meanwhile whether the site is built of the real ones.
  const [here, folder] = [process.cwd(), mkdtempSync(join(tmpdir(), "nama-digest-"))];
  onTestFinished(() => {
    process.chdir(here);
    rmSync(folder, { recursive: true, force: true });
  });
  process.chdir(folder);
  for (const name of ["src", "messages"]) mkdirSync(name);
  const before = sourceDigest();
  expect(before).toMatch(/^[0-9a-f]{64}$/);
  const added = (name: string) => {
    const file = join("messages", name);
    writeFileSync(file, "changed");
    return sourceDigest();
  };
  expect(added("digest-probe.test.ts")).toBe(before);
  expect(added("digest-probe.txt")).not.toBe(before);
});
