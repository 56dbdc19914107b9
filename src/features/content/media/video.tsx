import { clsx } from "clsx/lite";
import { useEffect, useRef, useState } from "react";
import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import { Icon } from "#ui/icon.tsx";
import { Picture } from "#ui/picture.tsx";
import type { VideoFile } from "./video-file.ts";
import { useWhenNearViewport } from "./use-when-near-viewport.ts";

export interface VideoProps {
  source: VideoFile;
  label: string;
  playLabel: string;
  /**
   * The film starts automatically, muted and once, as soon as it is within this many pixels of the viewport. Captions
   * then have to be switched on, so a text next to the film must describe it.
   */
  autoplayMarginPx?: number;
  className?: string;
}

/**
 * Shows the captions in the page's language. The attribute `default` would make browsers fetch them with the page.
 * Call it during playback: earlier, Chromium would lay out the first caption twice, which counts as layout shift.
 */
function showCaptions(video: HTMLVideoElement, locale: string): void {
  for (const track of video.textTracks) track.mode = track.language === locale ? "showing" : "disabled";
}

/** Loads only the poster until the video starts. */
export function Video({ source, label, playLabel, autoplayMarginPx, className }: VideoProps) {
  const locale = useLocale();
  const box = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [hasBegun, setHasBegun] = useState(false);
  const [poster, setPoster] = useState<string>();
  const wasPausedWhenHidden = useRef(false);
  const hasCaptions = useRef(false);
  const hasAutoplayed = useRef(false);
  const cancelAutoplay = useWhenNearViewport(box, autoplayMarginPx, () => {
    if (!video.current) return;
    video.current.muted = true;
    hasAutoplayed.current = true;
    // If the browser refuses, the poster and its button stay.
    video.current.play().catch(() => undefined);
  });

  useEffect(() => {
    const posterImage = box.current?.querySelector("img");
    if (posterImage?.complete && posterImage.currentSrc) setPoster(posterImage.currentSrc);
    const handleVisibility = () => {
      const player = video.current;
      if (!player) return;
      if (document.hidden && !player.paused) {
        wasPausedWhenHidden.current = true;
        player.pause();
      } else if (!document.hidden && wasPausedWhenHidden.current) {
        wasPausedWhenHidden.current = false;
        player.play().catch(() => undefined);
      }
    };
    document.addEventListener("visibilitychange", handleVisibility);
    return () => document.removeEventListener("visibilitychange", handleVisibility);
  }, []);

  return (
    <div
      ref={box}
      className={clsx("relative aspect-video overflow-hidden", className)}
      onLoadCapture={({ target }) => target instanceof HTMLImageElement && setPoster(target.currentSrc)}
    >
      <Picture picture={source.poster} alt="" className="absolute! inset-0 bg-band-deep!" />
      <video
        ref={video}
        aria-label={label}
        className="absolute inset-0 size-full"
        controls
        playsInline
        preload="none"
        poster={poster}
        width={source.width}
        height={source.height}
        onPlay={() => {
          cancelAutoplay();
          setHasBegun(true);
        }}
        onTimeUpdate={({ currentTarget }) => {
          if (hasCaptions.current || currentTarget.currentTime === 0) return;
          hasCaptions.current = true;
          if (!hasAutoplayed.current) showCaptions(currentTarget, locale);
        }}
      >
        <source src={source.webm} type='video/webm; codecs="vp09.00.31.08"' />
        <source src={source.mp4} type='video/mp4; codecs="avc1.64001F"' />
        <track kind="captions" src={source.captions.en} srcLang="en" label="English" />
        <track kind="captions" src={source.captions.ar} srcLang="ar" label="العربية" />
        {m.media_no_video()}
      </video>
      {!hasBegun && (
        <button
          type="button"
          aria-label={playLabel}
          onClick={() => {
            hasAutoplayed.current = false;
            video.current?.play().catch(() => undefined);
          }}
          className="absolute inset-0 m-auto grid size-18 place-items-center rounded-full bg-on-band text-palm-900 shadow-3 transition-ui hover:bg-white noscript:hidden"
        >
          <Icon name="play" size="lg" />
        </button>
      )}
    </div>
  );
}
