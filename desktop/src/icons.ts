/** The brand's PNG in the containers that Windows and macOS want; both may hold a PNG as it is. */

/** A Windows icon of one picture, `size` pixels wide and high, at most 256. */
export function ico(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  // One byte each; 0 stands for 256.
  head.writeUInt8(size % 256, 6);
  head.writeUInt8(size % 256, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

/** A macOS icon of one picture of 512 pixels. */
export function icns(png: Buffer): Buffer {
  const head = Buffer.from("icns\0\0\0\0ic09\0\0\0\0", "latin1");
  head.writeUInt32BE(png.length + 16, 4);
  head.writeUInt32BE(png.length + 8, 12);
  return Buffer.concat([head, png]);
}
