import { clsx } from "clsx/lite";
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import { IconButton } from "./icon-button.tsx";
import { trapFocus } from "./trap-focus.ts";
import { Picture, type PictureData } from "./picture.tsx";

export interface LightboxPicture {
  picture: PictureData;
  caption: string;
}

export interface LightboxProps {
  pictures: readonly LightboxPicture[];
  /** Index of the first picture, counted from 0. */
  startAt: number;
  /** Called `unmountDelayMs` after closing. The parent then unmounts the lightbox. */
  onClosed: () => void;
}

/** Length of the fade (`duration-500` below). */
const unmountDelayMs = 500;
/** Minimum length of a swipe, in pixels. */
const swipePixels = 40;

/**
 * Shows one picture at a time in a native `dialog`. The page behind is inert, the focus is trapped and restored. Load
 * it on demand.
 */
export default function Lightbox({ pictures, startAt, onClosed }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [index, setIndex] = useState(startAt);
  const swipeFrom = useRef<number>(undefined);
  const onClosedRef = useRef(onClosed);
  const isArabic = useLocale() === "ar";
  const current = pictures[index];

  useEffect(() => {
    onClosedRef.current = onClosed;
  });
  useEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const scheduleUnmount = () => {
      timer = setTimeout(() => onClosedRef.current(), unmountDelayMs);
    };
    element.showModal();
    element.addEventListener("close", scheduleUnmount);
    return () => {
      element.removeEventListener("close", scheduleUnmount);
      clearTimeout(timer);
    };
  }, []);

  const moveBy = (step: number) => setIndex((index + step + pictures.length) % pictures.length);
  // Keys and swipes follow the visible side: in Arabic the next picture is on the left.
  const moveTowards = (side: "left" | "right") => moveBy((side === "right") === isArabic ? -1 : 1);
  const close = () => dialog.current?.close();
  function handleKey(event: KeyboardEvent<HTMLDialogElement>) {
    if (event.key === "ArrowLeft") moveTowards("left");
    else if (event.key === "ArrowRight") moveTowards("right");
    else trapFocus(event);
  }
  function endSwipe(event: PointerEvent) {
    const distance = event.clientX - (swipeFrom.current ?? event.clientX);
    swipeFrom.current = undefined;
    if (Math.abs(distance) >= swipePixels) moveTowards(distance < 0 ? "right" : "left");
    else if (event.target === event.currentTarget) close();
  }

  const arrowClass = "absolute top-1/2 size-12! -translate-y-1/2 bg-black/40 text-white";
  return (
    <dialog
      ref={dialog}
      aria-label={m.ui_lightbox()}
      onKeyDown={handleKey}
      onPointerDown={(event) => (swipeFrom.current = event.clientX)}
      onPointerUp={endSwipe}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none touch-none place-items-center overflow-hidden bg-lightbox text-white opacity-0 backdrop:bg-transparent transition-[opacity,overlay,display] transition-discrete duration-500 open:grid open:opacity-100 motion-reduce:duration-0 open:starting:opacity-0"
    >
      {current && (
        <figure className="w-[min(70rem,92vw)]">
          <Picture
            key={index}
            picture={current.picture}
            alt={current.caption}
            isPriority
            className="mx-auto max-h-[90dvh] rounded-card bg-transparent! transition-opacity duration-500 motion-reduce:duration-0 starting:opacity-0"
            imgClassName="max-h-[90dvh] object-contain!"
          />
          <figcaption aria-live="polite" className="absolute inset-x-0 bottom-0 p-3 text-center text-sm">
            {/* A new element for each picture, because a moved one would count as layout shift. */}
            <span key={index} className="inline-flex gap-3">
              <bdi className="tabular-nums">
                {index + 1} / {pictures.length}
              </bdi>
              {current.caption}
            </span>
          </figcaption>
        </figure>
      )}
      {pictures.length > 1 && (
        <>
          <IconButton
            icon="arrow-left"
            mirrors
            variant="round"
            label={m.ui_lightbox_previous()}
            onClick={() => moveBy(-1)}
            className={clsx(arrowClass, "start-3 md:start-6")}
          />
          <IconButton
            icon="arrow-right"
            mirrors
            variant="round"
            label={m.ui_lightbox_next()}
            onClick={() => moveBy(1)}
            className={clsx(arrowClass, "end-3 md:end-6")}
          />
        </>
      )}
      <IconButton
        icon="x"
        variant="round"
        label={m.ui_close()}
        onClick={close}
        className="absolute end-3 top-3 size-12! bg-black/40 text-white md:end-6 md:top-6"
      />
    </dialog>
  );
}
