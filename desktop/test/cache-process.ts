/**
 * A process with an open cache, which stands for one window of the shell in tests. For each address on its standard
 * input it fetches the picture and writes a line to its standard output: the digest of the bytes, or `none`.
 */
import { createInterface } from "node:readline";
import { isKeptPicture } from "../../src/features/content/media/bridge.ts";
import { sha256Hex } from "../src/cache/names.ts";
import { openPictureCache } from "../src/cache/pictures.ts";

const [folder = "", limitBytes = "", origin = ""] = process.argv.slice(2);
const cache = await openPictureCache({
  folder,
  limitBytes: Number(limitBytes),
  mayKeep: (url) => isKeptPicture(url, origin),
});
process.stdout.write("open\n");
for await (const url of createInterface({ input: process.stdin })) {
  const picture = await cache.picture(url);
  process.stdout.write(`${picture ? sha256Hex(picture.bytes) : "none"}\n`);
}
