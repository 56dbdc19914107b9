import { useEffect, useRef, useState } from "react";
import { clsx } from "clsx/lite";
import { m } from "../messages.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { startScanner, type Scanner } from "./scanner.ts";

/** A ticket that stays in view is not read again before this time. */
const sameTicketMs = 10_000;

const corners = [
  "start-0 top-0 rounded-ss-2xl border-s-3 border-t-3",
  "end-0 top-0 rounded-se-2xl border-e-3 border-t-3",
  "start-0 bottom-0 rounded-es-2xl border-s-3 border-b-3",
  "end-0 bottom-0 rounded-ee-2xl border-e-3 border-b-3",
];

/** Four corners and a line that show where to hold the code. */
function Frame() {
  return (
    <span className="absolute inset-0 m-auto aspect-square w-[min(62%,16rem)] -translate-y-6" aria-hidden="true">
      {corners.map((corner) => (
        <i key={corner} className={clsx("absolute size-12 border-on-band", corner)} />
      ))}
      <i className="absolute -inset-x-2 top-[46%] h-0.5 bg-[#f3b23c]" />
    </span>
  );
}

interface CameraProps {
  isPaused: boolean;
  /** Resolves when the next code may be read. */
  onCode(code: string): Promise<void>;
  /** Called if there is no camera, or access is denied. */
  onCameraMissing(): void;
}

/** The camera view that reads tickets. */
export function Camera({ isPaused, onCode, onCameraMissing }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const lastScan = useRef({ code: "", at: 0 });
  const latestProps = useRef({ isPaused, onCode, onCameraMissing });
  useEffect(() => {
    latestProps.current = { isPaused, onCode, onCameraMissing };
  });
  const [scanner, setScanner] = useState<Scanner | null>(null);
  const [isLit, setLit] = useState(false);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    let isUnmounted = false;
    let runningScanner: Scanner | null = null;
    const handleCode = async (code: string) => {
      const now = Date.now();
      const isSame = lastScan.current.code === code && now - lastScan.current.at < sameTicketMs;
      if (latestProps.current.isPaused || isSame) return;
      lastScan.current = { code, at: now };
      await latestProps.current.onCode(code);
    };
    startScanner(element, handleCode).then(
      (scanner) => {
        runningScanner = scanner;
        if (isUnmounted) scanner.stop();
        else setScanner(scanner);
      },
      () => {
        if (!isUnmounted) latestProps.current.onCameraMissing();
      },
    );
    return () => {
      isUnmounted = true;
      runningScanner?.stop();
    };
  }, []);
  const torch = scanner?.torch;
  return (
    <div className="relative min-h-32 flex-1 overflow-hidden">
      <video
        ref={video}
        muted
        playsInline
        className={clsx("absolute inset-0 size-full object-cover transition-opacity", isPaused && "opacity-35")}
      />
      {!isPaused && (
        <>
          <p className="absolute inset-x-4 bottom-8 mx-auto w-fit max-w-full rounded-full bg-[#061412d9] px-4 py-2 text-center text-white">
            {scanner ? m.staff_door_hold() : m.staff_door_starting()}
          </p>
          <Frame />
        </>
      )}
      {torch && (
        <button
          type="button"
          className="absolute end-3 top-3 grid size-12 place-items-center rounded-full bg-[#061412b3] text-white aria-pressed:bg-[#f3b23c] aria-pressed:text-palm-900"
          aria-pressed={isLit}
          aria-label={m.staff_door_torch()}
          onClick={() => void torch(!isLit).then(() => setLit(!isLit))}
        >
          <Icon name="flashlight" size={24} />
        </button>
      )}
    </div>
  );
}
