import { clsx } from "clsx/lite";
import { useState } from "react";

/**
 * `sizes` of a picture as wide as a phone; `sizes` says its width elsewhere. Capped at two pixels per CSS pixel on the
 * densest screens: no visible difference, and half the bytes.
 */
export const phoneWide = (sizes: string): string => `(max-width: 767px) and (min-resolution: 2.5dppx) 55vw, ${sizes}`;

export interface PictureSource {
  type: string;
  /** `/a.avif 640w, /b.avif 1280w`, or one address. */
  srcSet: string;
  media?: string;
}

export interface PictureData {
  sources: readonly PictureSource[];
  src: string;
  width: number;
  height: number;
  /** In per cent, from the left and the top: stays in sight when the picture is cut to a frame. */
  focus?: { x: number; y: number };
}

export interface PictureProps {
  /** Missing pictures show `behind`. */
  picture: PictureData | undefined;
  /** Empty for decoration. */
  alt: string;
  /** A generated picture, shown while the real one loads and when it fails. */
  behind?: PictureData;
  mobile?: PictureData;
  sizes?: string;
  /** Loaded eagerly, with priority. */
  isPriority?: boolean;
  /** Of the frame; set the ratio here when it is not the picture's own. */
  className?: string;
  imgClassName?: string;
}

/** Candidates named by width need `sizes`; a single address may have none. */
const getSizes = (srcSet: string, sizes = "100vw") => (/ \d+w/.test(srcSet) ? sizes : undefined);

/** In steps of five per cent, which the style sheet has (no policy of ours allows a style in a page). */
const focusClass = ({ x, y }: { x: number; y: number }) => {
  const step = (per: number) => Math.round(per / 5) * 5;
  return `focus-at focus-x-${step(x)} focus-y-${step(y)}`;
};

/** AVIF or WebP with a fallback, cut to the frame, never a broken-image sign. */
export function Picture({ picture, alt, behind, mobile, sizes, isPriority, className, imgClassName }: PictureProps) {
  const [failed, setFailed] = useState<string>();
  const visiblePicture = picture && picture.src !== failed ? picture : undefined;
  const fill = "absolute inset-0 size-full object-cover";
  const eager = isPriority
    ? ({ loading: "eager", fetchPriority: "high" } as const)
    : ({ loading: "lazy", decoding: "async" } as const);
  return (
    <span className={clsx("relative block overflow-hidden bg-sunken", className)}>
      {behind && (
        <img
          src={behind.src}
          alt={visiblePicture ? "" : alt}
          width={behind.width}
          height={behind.height}
          loading={isPriority ? "eager" : "lazy"}
          className={clsx(fill, imgClassName)}
        />
      )}
      {visiblePicture && (
        <picture>
          {mobile?.sources.map((source) => (
            <source
              key={`m${source.type}`}
              {...source}
              sizes={getSizes(source.srcSet, sizes)}
              media="(max-width: 767px)"
              width={mobile.width}
              height={mobile.height}
            />
          ))}
          {mobile && (
            <source
              srcSet={`${mobile.src} ${mobile.width}w`}
              sizes={sizes ?? "100vw"}
              media="(max-width: 767px)"
              width={mobile.width}
              height={mobile.height}
            />
          )}
          {visiblePicture.sources.map((source) => (
            <source key={source.type} {...source} sizes={getSizes(source.srcSet, sizes)} />
          ))}
          <img
            src={visiblePicture.src}
            alt={alt}
            width={visiblePicture.width}
            height={visiblePicture.height}
            {...eager}
            onError={() => setFailed(visiblePicture.src)}
            className={clsx(
              "relative size-full object-cover",
              visiblePicture.focus && focusClass(visiblePicture.focus),
              imgClassName,
            )}
          />
        </picture>
      )}
    </span>
  );
}
