import { clsx } from "clsx/lite";
import { useEffect, useRef, useState } from "react";
import { useLocale } from "#i18n/link.tsx";
import { onWindowLoad } from "#ui/on-window-load.ts";
import { iframeUrl, useWhenNearViewport } from "./use-when-near-viewport.ts";

export interface IframeVideoProps {
  title: string;
  className?: string;
}

/** The page that plays the video; only this site may frame it (`framedPolicy`). */
const videoPage = "/media/fellowship/index.html";

/**
 * Mounts the iframe once the page has loaded (or at once without scripts). Once within 300 px of the viewport, a new
 * iframe replaces it, whose URL has autoplay and mute. Changing the address of the old iframe would add a history
 * entry, and Back would stay on this page. The old iframe must have loaded first, or its requests would be cut off.
 */
export function IframeVideo({ title, className }: IframeVideoProps) {
  const locale = useLocale();
  const box = useRef<HTMLDivElement>(null);
  const isNear = useRef(false);
  const isLoading = useRef(false);
  const [hasLoaded, setHasLoaded] = useState(false);
  const [isAutoplaying, setIsAutoplaying] = useState(false);
  function autoplayWhenLoaded() {
    // If the iframe has the focus, the visitor has started the video or is using its controls.
    if (isNear.current && !isLoading.current && !box.current?.contains(document.activeElement)) setIsAutoplaying(true);
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
    autoplayWhenLoaded();
  });
  function handleLoad() {
    isLoading.current = false;
    autoplayWhenLoaded();
  }
  const address = iframeUrl(videoPage, locale, isAutoplaying);
  const frame = (
    <iframe
      key={address}
      src={address}
      title={title}
      width={960}
      height={540}
      loading="lazy"
      allow="autoplay; fullscreen"
      onLoad={handleLoad}
      className="block size-full border-0"
    />
  );
  return (
    <div ref={box} className={clsx("aspect-video overflow-hidden bg-band-deep", className)}>
      {hasLoaded ? frame : <noscript>{frame}</noscript>}
    </div>
  );
}
