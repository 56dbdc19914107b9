/**
 * `node scripts/run.js <program> …`: how each script of package.json begins. Runs the program under the Node 24 that is
 * one of our packages; npm 10 installs it without the link that would make it the `node` of a script. This file runs
 * under the Node that npm came with, 20 or newer, so it is JavaScript.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const needed = 24;
const root = fileURLToPath(new URL("..", import.meta.url));
const modules = join(root, "node_modules");

/** Ends with an obstacle in a sentence. */
function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** The path of a Node that is new enough. */
function findNode() {
  // npm writes this file last.
  if (!existsSync(join(modules, ".package-lock.json"))) refuse('Nothing is installed yet: run "npm ci" first.');
  const name = `node-${process.platform}-${process.arch}`;
  const ours = join(modules, name, "bin", "node");
  if (existsSync(ours)) return ours;
  if (Number(process.versions.node.split(".", 1)[0]) >= needed) return process.execPath;
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const advice =
    name in optionalDependencies
      ? `The package ${name} brings it: run "npm ci", with optional packages.`
      : `No package brings it for ${process.platform}-${process.arch}: install Node ${needed}.`;
  return refuse(`Nama Health needs Node ${needed}; this is ${process.versions.node}. ${advice}`);
}

const [program = "node", ...args] = process.argv.slice(2);
// First on the path, for programs whose first line asks for `node`.
const path = [dirname(findNode()), join(modules, ".bin"), process.env.PATH].join(delimiter);
// glibc would keep the memory that V8's compiler frees in a heap per thread: a sixth of the site under load (decision 005).
const env = { MALLOC_ARENA_MAX: "2", ...process.env, PATH: path };
const child = spawn(program, args, { stdio: "inherit", env });
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => refuse(`${program} cannot be started: ${error.message}`));
child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
