/** What the folder of pictures survives: being killed, a full disk, company. */
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

async function start(options: Partial<CacheProcessOptions> = {}): Promise<CacheProcess> {
  const started = await startCacheProcess({ folder, limitBytes: 50_000_000, origin: server.origin, ...options });
  processes.push(started);
  return started;
}
const at = (path: string) => server.origin + path;
const digest = (path: string) => sha256Hex(server.bytesOf(path));
const whole = (file: string) => readName(file)?.content === sha256Hex(readFileSync(join(folder, file)));

/** Resolves when something has been written into the folder that holds this many bytes. */
async function written(bytes: number): Promise<string> {
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

it("D-01 kill -9 in the middle of a picture leaves no half one: the next start clears it away and fetches it whole", async () => {
  const path = "/art/large-400000.webp";
  const held = server.hold();
  const first = await start();
  void first.ask(at(path));
  const half = await written(200_000);
  // The half is on the disk, under a name that no one reads.
  expect(readName(half)).toBeNull();
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  expect(readdirSync(folder)).toEqual([half]);
  held.rest();
  const second = await start();
  expect(readdirSync(folder)).toEqual([]);
  expect(await second.ask(at(path))).toBe(digest(path));
  expect(readdirSync(folder)).toHaveLength(1);
});

it("D-01 whenever it is killed, everything that has a picture's name is a whole picture", async () => {
  for (let round = 0; round < 8; round += 1) {
    const { child, ask } = await start();
    const many = Array.from({ length: 40 }, (_, index) => ask(at(`/art/r${round}-${index}-150000.webp`)));
    await many[round * 3];
    child.kill("SIGKILL");
    await once(child, "exit");
    const cached = readdirSync(folder).filter((file) => readName(file));
    expect(cached.length).toBeGreaterThan(round * 3);
    expect(cached.filter((file) => !whole(file))).toEqual([]);
  }
});

it("negative control: a file that is written under its name at once is found half after a kill", async () => {
  const path = "/art/large-400000.webp";
  const file = join(folder, `${sha256Hex(at(path))}-${digest(path)}.webp`);
  writeFileSync(file, server.bytesOf(path).subarray(0, 200_000));
  expect(readdirSync(folder).filter((name) => !whole(name))).toHaveLength(1);
  // And that is why every file is verified when it is read.
  expect(await (await start()).ask(at(path))).toBe(digest(path));
  expect(readdirSync(folder).filter((name) => !whole(name))).toEqual([]);
});

it("D-01 what another running process is writing is left to it", async () => {
  const path = "/art/large-400000.webp";
  const held = server.hold();
  const first = await start();
  const request = first.ask(at(path));
  const half = await written(200_000);
  await start();
  expect(existsSync(join(folder, half))).toBe(true);
  held.rest();
  expect(await request).toBe(digest(path));
  expect(readdirSync(folder).map((file) => Boolean(readName(file)))).toEqual([true]);
});

it("D-01 windows of two processes share the folder: all pictures come whole, one file each, within the bound", async () => {
  const limitBytes = 1_000_000;
  const [one, other] = [await start({ limitBytes }), await start({ limitBytes })];
  const paths = Array.from({ length: 30 }, (_, index) => `/art/p${index}-50000.webp`);
  const digests = await Promise.all(paths.flatMap((path) => [one.ask(at(path)), other.ask(at(path))]));
  expect(digests).toEqual(paths.flatMap((path) => [digest(path), digest(path)]));
  const files = readdirSync(folder);
  expect(files.filter((file) => !whole(file))).toEqual([]);
  expect(new Set(files.map((file) => readName(file)?.key)).size).toBe(files.length);
  expect(files.length * 50_000).toBeLessThanOrEqual(limitBytes);
  // What one has cached the other does not fetch.
  const last = "/art/last-50000.webp";
  await one.ask(at(last));
  expect(await other.ask(at(last))).toBe(digest(last));
  expect(server.requests.get(last)).toBe(1);
});

const mountable =
  spawnSync("unshare", ["-rm", "sh", "-c", 'mount -t tmpfs -o size=64k none "$0"', tmpdir()]).status === 0;

it.runIf(mountable)(
  "D-01 on a full disk pictures are shown all the same, no partial file remains, and room is made",
  async () => {
    const disk = join(folder, "disk");
    mkdirSync(disk);
    // A disk of 300 kB that only this process sees; what it holds at the end is copied out to be looked at.
    const shell = `exec unshare -rm sh -c 'mount -t tmpfs -o size=300k none "${disk}" && "$@"; mkdir "${folder}/after" && cp "${disk}"/* "${folder}/after"' sh "$@"`;
    const { child, ask } = await start({ folder: disk, shell });
    const paths = ["a", "b", "c", "d", "e"].map((name) => `/art/${name}-120000.webp`);
    for (const path of paths) expect(await ask(at(path))).toBe(digest(path));
    // More than the whole disk holds.
    expect(await ask(at("/art/huge-900000.webp"))).toBe(digest("/art/huge-900000.webp"));
    const small = "/art/small-9000.webp";
    await ask(at(small));
    expect(await ask(at(small))).toBe(digest(small));
    expect(server.requests.get(small)).toBe(1);
    child.stdin?.end();
    await once(child, "exit");
    const files = readdirSync(join(folder, "after"));
    expect(files.map((file) => readName(file)?.content)).toEqual(
      files.map((file) => sha256Hex(readFileSync(join(folder, "after", file)))),
    );
  },
);

it("D-01 where no byte can be written at all, pictures are fetched and shown", async () => {
  // The system refuses every write to a file, as it does on a full disk.
  const { ask } = await start({ shell: 'ulimit -f 0; exec "$@"' });
  const path = "/art/one-5000.webp";
  expect(await ask(at(path))).toBe(digest(path));
  expect(readdirSync(folder)).toEqual([]);
});
