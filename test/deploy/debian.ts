/** Programs of Debian that operators use and tests need. */
import { existsSync } from "node:fs";
import { installDebianPackage } from "../../scripts/chromium.ts";

/** The path of a program, whose package is installed when that is possible. Throws when there is none. */
export function debianProgram(path: string, debianPackage: string): string {
  if (!existsSync(path)) installDebianPackage(debianPackage);
  if (!existsSync(path)) throw new Error(`No ${path}. Install it (Debian: "apt-get install ${debianPackage}").`);
  return path;
}
