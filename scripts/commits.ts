/** `node scripts/commits.ts`: checks the commits since the rule of commitlint.config.js began. Merges are left out. */
import { spawnSync } from "node:child_process";

const began = "90464070c9f7c9ddc870f4823789a04d074dadb0";
const git = (...args: string[]) => spawnSync("git", args, { stdio: "ignore" }).status === 0;

if (git("rev-parse", "HEAD")) {
  // A shallow clone, such as CI's, does not know how the rule began: its last commit is checked.
  const range = git("cat-file", "-e", `${began}^{commit}`) ? ["--from", began, "--to", "HEAD"] : ["--last"];
  process.exitCode = spawnSync("commitlint", range, { stdio: "inherit" }).status ?? 1;
} else {
  process.stdout.write("No git repository that can be read here, so no commits to check\n");
}
