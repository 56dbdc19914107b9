import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { unprivileged } from "#platform/db/postgres-binaries.server.ts";
import { folderProblem } from "./data-folder.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nama-data-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

/** `npm start` as it ends at once. */
function start(dataDir: string) {
  const env = { PATH: process.env["PATH"], DATA_DIR: dataDir, PORT: "0" };
  const { status, stderr } = spawnSync(process.execPath, ["scripts/start.ts"], { env, encoding: "utf8" });
  return { status, lines: stderr.trimEnd().split("\n") };
}

const filesIn = (path: string) => (readdirSync(path, { recursive: true }) as string[]).toSorted();

/** What a user without rights is told; the module is loaded before, from a checkout that they may not enter. */
function asNoOne(dataDir: string): string {
  const module = pathToFileURL(resolve("scripts/data-folder.ts")).href;
  const program = `import { folderProblem } from "${module}";
    const { uid, gid } = ${JSON.stringify(unprivileged)};
    if (uid) { process.setgid(gid); process.setuid(uid); }
    console.log(folderProblem(${JSON.stringify(dataDir)}, true));`;
  return execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" }).trim();
}

it("creates the folder and leaves nothing in it", () => {
  expect(folderProblem(join(folder, "a/b"), true)).toBeNull();
  expect(readdirSync(join(folder, "a/b"))).toEqual([]);
});

it("O3-03: says in one line that DATA_DIR is a file, or in a file, and exits with 1", () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  for (const dataDir of [file, join(file, "data")]) {
    const { status, lines } = start(dataDir);
    expect(status).toBe(1);
    expect(lines).toEqual([expect.stringContaining(`cannot be kept in ${dataDir}: ${file} is a file`)]);
  }
});

it("O3-03: names a folder, or a folder in it, that this user may not write", () => {
  chmodSync(folder, 0o755);
  const own = join(folder, "own");
  mkdirSync(join(own, "postgres"), { recursive: true });
  if (unprivileged.uid === undefined) chmodSync(folder, 0o555);
  else chownSync(own, unprivileged.uid, unprivileged.gid);
  expect(asNoOne(join(folder, "new"))).toMatch(
    new RegExp(`kept in ${folder}/new: user \\d+ may not write to ${folder}\\.`),
  );
  chmodSync(join(own, "postgres"), 0o555);
  expect(asNoOne(own)).toMatch(new RegExp(`kept in ${own}: user \\d+ may not write to ${own}/postgres\\.`));
  chmodSync(folder, 0o755);
});

it.each([
  ["of an older version", ["database/base/1"], "was made by an older version of Nama Health"],
  ["of an older version, beside an empty folder", ["database/base/1", "postgres/"], "was made by an older version"],
  ["of another PostgreSQL", ["postgres/PG_VERSION", "postgres/base/1"], "was made by PostgreSQL 17, this version"],
  ["of another kind", ["postgres/18/PG_VERSION"], "holds files but no database that this version can read"],
  ["whose restore was interrupted", ["postgres.before/PG_VERSION"], "A restore into"],
  ["whose files are elsewhere and missing", ["postgres -> elsewhere/postgres"], "leads to"],
])("O4-01 a database %s stops the start with a message, and nothing is written", (_case, files, sentence) => {
  for (const file of files) {
    const [name = "", target] = file.split(" -> ");
    mkdirSync(join(folder, name.endsWith("/") ? name : dirname(name)), { recursive: true });
    if (target) symlinkSync(join(folder, target), join(folder, name));
    else if (!name.endsWith("/")) writeFileSync(join(folder, name), "17\n");
  }
  writeFileSync(join(folder, "auth-secret"), "a secret of more than 32 characters");
  const before = filesIn(folder);
  const { status, lines } = start(folder);
  expect([status, lines]).toEqual([1, [expect.stringContaining(sentence)]]);
  expect(lines[0]).toMatch(/nothing was changed.*(Start the version that made it|run it again|Bring that folder back)/);
  expect(filesIn(folder)).toEqual(before);
});

it("O4-01 operator commands reject such a folder too, and write nothing", () => {
  mkdirSync(join(folder, "database/base"), { recursive: true });
  writeFileSync(join(folder, "auth-secret"), "a secret of more than 32 characters");
  const env = { PATH: process.env["PATH"], DATA_DIR: folder };
  const { status, stderr } = spawnSync(process.execPath, ["scripts/orders.ts", "list"], { env, encoding: "utf8" });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^The database in .* was made by an older version.*\n$/)]);
  expect(filesIn(folder)).toEqual(["auth-secret", "database", "database/base"]);
});

describe.runIf(process.env["TEST_ALL"])("O3-03: refuses to start on a disk", () => {
  function mount(options: string): string {
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]);
    onTestFinished(() => void execFileSync("umount", [folder]));
    return folder;
  }

  it("that is too small for a new database", () => {
    const { status, lines } = start(mount("size=20m"));
    expect(status).toBe(1);
    expect(lines).toEqual([expect.stringMatching(`kept in ${folder}: the disk has \\d+ MB left, and a new database`)]);
  });

  it("that is full", () => {
    const disk = mount("size=20m");
    mkdirSync(join(disk, "postgres"), { recursive: true });
    spawnSync("dd", ["if=/dev/zero", `of=${join(disk, "filler")}`, "bs=64k"], { stdio: "ignore" });
    const { status, lines } = start(disk);
    expect(status).toBe(1);
    expect(lines).toEqual([expect.stringContaining(`kept in ${folder}: the disk is full.`)]);
  });

  it("that is read-only", () => {
    const { status, lines } = start(join(mount("ro"), "data"));
    expect(status).toBe(1);
    expect(lines).toEqual([expect.stringContaining(`kept in ${folder}/data: the disk is read-only.`)]);
  });
});
