import { useEffect, useRef, useState } from "react";
import { useLocale } from "#i18n/link.tsx";
import { cx } from "#ui/cx.ts";
import { onceLoaded } from "#ui/once-loaded.ts";
import { frameAddress } from "./autoplay.ts";
import { useBegin } from "./use-begin.ts";

export interface FrameVideoProps {
  /** Name of the frame. */
  title: string;
  className?: string;
}

/** Where the film's own page lies; it may be framed by this site only (`framedPolicy`). */
const page = "/media/fellowship/index.html";

/**
 * The fellowship film in its frame: there once the page has loaded (or without scripts). Within 300 px of the window its address gets autoplay
 * and mute, once. That takes a new frame, because changing the address in place would leave an entry in the history, and Back would stay
 * here; and the old frame has to have loaded, or its requests would be cut off. A page that opens near it begins with that address.
 */
export function FrameVideo({ title, className }: FrameVideoProps) {
  const locale = useLocale();
  const box = useRef<HTMLDivElement>(null);
  const isNear = useRef(false);
  const isLoading = useRef(false);
  const [hasLoaded, setHasLoaded] = useState(false);
  const [begins, setBegins] = useState(false);
  function begin() {
    // Somebody who is in the frame already has begun the film or is reading its controls.
    if (isNear.current && !isLoading.current && !box.current?.contains(document.activeElement)) setBegins(true);
  }
  // A frame begins a page of its own, long before anybody reaches it: that would take the line from the picture at the top.
  useEffect(
    () =>
      onceLoaded(() => {
        isLoading.current = true;
        setHasLoaded(true);
      }),
    [],
  );
  useBegin(box, 300, () => {
    isNear.current = true;
    begin();
  });
  function settle() {
    isLoading.current = false;
    begin();
  }
  const address = frameAddress(page, locale, begins);
  const frame = <iframe key={address} src={address} title={title} width={960} height={540} loading="lazy" allow="autoplay; fullscreen" onLoad={settle} className="block size-full border-0" />;
  return (
    <div ref={box} className={cx("aspect-video overflow-hidden bg-band-deep", className)}>
      {hasLoaded ? frame : <noscript>{frame}</noscript>}
    </div>
  );
}
