/**
 * Pictures are sent inside the email, so that an email program need not fetch anything. They have twice the size at
 * which they are shown.
 */
import latticeLtr from "./pictures/lattice-ltr.png?inline";
import latticeRtl from "./pictures/lattice-rtl.png?inline";
import mark from "./pictures/mark.png?inline";
import sealCancelled from "./pictures/seal-cancelled.png?inline";
import sealFail from "./pictures/seal-fail.png?inline";
import sealLock from "./pictures/seal-lock.png?inline";
import sealMoved from "./pictures/seal-moved.png?inline";
import sealOk from "./pictures/seal-ok.png?inline";
import sealRefund from "./pictures/seal-refund.png?inline";
import sealSeat from "./pictures/seal-seat.png?inline";

const pictures: Record<string, string> = {
  "nama-mark": mark,
  "nama-lattice-ltr": latticeLtr,
  "nama-lattice-rtl": latticeRtl,
  "nama-seal-cancelled": sealCancelled,
  "nama-seal-fail": sealFail,
  "nama-seal-lock": sealLock,
  "nama-seal-moved": sealMoved,
  "nama-seal-ok": sealOk,
  "nama-seal-refund": sealRefund,
  "nama-seal-seat": sealSeat,
};

const pictureReference = /"cid:(nama-[a-z-]+)"/g;

export interface PicturePart {
  cid: string;
  filename: string;
  content: Buffer;
  contentType: "image/png";
}

/** Finds the pictures that the HTML of an email refers to, as parts to send with it. */
export function findPictures(html: string): PicturePart[] {
  const names = new Set([...html.matchAll(pictureReference)].map(([, name = ""]) => name));
  return [...names].flatMap((cid) => {
    const data = pictures[cid];
    const base64 = data?.slice(data.indexOf(",") + 1);
    return base64
      ? [{ cid, filename: `${cid}.png`, content: Buffer.from(base64, "base64"), contentType: "image/png" as const }]
      : [];
  });
}

/** Embeds the pictures in the HTML itself, for a page that shows the email outside an email program. */
export const withPictures = (html: string): string =>
  html.replace(pictureReference, (whole, name: string) => (pictures[name] ? `"${pictures[name]}"` : whole));
