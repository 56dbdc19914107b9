/** ZIP archives of the files that a task creates one by one. */
import { createReadStream, createWriteStream, type ReadStream } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import type { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import yazl from "yazl";

export interface ArchivedFile {
  /** A short name in ASCII letters. */
  name: string;
  bytes: Uint8Array;
}

/** Adds a file to the output of the steps: a line with its name and size as JSON, then its bytes. */
export function writeArchived(write: (part: string | Uint8Array) => void, { name, bytes }: ArchivedFile): void {
  write(`${JSON.stringify({ name, size: bytes.length })}\n`);
  write(bytes);
}

/** Maximum length of the line before a file, in bytes. */
const maxHeaderBytes = 200;

/** Finds the files in the output of the steps. `start` and `size` are in bytes. */
async function* findFiles(handle: FileHandle): AsyncGenerator<{ name: string; start: number; size: number }> {
  const { size: end } = await handle.stat();
  for (let offset = 0; offset < end;) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxHeaderBytes), 0, maxHeaderBytes, offset);
    const headerLength = buffer.subarray(0, bytesRead).indexOf("\n");
    const { name, size } = JSON.parse(buffer.toString("utf8", 0, headerLength)) as { name: string; size: number };
    const start = offset + headerLength + 1;
    yield { name, start, size };
    offset = start + size;
  }
}

/**
 * Builds the archive from the output of the steps, as `finish` of a task's file. Reads file by file, so that the
 * archive is never completely in memory.
 */
export async function writeArchive(written: string, archive: string): Promise<void> {
  const handle = await open(written);
  try {
    const zip = new yazl.ZipFile();
    const output = zip.outputStream as PassThrough;
    zip.on("error", (error: Error) => output.destroy(error));
    for await (const { name, start, size } of findFiles(handle))
      // Not compressed, because PDFs are compressed already.
      zip.addReadStreamLazy(name, { size, compress: false }, (callback) => {
        const part: ReadStream = createReadStream(written, { start, end: start + size - 1 });
        part.on("error", (error) => output.destroy(error));
        callback(null, part);
      });
    zip.end();
    await pipeline(output, createWriteStream(archive, { mode: 0o600 }));
  } finally {
    await handle.close();
  }
}
