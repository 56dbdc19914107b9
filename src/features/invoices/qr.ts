/** QR text of ZATCA phase 1: tag-length-value in base64 (reference B3). */
import { Buffer } from "node:buffer";

export interface QrFacts {
  sellerName: string;
  vatNumber: string;
  /** ISO 8601. */
  issuedAt: string;
  /** Decimal, two places, VAT included. */
  total: string;
  tax: string;
}

const longestValue = 255;

function fitting(text: string): Buffer {
  let bytes = Buffer.from(text, "utf8");
  for (let chars = [...text]; bytes.length > longestValue; bytes = Buffer.from(chars.join(""), "utf8"))
    chars = chars.slice(0, -1);
  return bytes;
}

/** Lengths count UTF-8 bytes; a longer name is cut between characters. */
export function qrText({ sellerName, vatNumber, issuedAt, total, tax }: QrFacts): string {
  const records = [sellerName, vatNumber, issuedAt, total, tax].map((text, at) => {
    const value = fitting(text);
    return Buffer.concat([Buffer.from([at + 1, value.length]), value]);
  });
  return Buffer.concat(records).toString("base64");
}
