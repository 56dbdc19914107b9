/** What the build was made of, so that a start can tell in a few hundredths of a second whether it is still that. */
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
/** Made from the others, served as they are, or never built. */
const left = /(^(src\/i18n|staff\/src)\/paraglide\/)|(^db\/demo\/media\/)|\.test\.tsx?$|\.md$/;

/** Every file of a folder and of those below it, by its path. */
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
    .filter((name) => !left.test(name))
    .toSorted()) {
    digest.update(`${file}\0`);
    for (const piece of pieces(file)) digest.update(piece);
  }
  return digest.digest("hex");
}

/** One buffer for all: the process that starts the site would keep the memory of some thousand. */
const buffer = Buffer.allocUnsafe(256 * 1024);

function* pieces(file: string): Generator<Buffer> {
  const opened = openSync(file, "r");
  for (let length = readSync(opened, buffer); length > 0; length = readSync(opened, buffer))
    yield buffer.subarray(0, length);
  closeSync(opened);
}

/** True when there is a build, made of the present sources. */
export function isBuilt(): boolean {
  if (!existsSync("build/server/index.js") || !existsSync(digestFile)) return false;
  const now = sourceDigest();
  return now === null || readFileSync(digestFile, "utf8") === now;
}
