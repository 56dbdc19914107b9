/** A digest of the sources of a build, so that a start knows in a tenth of a second whether the build is current. */
import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";

export const digestFile = "build/sources.sha256";

const folders = ["src", "messages", "public", "scripts", "db/migrations", "db/demo", "staff/src"];
const files = [
  "package-lock.json",
  "staff/index.html",
  "staff/vite.config.ts",
  "vite.config.ts",
  "react-router.config.ts",
  "project.inlang/settings.json",
  "staff/first.inlang/settings.json",
  "staff/project.inlang/settings.json",
];
/** Files that are generated from the sources, served unchanged, or not part of the build. */
const ignored = /(^(src\/i18n|staff\/src)\/paraglide\/)|(^db\/demo\/media\/)|\.test\.tsx?$|\.md$/;

/** Paths of all files in a folder and its subfolders. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** The digest of all sources; null where only the build was deployed. */
export function sourceDigest(): string | null {
  if (!existsSync("src")) return null;
  const inFolders = folders.filter((folder) => existsSync(folder)).flatMap(filesIn);
  const digest = createHash("sha256");
  for (const file of [...files.filter((name) => existsSync(name)), ...inFolders]
    .filter((name) => !ignored.test(name))
    .toSorted()) {
    digest.update(`${file}\0`);
    for (const chunk of readChunks(file)) digest.update(chunk);
  }
  return digest.digest("hex");
}

/** One buffer for all files: with a buffer per file, the process that starts the site would keep all that memory. */
const buffer = Buffer.allocUnsafe(256 * 1024);

function* readChunks(file: string): Generator<Buffer> {
  const opened = openSync(file, "r");
  for (let length = readSync(opened, buffer); length > 0; length = readSync(opened, buffer))
    yield buffer.subarray(0, length);
  closeSync(opened);
}

/** True when there is a build of the present sources, or a build without any sources beside it. */
export function isBuilt(): boolean {
  if (!existsSync("build/server/index.js") || !existsSync(digestFile)) return false;
  const currentDigest = sourceDigest();
  return currentDigest === null || readFileSync(digestFile, "utf8") === currentDigest;
}
