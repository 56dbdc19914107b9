import { readFile } from "node:fs/promises";

/**
 * Names in a PDF that start programs or carry other files. Those in compressed parts are not seen: it is a download,
 * never a page.
 */
const active = ["/JavaScript", "/Launch", "/EmbeddedFile", "/RichMedia"];

export type DocumentProblem = "broken" | "active";

/** Whether a PDF is whole, and without what a document of ours has no use for. */
export async function problemOfDocument(file: string): Promise<DocumentProblem | null> {
  const bytes = await readFile(file);
  const end = bytes.subarray(-1024).toString("latin1");
  if (!/startxref\s+\d+\s+%%EOF\s*$/.test(end)) return "broken";
  return active.some((name) => bytes.includes(name)) ? "active" : null;
}
