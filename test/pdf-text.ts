/** Reads the texts of a PDF, with the PDF readers of browsers and with poppler. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { debianProgram } from "./deploy/debian.ts";

/** Invisible marks that only set the direction of neighbouring text. */
const directionMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Returns the text of each page, laid out in lines. Throws when poppler's `pdftotext` cannot be installed. */
export function pdfPages(bytes: Uint8Array): string[] {
  const program = debianProgram("/usr/bin/pdftotext", "poppler-utils");
  const text = execFileSync(program, ["-layout", "-", "-"], { input: bytes }).toString();
  return text.replaceAll(directionMarks, "").split("\f").slice(0, -1);
}

/** Returns the texts of the attached files by name, as poppler extracts them. */
export function readAttachments(bytes: Uint8Array): Record<string, string> {
  const program = debianProgram("/usr/bin/pdfdetach", "poppler-utils");
  const folder = mkdtempSync(join(tmpdir(), "nama-files-"));
  try {
    writeFileSync(join(folder, "document.pdf"), bytes);
    execFileSync(program, ["-saveall", "-o", folder, join(folder, "document.pdf")]);
    const names = readdirSync(folder).filter((name) => name !== "document.pdf");
    return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the text of all pages as Firefox's PDF reader searches it. */
export async function pdfJsText(bytes: Uint8Array): Promise<string> {
  const { getDocument } = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const loading = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
  const document = await loading.promise;
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    for (const item of items) if ("str" in item) texts.push(item.str, item.hasEOL ? "\n" : "");
  }
  await loading.destroy();
  return texts.join("");
}

/** Returns the text of all pages as Chrome's PDF reader searches it. */
export async function pdfiumText(bytes: Uint8Array): Promise<string> {
  const { PDFiumLibrary } = await import("@hyzyla/pdfium");
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  const text = [...document.pages()].map((page) => page.getText()).join("\n");
  document.destroy();
  library.destroy();
  return text;
}

const escapes: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/**
 * Returns the original text of each paragraph, which the PDF repeats in `/ActualText` for screen readers and copying.
 */
export function writtenTexts(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes).toString("latin1");
  return [...file.matchAll(/\/ActualText \(((?:\\[^]|[^\\)])*)\)/g)].map(([, raw = ""]) => {
    const text = Buffer.from(
      raw.replaceAll(/\\([^])/g, (_all, char: string) => escapes[char] ?? char),
      "latin1",
    );
    return text[0] === 0xfe && text[1] === 0xff
      ? text.subarray(2).swap16().toString("utf16le")
      : text.toString("latin1");
  });
}
