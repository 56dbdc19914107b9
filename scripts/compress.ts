/**
 * Compresses static files at build time, so that the server only picks one. It is not in build.ts, because importing
 * that file starts a build.
 */
import { readFile, stat, utimes, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import pMap from "p-map";
import { filesIn } from "./build-digest.ts";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Brotli's best quality, for files that every visitor loads. */
export const forVisitors = 11;
/** Brotli quality for the portal and the API docs: half the time, for files that are 2 % larger. */
export const forStaff = 10;

/** Files that get smaller. The formats of photos, videos and fonts are compressed already. */
const compressible = /\.(?:js|mjs|css|svg|json|html|txt|xml|webmanifest|ico)$/;

/**
 * Writes `.br` and `.gz` beside every file of `folder` that gets smaller by it. Leaves one processor to the other steps
 * of the build. Resolves with the number of files that it tried to compress.
 */
export async function compressFolder(folder: string, quality: number): Promise<number> {
  const names = filesIn(folder).filter((name) => compressible.test(name));
  await pMap(names, (name) => compressFile(name, quality), { concurrency: Math.max(1, availableParallelism() - 1) });
  return names.length;
}

async function compressFile(name: string, quality: number): Promise<void> {
  const content = await readFile(name);
  const { atime, mtime } = await stat(name);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  for (const [extension, compressed] of [
    [".br", await brotli(content, { params })],
    [".gz", await zip(content, { level: 9 })],
  ] as const) {
    if (compressed.length >= content.length) continue;
    await writeFile(name + extension, compressed);
    await utimes(name + extension, atime, mtime);
  }
}
