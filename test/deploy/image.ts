/** Builds and runs the container image without a container engine. Debian is built here and replaces the base image. */
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { chownSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { once } from "node:events";
import { debianProgram } from "./debian.ts";

const workFolder = resolve("build/image");
const base = "docker.io/library/debian:bookworm-slim";

/**
 * Options that leave out what Docker's slim image leaves out. They create the system with a merged /usr, because the
 * package that merges it later requires Perl.
 */
const slimOptions = [
  "--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr",
  "--include=usr-is-merged",
  ...["doc", "info", "locale", "man"].map((folder) => `--dpkgopt=path-exclude=/usr/share/${folder}/*`),
];

function buildah(...args: string[]): string {
  const program = debianProgram("/usr/bin/buildah", "buildah");
  const storage = ["--root", `${workFolder}/storage`, "--runroot", `${workFolder}/run`, "--storage-driver", "vfs"];
  return execFileSync(program, [...storage, ...args], { encoding: "utf8", maxBuffer: 1 << 28, stdio: "pipe" }).trim();
}

/** Builds Debian's base image with the name that it has in the registry. */
function makeBase(): void {
  const tar = `${workFolder}/base.tar`;
  const mmdebstrap = debianProgram("/usr/bin/mmdebstrap", "mmdebstrap");
  execFileSync(mmdebstrap, ["--variant=minbase", ...slimOptions, "bookworm", tar], { stdio: "pipe" });
  const container = buildah("from", "scratch");
  buildah("add", "--quiet", container, tar, "/");
  buildah("commit", "--quiet", "--rm", container, base);
  rmSync(tar);
}

const containerfiles = { nama: "Containerfile", "nama-backup": "backup.Containerfile" };
/** Folder of this machine's certificates, which a build requires if the machine's proxy uses a private one. */
const certificates = "/usr/local/share/ca-certificates";

export interface Image {
  /** The folder of this machine that holds the image's files. */
  root: string;
  config: { User: string; Env: string[]; Cmd: string[]; Healthcheck: { Test: string[] }; Volumes: object };
  remove(): void;
}

/** Builds one of the two images. The image for backups requires the other one. */
export function buildImage(name: keyof typeof containerfiles): Image {
  mkdirSync(workFolder, { recursive: true });
  if (!buildah("images", "--quiet", "--noheading", "--filter", `reference=${base}`)) makeBase();
  const options = [
    "--isolation",
    "chroot",
    "--pull-never",
    "--format",
    "docker",
    // By default buildah allows 1,024 open files. Paraglide writes more at once and does not report those that fail.
    "--ulimit",
    "nofile=16384:16384",
    "--volume",
    `${certificates}:${certificates}:ro`,
  ];
  buildah("build", ...options, "--file", `deploy/container/${containerfiles[name]}`, "--tag", name, ".");
  const container = buildah("from", "--pull-never", name);
  const root = buildah("mount", container);
  const inspected = JSON.parse(buildah("inspect", "--type", "image", name)) as { Docker: { config: Image["config"] } };
  return { root, config: inspected.Docker.config, remove: () => buildah("rm", container) };
}

/** Deletes all images and their layers. */
export const removeImages = (): void => rmSync(workFolder, { recursive: true, force: true });

export interface Container {
  process: ChildProcess;
  output: string[];
  /** Returns the process id of the container's first process on this machine. */
  pid(): number;
}

/**
 * Runs a command of the image as a container engine would: as the image's user, as the first process of a new process
 * namespace, on the image's read-only files, with `/tmp` in memory and a folder of this machine for each volume.
 */
export function runImage(
  { root, config }: Image,
  {
    command = config.Cmd,
    env,
    volumes,
  }: { command?: string[]; env: Record<string, string>; volumes: Record<string, string> },
): Container {
  for (const folder of Object.values(volumes)) {
    mkdirSync(folder, { recursive: true });
    chownSync(folder, 990, 990);
  }
  const mounts = [
    `mount --bind "${root}" "${root}"`,
    ...Object.entries(volumes).map(([inside, folder]) => `mount --bind "${folder}" "${root}${inside}"`),
    `mount --bind /dev "${root}/dev"`,
    `mount -t proc proc "${root}/proc"`,
    `mount -t tmpfs tmpfs "${root}/tmp"`,
    `mount -o remount,bind,ro "${root}"`,
  ];
  const settings = [...config.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
  const enter = [
    "chroot",
    "--userspec=990:990",
    root,
    "env",
    "-i",
    ...settings,
    "sh",
    "-c",
    'cd /opt/nama; exec "$@"',
    "-",
  ];
  const child = spawn(
    "unshare",
    [
      "--mount",
      "--pid",
      "--fork",
      "--kill-child",
      "sh",
      "-c",
      `${mounts.join(" && ")} && exec "$@"`,
      "-",
      ...enter,
      ...command,
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", (line) => output.push(line));
  return {
    process: child,
    output,
    pid: () => Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim()),
  };
}

/** Runs a command of the image to its end and resolves with its exit code and output. */
export async function runOnce(image: Image, options: Parameters<typeof runImage>[1]) {
  const { process: child, output } = runImage(image, options);
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output: output.join("\n") };
}
