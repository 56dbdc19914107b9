import { clsx } from "clsx/lite";
import { useEffect, useRef, useState } from "react";
import { useLocale } from "#i18n/link.tsx";
import { onWindowLoad } from "#ui/on-window-load.ts";
import { iframeUrl, useWhenNearViewport } from "./use-when-near-viewport.ts";

export interface IframeVideoProps {
  title: string;
  className?: string;
}

/** Only this site may frame it (`framedPolicy`). */
const page = "/media/fellowship/index.html";

/**
 * Mounted once the page has loaded (or without scripts). Within 300 px of the viewport its URL gets autoplay and mute,
 * once. That takes a new iframe, because changing the address in place would add a history entry, and Back would stay
 * here; and the old iframe must have loaded, or its requests would be cut off.
 */
export function IframeVideo({ title, className }: IframeVideoProps) {
  const locale = useLocale();
  const box = useRef<HTMLDivElement>(null);
  const isNear = useRef(false);
  const isLoading = useRef(false);
  const [hasLoaded, setHasLoaded] = useState(false);
  const [begins, setBegins] = useState(false);
  function begin() {
    // If the iframe has the focus, the visitor has started the video or is using its controls.
    if (isNear.current && !isLoading.current && !box.current?.contains(document.activeElement)) setBegins(true);
  }
  // An early iframe would compete with the picture at the top.
  useEffect(
    () =>
      onWindowLoad(() => {
        isLoading.current = true;
        setHasLoaded(true);
      }),
    [],
  );
  useWhenNearViewport(box, 300, () => {
    isNear.current = true;
    begin();
  });
  function settle() {
    isLoading.current = false;
    begin();
  }
  const address = iframeUrl(page, locale, begins);
  const frame = (
    <iframe
      key={address}
      src={address}
      title={title}
      width={960}
      height={540}
      loading="lazy"
      allow="autoplay; fullscreen"
      onLoad={settle}
      className="block size-full border-0"
    />
  );
  return (
    <div ref={box} className={clsx("aspect-video overflow-hidden bg-band-deep", className)}>
      {hasLoaded ? frame : <noscript>{frame}</noscript>}
    </div>
  );
}
