/**
 * What the browser's camera sees. Chromium's fake camera reads one frame after the other from a file
 * (`--use-file-for-fake-video-capture`), so that writing over the only frame in it changes the picture.
 */
import { closeSync, constants, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import encodeQR from "qr";

const [width, height] = [640, 480];
const path = join(tmpdir(), `nama-camera-${process.pid}.y4m`);
const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\nFRAME\n`);

// The headless shell has no one whom it could ask.
export const cameraArgs = [
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
  `--use-file-for-fake-video-capture=${path}`,
];

/** A frame in YUV 4:2:0: a QR code in the middle of grey, or grey alone. */
function drawFrame(text: string | null): Buffer {
  const frame = Buffer.alloc((width * height * 3) / 2, 128);
  if (text === null) return frame;
  const rows = encodeQR(text, "raw", { ecc: "medium", border: 4 });
  const scale = Math.floor((height - 40) / rows.length);
  const side = rows.length * scale;
  const [left, top] = [Math.floor((width - side) / 2), Math.floor((height - side) / 2)];
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const isDark = rows[Math.floor(y / scale)]?.[Math.floor(x / scale)];
      frame[(top + y) * width + left + x] = isDark ? 16 : 235;
    }
  return frame;
}

/** Holds a code in front of the camera; null: nothing. */
export function holdUp(text: string | null): void {
  // Made where it is not there, and never cut: the browser may be reading it.
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT);
  writeSync(file, Buffer.concat([head, drawFrame(text)]), 0, null, 0);
  closeSync(file);
}

export const removeCamera = (): void => rmSync(path, { force: true });
