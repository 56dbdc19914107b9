import { create } from "qrcode";

/** SVG path of squares one unit wide, `size` units on each side, without the quiet zone. */
export interface QrPicture {
  path: string;
  size: number;
}

export function qrPicture(text: string): QrPicture {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  const { size } = modules;
  let path = "";
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (!modules.get(row, column)) continue;
      let length = 1;
      while (column + length < size && modules.get(row, column + length)) length++;
      path += `M${column} ${row}h${length}v1h-${length}z`;
      column += length;
    }
  }
  return { path, size };
}
