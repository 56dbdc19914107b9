/**
 * One window of the shell as tests see it: a process with the cache open that fetches what its input names and says
 * what came of it, a line each.
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
