/** Wraps the brand's PNG in the icon formats of Windows and macOS. Both formats can contain an unchanged PNG. */

/** Returns a Windows icon with one picture of `size` pixels in width and height, at most 256. */
export function ico(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  // Width and height have one byte each. 0 means 256.
  header.writeUInt8(size % 256, 6);
  header.writeUInt8(size % 256, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

/** Returns a macOS icon with one picture of 512 pixels in width and height. */
export function icns(png: Buffer): Buffer {
  const header = Buffer.from("icns\0\0\0\0ic09\0\0\0\0", "latin1");
  header.writeUInt32BE(png.length + 16, 4);
  header.writeUInt32BE(png.length + 8, 12);
  return Buffer.concat([header, png]);
}
