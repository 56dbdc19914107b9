/**
 * Compresses static files once, so that the server only picks one. Beside build.ts, for who imports that builds the site.
 */
import { readFile, stat, utimes, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import pMap from "p-map";
import { filesIn } from "./build-digest.ts";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Brotli's best, for what every visitor loads. */
export const forVisitors = 11;
/** Half the time, and 2 % more: for the portal and the description of the API. */
export const forStaff = 10;

/** Pictures and fonts are compressed already. */
const worthIt = /\.(?:js|mjs|css|svg|json|html|txt|xml|webmanifest|ico)$/;

/**
 * Writes `.br` and `.gz` beside every file of `folder` that gets smaller by it. One processor is left to what the build
 * does beside it. Answers with the number of files.
 */
export async function compressFolder(folder: string, quality: number): Promise<number> {
  const names = filesIn(folder).filter((name) => worthIt.test(name));
  await pMap(names, (name) => compressFile(name, quality), { concurrency: Math.max(1, availableParallelism() - 1) });
  return names.length;
}

async function compressFile(name: string, quality: number): Promise<void> {
  const plain = await readFile(name);
  const { atime, mtime } = await stat(name);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  for (const [end, small] of [
    [".br", await brotli(plain, { params })],
    [".gz", await zip(plain, { level: 9 })],
  ] as const) {
    if (small.length >= plain.length) continue;
    await writeFile(name + end, small);
    await utimes(name + end, atime, mtime);
  }
}
