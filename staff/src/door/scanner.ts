/** Reads QR codes from the camera, with the browser's own detector if it has one, otherwise with zxing. */

interface Detector {
  detect(source: CanvasImageSource): Promise<{ rawValue: string }[]>;
}
declare global {
  var BarcodeDetector: (new (options: { formats: string[] }) => Detector) | undefined;
}

/** Reads one frame. Resolves with null if it shows no code. */
type ReadFrame = (video: HTMLVideoElement) => Promise<string | null>;

function createNativeReader(): ReadFrame | null {
  const { BarcodeDetector } = globalThis;
  if (!BarcodeDetector) return null;
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
}

/** Longer side of the image that zxing gets, in pixels. Enough for a code that fills the frame. */
const maxPixels = 800;

async function loadZxingReader(): Promise<ReadFrame> {
  const [{ prepareZXingModule, readBarcodes }, { default: wasmUrl }] = await Promise.all([
    import("zxing-wasm/reader"),
    import("zxing-wasm/reader/zxing_reader.wasm?url"),
  ]);
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, maxPixels / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    if (!context || canvas.width === 0) return null;
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const image = context.getImageData(0, 0, canvas.width, canvas.height);
    const [barcode] = await readBarcodes(image, { formats: ["QRCode"], maxNumberOfSymbols: 1 });
    return barcode?.text ?? null;
  };
}

export interface Scanner {
  stop(): void;
  /** Null if the camera has no torch. */
  torch: ((isOn: boolean) => Promise<void>) | null;
}

/** Pause between two frames. */
const scanPauseMs = 120;

/** Shows the camera in `video` and reports every code. Throws if there is no camera, or access is denied. */
export async function startScanner(video: HTMLVideoElement, onCode: (code: string) => Promise<void>): Promise<Scanner> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } },
  });
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    video.srcObject = stream;
    await video.play();
    const read = createNativeReader() ?? (await loadZxingReader());
    const scan = async () => {
      if (isStopped) return;
      const code = video.readyState >= video.HAVE_CURRENT_DATA ? await read(video) : null;
      if (code !== null && !isStopped) await onCode(code);
      setTimeout(() => void scan(), scanPauseMs);
    };
    void scan();
  } catch (error) {
    stop();
    throw error;
  }
  const [track] = stream.getVideoTracks();
  const hasTorch = track !== undefined && "torch" in track.getCapabilities();
  const torch = hasTorch
    ? (isOn: boolean) => track.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] })
    : null;
  return { stop, torch };
}
