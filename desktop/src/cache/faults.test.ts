/** The cache folder stays valid when processes are killed, when the disk is full, and when processes share it. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startCacheProcess, type CacheProcess, type CacheProcessOptions } from "../../test/cache-processes.ts";
import { startPictureServer, type PictureServer } from "../../test/picture-server.ts";
import { sha256Hex, readName } from "./names.ts";

let server: PictureServer;
let folder: string;
const processes: CacheProcess[] = [];
beforeEach(async () => {
  server = await startPictureServer();
  folder = mkdtempSync(join(tmpdir(), "nama-shell-"));
});
afterEach(async () => {
  for (const { child } of processes.splice(0)) child.kill("SIGKILL");
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function startProcess(options: Partial<CacheProcessOptions> = {}): Promise<CacheProcess> {
  const started = await startCacheProcess({ folder, limitBytes: 50_000_000, origin: server.origin, ...options });
  processes.push(started);
  return started;
}
const toUrl = (path: string) => server.origin + path;
const digest = (path: string) => sha256Hex(server.bytesOf(path));
const isWhole = (file: string) => readName(file)?.content === sha256Hex(readFileSync(join(folder, file)));

/** Resolves to the name of the first file in the folder that has exactly this many bytes. */
async function waitForFile(bytes: number): Promise<string> {
  const watcher = watch(folder);
  const findFile = () =>
    readdirSync(folder).find((file) => statSync(join(folder, file), { throwIfNoEntry: false })?.size === bytes);
  try {
    while (!findFile()) await once(watcher, "change");
    return findFile() ?? "";
  } finally {
    watcher.close();
  }
}

it("D-01 after kill -9 in the middle of a picture, the next start removes the half file and fetches the picture", async () => {
  const path = "/art/large-400000.webp";
  const hold = server.hold();
  const first = await startProcess();
  void first.ask(toUrl(path));
  const halfFile = await waitForFile(200_000);
  // The half file is on the disk, but its name is not that of a cached picture.
  expect(readName(halfFile)).toBeNull();
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  expect(readdirSync(folder)).toEqual([halfFile]);
  hold.release();
  const nextProcess = await startProcess();
  expect(readdirSync(folder)).toEqual([]);
  expect(await nextProcess.ask(toUrl(path))).toBe(digest(path));
  expect(readdirSync(folder)).toHaveLength(1);
});

it("D-01 whenever the process is killed, every file with a picture's name is a whole picture", async () => {
  for (let round = 0; round < 8; round += 1) {
    const { child, ask } = await startProcess();
    const requests = Array.from({ length: 40 }, (_, index) => ask(toUrl(`/art/r${round}-${index}-150000.webp`)));
    await requests[round * 3];
    child.kill("SIGKILL");
    await once(child, "exit");
    const cached = readdirSync(folder).filter((file) => readName(file));
    expect(cached.length).toBeGreaterThan(round * 3);
    expect(cached.filter((file) => !isWhole(file))).toEqual([]);
  }
});

it("negative control: these tests notice half a picture under a final name, and the cache fetches it again", async () => {
  const path = "/art/large-400000.webp";
  const file = join(folder, `${sha256Hex(toUrl(path))}-${digest(path)}.webp`);
  writeFileSync(file, server.bytesOf(path).subarray(0, 200_000));
  expect(readdirSync(folder).filter((name) => !isWhole(name))).toHaveLength(1);
  // The cache verifies every file that it reads, so it fetches this picture again.
  expect(await (await startProcess()).ask(toUrl(path))).toBe(digest(path));
  expect(readdirSync(folder).filter((name) => !isWhole(name))).toEqual([]);
});

it("D-01 a start leaves the files alone that another running process is writing", async () => {
  const path = "/art/large-400000.webp";
  const hold = server.hold();
  const first = await startProcess();
  const request = first.ask(toUrl(path));
  const halfFile = await waitForFile(200_000);
  await startProcess();
  expect(existsSync(join(folder, halfFile))).toBe(true);
  hold.release();
  expect(await request).toBe(digest(path));
  expect(readdirSync(folder).map((file) => Boolean(readName(file)))).toEqual([true]);
});

it("D-01 two processes share the folder: every picture is whole and in one file, and the folder stays within the limit", async () => {
  const limitBytes = 1_000_000;
  const [firstProcess, secondProcess] = [await startProcess({ limitBytes }), await startProcess({ limitBytes })];
  const paths = Array.from({ length: 30 }, (_, index) => `/art/p${index}-50000.webp`);
  const digests = await Promise.all(
    paths.flatMap((path) => [firstProcess.ask(toUrl(path)), secondProcess.ask(toUrl(path))]),
  );
  expect(digests).toEqual(paths.flatMap((path) => [digest(path), digest(path)]));
  const files = readdirSync(folder);
  expect(files.filter((file) => !isWhole(file))).toEqual([]);
  expect(new Set(files.map((file) => readName(file)?.key)).size).toBe(files.length);
  expect(files.length * 50_000).toBeLessThanOrEqual(limitBytes);
  // A picture that one process has cached is not fetched by the other.
  const lastPath = "/art/last-50000.webp";
  await firstProcess.ask(toUrl(lastPath));
  expect(await secondProcess.ask(toUrl(lastPath))).toBe(digest(lastPath));
  expect(server.requests.get(lastPath)).toBe(1);
});

const canMount =
  spawnSync("unshare", ["-rm", "sh", "-c", 'mount -t tmpfs -o size=64k none "$0"', tmpdir()]).status === 0;

it.runIf(canMount)("D-01 on a full disk pictures are still shown, and no partial file remains", async () => {
  const disk = join(folder, "disk");
  mkdirSync(disk);
  // A disk of 300 kB that only the child process sees. Its files are copied to `after` at the end for the checks.
  const shell = `exec unshare -rm sh -c 'mount -t tmpfs -o size=300k none "${disk}" && "$@"; mkdir "${folder}/after" && cp "${disk}"/* "${folder}/after"' sh "$@"`;
  const { child, ask } = await startProcess({ folder: disk, shell });
  const paths = ["a", "b", "c", "d", "e"].map((name) => `/art/${name}-120000.webp`);
  for (const path of paths) expect(await ask(toUrl(path))).toBe(digest(path));
  // This picture is larger than the whole disk.
  expect(await ask(toUrl("/art/huge-900000.webp"))).toBe(digest("/art/huge-900000.webp"));
  const smallPath = "/art/small-9000.webp";
  await ask(toUrl(smallPath));
  expect(await ask(toUrl(smallPath))).toBe(digest(smallPath));
  expect(server.requests.get(smallPath)).toBe(1);
  child.stdin?.end();
  await once(child, "exit");
  const files = readdirSync(join(folder, "after"));
  expect(files.map((file) => readName(file)?.content)).toEqual(
    files.map((file) => sha256Hex(readFileSync(join(folder, "after", file)))),
  );
});

it("D-01 where no byte can be written at all, pictures are fetched and shown", async () => {
  // With a file size limit of 0 the system refuses every write to a file, as on a full disk.
  const { ask } = await startProcess({ shell: 'ulimit -f 0; exec "$@"' });
  const path = "/art/one-5000.webp";
  expect(await ask(toUrl(path))).toBe(digest(path));
  expect(readdirSync(folder)).toEqual([]);
});
