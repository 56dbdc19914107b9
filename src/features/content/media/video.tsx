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
   * Starts automatically, muted and once, within this many pixels of the viewport. Captions then have to be switched
   * on, so a text next to the film must describe it.
   */
  autoplayWithin?: number;
  className?: string;
}

/**
 * Not by the attribute `default`: a browser would fetch them with the page. Not before playback: Chromium then lays the
 * first one out again, which counts as layout shift.
 */
function showCaptions(video: HTMLVideoElement, locale: string): void {
  for (const track of video.textTracks) track.mode = track.language === locale ? "showing" : "disabled";
}

/** Until it starts, only the poster is loaded. */
export function Video({ source, label, playLabel, autoplayWithin, className }: VideoProps) {
  const locale = useLocale();
  const box = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [hasBegun, setHasBegun] = useState(false);
  const [poster, setPoster] = useState<string>();
  const paused = useRef(false);
  const hasCaptions = useRef(false);
  const beganByItself = useRef(false);
  const settle = useWhenNearViewport(box, autoplayWithin, () => {
    if (!video.current) return;
    video.current.muted = true;
    beganByItself.current = true;
    // A browser that refuses leaves the poster and its button.
    video.current.play().catch(() => undefined);
  });

  useEffect(() => {
    const drawn = box.current?.querySelector("img");
    if (drawn?.complete && drawn.currentSrc) setPoster(drawn.currentSrc);
    const hide = () => {
      const player = video.current;
      if (!player) return;
      if (document.hidden && !player.paused) {
        paused.current = true;
        player.pause();
      } else if (!document.hidden && paused.current) {
        paused.current = false;
        player.play().catch(() => undefined);
      }
    };
    document.addEventListener("visibilitychange", hide);
    return () => document.removeEventListener("visibilitychange", hide);
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
          settle();
          setHasBegun(true);
        }}
        onTimeUpdate={({ currentTarget }) => {
          if (hasCaptions.current || currentTarget.currentTime === 0) return;
          hasCaptions.current = true;
          if (!beganByItself.current) showCaptions(currentTarget, locale);
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
            beganByItself.current = false;
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
