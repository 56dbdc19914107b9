/**
 * Sets what the browser's camera sees. Chromium's fake camera reads frames from a file in a loop
 * (`--use-file-for-fake-video-capture`). The file has one frame, so overwriting it changes the picture.
 */
import { closeSync, constants, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import encodeQR from "qr";

const [width, height] = [640, 480];
const path = join(tmpdir(), `nama-camera-${process.pid}.y4m`);
const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\nFRAME\n`);

// The fake UI grants access to the camera, because the headless shell cannot ask for it.
export const cameraArgs = [
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
  `--use-file-for-fake-video-capture=${path}`,
];

/** Renders a frame in YUV 4:2:0: a QR code on grey, or only grey. */
function renderFrame(text: string | null): Buffer {
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

/** Shows a QR code to the camera, or nothing if null. */
export function holdUp(text: string | null): void {
  // Creates the file if it is missing, but never truncates it, because the browser may be reading it.
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT);
  writeSync(file, Buffer.concat([header, renderFrame(text)]), 0, null, 0);
  closeSync(file);
}

export const removeCamera = (): void => rmSync(path, { force: true });
