/** Debian programs that operators use and tests need. */
import { existsSync } from "node:fs";
import { installDebianPackage } from "../../scripts/chromium.ts";

/** Returns the path of a program. Installs its package first if the program is missing. Throws when that fails. */
export function debianProgram(path: string, debianPackage: string): string {
  if (!existsSync(path)) installDebianPackage(debianPackage);
  if (!existsSync(path)) throw new Error(`No ${path}. Install it (Debian: "apt-get install ${debianPackage}").`);
  return path;
}
