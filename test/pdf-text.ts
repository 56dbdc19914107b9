/** What a PDF says to its reader. */
import { execFileSync } from "node:child_process";
import { debianProgram } from "./deploy/debian.ts";

/** Marks that only tell the direction of what stands beside them. */
const directions = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The text of each page, laid out in lines. Throws when poppler's `pdftotext` is neither there nor to be had. */
export function pdfPages(bytes: Uint8Array): string[] {
  const program = debianProgram("/usr/bin/pdftotext", "poppler-utils");
  const text = execFileSync(program, ["-layout", "-", "-"], { input: bytes }).toString();
  return text.replaceAll(directions, "").split("\f").slice(0, -1);
}
