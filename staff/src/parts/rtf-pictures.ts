/**
 * Reads pictures out of RTF. Word and Outlook put their HTML on the clipboard with addresses of files that a browser may
 * not read, and the same text as RTF, which holds the files.
 */

export interface RtfPicture {
  type: "image/png" | "image/jpeg";
  bytes: Uint8Array<ArrayBuffer>;
}

/** The end of the group that begins at `start` with a brace. */
function groupEnd(rtf: string, start: number): number {
  let depth = 0;
  for (let at = start; at < rtf.length; at += 1) {
    const character = rtf[at];
    if (character === "\\") at += 1;
    else if (character === "{") depth += 1;
    else if (character === "}" && (depth -= 1) === 0) return at;
  }
  return rtf.length;
}

/** PNG and JPEG pictures, in order. Word adds each of them again as a metafile, which is left out. */
export function picturesInRtf(rtf: string): RtfPicture[] {
  const pictures: RtfPicture[] = [];
  for (let start = rtf.indexOf("{\\pict"); start !== -1;) {
    const end = groupEnd(rtf, start);
    const group = rtf.slice(start, end);
    const [, format] = /\\(png|jpeg)blip\b/.exec(group) ?? [];
    // The file follows the last control word or inner group.
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
