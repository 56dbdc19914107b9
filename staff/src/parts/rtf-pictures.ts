/**
 * Reads pictures from RTF. Word and Outlook copy HTML whose pictures are links to local files, which a browser may not
 * read. They also copy the same text as RTF, which contains the pictures.
 */

export interface RtfPicture {
  type: "image/png" | "image/jpeg";
  bytes: Uint8Array<ArrayBuffer>;
}

/** Index of the brace that closes the group at `start`. */
function findGroupEnd(rtf: string, start: number): number {
  let depth = 0;
  for (let index = start; index < rtf.length; index += 1) {
    const character = rtf[index];
    if (character === "\\") index += 1;
    else if (character === "{") depth += 1;
    else if (character === "}" && (depth -= 1) === 0) return index;
  }
  return rtf.length;
}

/** Finds PNG and JPEG pictures, in order. Skips the metafile that Word adds for each of them. */
export function picturesInRtf(rtf: string): RtfPicture[] {
  const pictures: RtfPicture[] = [];
  for (let start = rtf.indexOf("{\\pict"); start !== -1;) {
    const end = findGroupEnd(rtf, start);
    const group = rtf.slice(start, end);
    const [, format] = /\\(png|jpeg)blip\b/.exec(group) ?? [];
    // The bytes of the picture follow the last control word or inner group.
    const tail = group.slice(Math.max(group.lastIndexOf("}") + 1, group.lastIndexOf("\\")));
    const hex = tail.replace(/^\\[a-z]+-?\d*/, "").replaceAll(/\s+/g, "");
    if (format && /^[\da-f]+$/i.test(hex))
      pictures.push({
        type: `image/${format as "png" | "jpeg"}`,
        bytes: Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
      });
    start = rtf.indexOf("{\\pict", end);
  }
  return pictures;
}
