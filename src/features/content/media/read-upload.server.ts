import { findDocumentProblem, type DocumentProblem } from "./read-document.server.ts";
import { readPicture, type PictureProblem } from "./read-picture.server.ts";
import type { UploadKind } from "./upload-kinds.ts";

/** Size of a picture in pixels; null for a document. */
export interface UploadFacts {
  width: number | null;
  height: number | null;
}
export type UploadProblem = PictureProblem | DocumentProblem;

/** A job of `src/app/worker.ts`: reads a whole uploaded file. Returns its size, or why it must be refused. */
export async function readUpload(
  file: string,
  { kind, type }: Pick<UploadKind, "kind" | "type">,
): Promise<UploadFacts | { problem: UploadProblem }> {
  if (kind === "picture") return readPicture(file, type);
  const problem = await findDocumentProblem(file);
  return problem ? { problem } : { width: null, height: null };
}
