/**
 * `npm run release` builds the commit and packs its files and the build into build/release, beside a bill of materials
 * (CycloneDX) and checksums. The same commit always gives the same bytes: names and times come from the commit, and
 * files are sorted by name.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createWriteStream, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { digestFile, filesIn } from "./build-digest.ts";

/** Compiled messages, which commands load. It is emptied before the build, because earlier builds leave files in it. */
const messages = "src/i18n/paraglide";
/**
 * Built folders that a site needs. The built databases are left out: their bytes differ, and a first start makes its
 * own.
 */
const builtFolders = [messages, "build/client", "build/server", "build/staff"];
const target = "build/release";

/** Returns what the program prints; if it fails, prints its error output and ends the process with 1. */
function read(program: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8", maxBuffer: 1 << 26 });
  if (status === 0) return stdout;
  console.error(`${program} ${args.join(" ")} failed: ${error?.message ?? stderr}`);
  process.exit(1);
}

interface Bom {
  serialNumber: string;
  metadata: { timestamp: string; component: { name: string } };
}

/**
 * npm's bill of materials, of development packages too: some of them (fonts, icons, the service worker) end up in the
 * build.
 */
function billOfMaterials(commit: string, committedAt: Date): string {
  const bom = JSON.parse(read("npm", "sbom", "--sbom-format=cyclonedx", "--package-lock-only")) as Bom;
  // npm would write a random number, the present time and the name of the folder.
  bom.serialNumber = commit.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "urn:uuid:$1-$2-$3-$4-$5");
  bom.metadata.timestamp = committedAt.toISOString();
  bom.metadata.component.name = "nama-health";
  return `${JSON.stringify(bom, null, 2)}\n`;
}

/** Paths of all files of the commit and of its build, sorted. */
function releasedFiles(): string[] {
  const tracked = read("git", "ls-files", "-z").split("\0").filter(Boolean);
  return [...tracked, digestFile, ...builtFolders.flatMap(filesIn)].toSorted();
}

async function pack(archive: string, folder: string, seconds: number): Promise<void> {
  const options = ["--null", "--no-recursion", "--files-from=-", `--transform=s,^,${folder}/,`, `--mtime=@${seconds}`];
  const ownership = ["--owner=0", "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX", "--format=gnu"];
  const tar = spawn("tar", ["--create", ...options, ...ownership], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise((resolve, reject) => tar.on("error", reject).on("close", resolve));
  tar.stdin.end(releasedFiles().join("\0"));
  // Node's gzip, because package-lock.json fixes its version.
  await pipeline(tar.stdout, createGzip({ level: 9 }), createWriteStream(archive));
  if ((await ended) !== 0) throw new Error("tar could not pack the release.");
}

const sha256 = (file: string): string => createHash("sha256").update(readFileSync(file)).digest("hex");

process.chdir(new URL("..", import.meta.url).pathname);
const changedFiles = read("git", "status", "--porcelain");
if (changedFiles) {
  console.error(`A release is made from a commit: commit these files or remove them.\n${changedFiles}`);
  process.exit(1);
}
const [commit = "", seconds = ""] = read("git", "show", "--no-patch", "--format=%H %ct", "HEAD").trim().split(" ");
rmSync(messages, { recursive: true, force: true });
const { status } = spawnSync(process.execPath, ["scripts/build.ts", "--without-databases"], { stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);

const name = `nama-${commit.slice(0, 12)}`;
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
await pack(join(target, `${name}.tar.gz`), name, Number(seconds));
writeFileSync(join(target, `${name}.cdx.json`), billOfMaterials(commit, new Date(Number(seconds) * 1000)));
const sums = readdirSync(target)
  .toSorted()
  .map((file) => `${sha256(join(target, file))}  ${file}\n`)
  .join("");
writeFileSync(join(target, "SHA256SUMS"), sums);
process.stdout.write(`\n${sums}\nIn ${target}.\n`);
