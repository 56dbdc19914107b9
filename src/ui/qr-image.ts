import encodeQR from "qr";

/** SVG path of squares, one unit wide. `size` is the number of units per side, without the quiet zone. */
export interface QrPicture {
  path: string;
  size: number;
}

export function qrPicture(text: string): QrPicture {
  // The library always draws at least one module of quiet zone.
  const rows = encodeQR(text, "raw", { ecc: "medium", border: 1 })
    .slice(1, -1)
    .map((modules) => modules.slice(1, -1));
  const size = rows.length;
  let path = "";
  for (const [row, modules] of rows.entries()) {
    for (let column = 0; column < size; column++) {
      if (!modules[column]) continue;
      let length = 1;
      while (modules[column + length]) length++;
      path += `M${column} ${row}h${length}v1h-${length}z`;
      column += length;
    }
  }
  return { path, size };
}
