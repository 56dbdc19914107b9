/** Reads a ZIP file by its central directory, as office programs do. */
import { crc32, inflateRawSync } from "node:zlib";

/** Returns the texts of the entries by their names. Throws when a size or a checksum is wrong. */
export function unzip(zip: Buffer): Record<string, string> {
  const end = zip.lastIndexOf("PK\x05\x06", undefined, "latin1");
  const texts: Record<string, string> = {};
  let offset = zip.readUInt32LE(end + 16);
  for (let remaining = zip.readUInt16LE(end + 10); remaining > 0; remaining--) {
    if (zip.toString("latin1", offset, offset + 4) !== "PK\x01\x02") throw new Error("Not a central directory");
    const [packedSize, size] = [zip.readUInt32LE(offset + 20), zip.readUInt32LE(offset + 24)];
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => zip.readUInt16LE(offset + field)) as [
      number,
      number,
      number,
    ];
    const name = zip.toString("utf8", offset + 46, offset + 46 + nameLength);
    const localHeader = zip.readUInt32LE(offset + 42);
    const dataStart = localHeader + 30 + zip.readUInt16LE(localHeader + 26) + zip.readUInt16LE(localHeader + 28);
    const bytes = zip.subarray(dataStart, dataStart + packedSize);
    const text = zip.readUInt16LE(offset + 10) === 8 ? inflateRawSync(bytes) : bytes;
    if (text.length !== size || crc32(text) !== zip.readUInt32LE(offset + 16)) throw new Error(`${name} is damaged`);
    texts[name] = text.toString("utf8");
    offset += 46 + nameLength + extraLength + commentLength;
  }
  return texts;
}
