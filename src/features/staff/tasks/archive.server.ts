/** Collects files that a task makes one by one into one ZIP at its end. */
import { createReadStream, createWriteStream, type ReadStream } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import type { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import yazl from "yazl";

export interface ArchivedFile {
  /** A short name of plain letters. */
  name: string;
  bytes: Uint8Array;
}

/** Adds a file to the output of the steps: its name and size on a line, then its bytes. */
export function writeArchived(write: (part: string | Uint8Array) => void, { name, bytes }: ArchivedFile): void {
  write(`${JSON.stringify({ name, size: bytes.length })}\n`);
  write(bytes);
}
const longestHead = 200;

/** Finds the files in the output of the steps. */
async function* placesIn(handle: FileHandle): AsyncGenerator<{ name: string; start: number; size: number }> {
  const { size: end } = await handle.stat();
  for (let at = 0; at < end;) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(longestHead), 0, longestHead, at);
    const line = buffer.subarray(0, bytesRead).indexOf("\n");
    const { name, size } = JSON.parse(buffer.toString("utf8", 0, line)) as { name: string; size: number };
    const start = at + line + 1;
    yield { name, start, size };
    at = start + size;
  }
}

/**
 * `finish` of such a task's file: builds the archive from the output of the steps, file by file, so that it is never
 * completely in memory.
 */
export async function writeArchive(written: string, archive: string): Promise<void> {
  const handle = await open(written);
  try {
    const zip = new yazl.ZipFile();
    const output = zip.outputStream as PassThrough;
    zip.on("error", (error: Error) => output.destroy(error));
    for await (const { name, start, size } of placesIn(handle))
      // A PDF is compressed already.
      zip.addReadStreamLazy(name, { size, compress: false }, (opened) => {
        const part: ReadStream = createReadStream(written, { start, end: start + size - 1 });
        part.on("error", (error) => output.destroy(error));
        opened(null, part);
      });
    zip.end();
    await pipeline(output, createWriteStream(archive, { mode: 0o600 }));
  } finally {
    await handle.close();
  }
}
