/** Reads a ZIP file by its central directory, as office programs do. */
import { crc32, inflateRawSync } from "node:zlib";

/** Texts of the entries by their names. Throws when a size or a checksum does not hold. */
export function unzip(zip: Buffer): Record<string, string> {
  const end = zip.lastIndexOf("PK\x05\x06", undefined, "latin1");
  const texts: Record<string, string> = {};
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.toString("latin1", at, at + 4) !== "PK\x01\x02") throw new Error("Not a central directory");
    const [packed, size] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)];
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const name = zip.toString("utf8", at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(from, from + packed);
    const text = zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(bytes) : bytes;
    if (text.length !== size || crc32(text) !== zip.readUInt32LE(at + 16)) throw new Error(`${name} is damaged`);
    texts[name] = text.toString("utf8");
    at += 46 + nameLength + extra + comment;
  }
  return texts;
}
