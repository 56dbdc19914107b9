import { useEffect, useRef, useState } from "react";
import { m } from "../messages.ts";
import { Icon } from "../parts/icon.tsx";
import { startScanner, type Scanner } from "./scanner.ts";

const sameTicketMs = 10_000;

interface CameraProps {
  isPaused: boolean;
  /** Resolves when the next code may be read. */
  onCode(code: string): Promise<void>;
  /** There is no camera, or none is allowed. */
  onNone(): void;
}

/** The camera's picture. */
export function Camera({ isPaused, onCode, onNone }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const seen = useRef({ code: "", at: 0 });
  const state = useRef({ isPaused, onCode, onNone });
  useEffect(() => {
    state.current = { isPaused, onCode, onNone };
  });
  const [scanner, setScanner] = useState<Scanner | null>(null);
  const [isLit, setLit] = useState(false);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    let isOver = false;
    let started: Scanner | null = null;
    const found = async (code: string) => {
      const now = Date.now();
      const isSame = seen.current.code === code && now - seen.current.at < sameTicketMs;
      if (state.current.isPaused || isSame) return;
      seen.current = { code, at: now };
      await state.current.onCode(code);
    };
    startScanner(element, found).then(
      (scanner) => {
        started = scanner;
        if (isOver) scanner.stop();
        else setScanner(scanner);
      },
      () => {
        if (!isOver) state.current.onNone();
      },
    );
    return () => {
      isOver = true;
      started?.stop();
    };
  }, []);
  const torch = scanner?.torch;
  return (
    <div className="door-camera" data-paused={isPaused || undefined}>
      <video ref={video} muted playsInline />
      {!isPaused && (
        <>
          <p>{scanner ? m.staff_door_hold() : m.staff_door_starting()}</p>
          <span className="door-frame" aria-hidden="true" />
        </>
      )}
      {torch && (
        <button
          type="button"
          className="door-torch"
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
