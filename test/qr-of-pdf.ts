/** Reads the QR code of a PDF as a phone would, from a picture of the page. */
import { execFileSync } from "node:child_process";
import jsQR from "jsqr";
import sharp from "sharp";
import { debianProgram } from "./deploy/debian.ts";

/** Renders the first page as PNG. Throws when poppler's `pdftoppm` cannot be installed. */
export function renderFirstPage(bytes: Uint8Array): Buffer {
  const program = debianProgram("/usr/bin/pdftoppm", "poppler-utils");
  return execFileSync(program, ["-r", "100", "-png", "-singlefile", "-"], { input: bytes, maxBuffer: 1 << 26 });
}

export async function readQr(picture: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}
