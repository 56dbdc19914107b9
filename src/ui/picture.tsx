import { clsx } from "clsx/lite";
import { useState } from "react";

/**
 * Builds the `sizes` of a picture that is about as wide as the window on a phone. On the densest phone screens it is
 * capped at two pixels per CSS pixel, which looks the same for half the bytes. The argument holds its width on all
 * other screens.
 */
export const sizesWithFullWidthPhone = (sizes: string): string =>
  `(max-width: 767px) and (min-resolution: 2.5dppx) 55vw, ${sizes}`;

export interface PictureSource {
  type: string;
  /** `/a.avif 640w, /b.avif 1280w`, or a single address. */
  srcSet: string;
  media?: string;
}

export interface PictureData {
  sources: readonly PictureSource[];
  src: string;
  width: number;
  height: number;
  /** Focal point in per cent from the left and the top. It stays in view when the picture is cropped. */
  focus?: { x: number; y: number };
}

export interface PictureProps {
  /** Without a picture, `behind` is shown. */
  picture: PictureData | undefined;
  /** Empty for a decorative picture. */
  alt: string;
  /** A generated picture, shown while the real one loads and if it fails. */
  behind?: PictureData;
  mobile?: PictureData;
  sizes?: string;
  /** Loads eagerly, with high priority. */
  isPriority?: boolean;
  /** Classes of the frame. Set the aspect ratio here if it differs from the picture's own. */
  className?: string;
  imgClassName?: string;
  /** The picture's `view-transition-name` while it moves between two pages. */
  transitionName?: string | undefined;
}

/** Candidates with widths need `sizes`. A single address must not have it. */
const getSizes = (srcSet: string, sizes = "100vw") => (/ \d+w/.test(srcSet) ? sizes : undefined);

/**
 * Rounded to five per cent, because the style sheet has classes for these steps only. The CSP allows no inline styles.
 */
const focusClass = ({ x, y }: { x: number; y: number }) => {
  const step = (percent: number) => Math.round(percent / 5) * 5;
  return `focus-at focus-x-${step(x)} focus-y-${step(y)}`;
};

/** AVIF or WebP with a fallback, cropped to the frame. Never shows a broken-image icon. */
export function Picture({
  picture,
  alt,
  behind,
  mobile,
  sizes,
  isPriority,
  className,
  imgClassName,
  transitionName,
}: PictureProps) {
  const [failedSrc, setFailed] = useState<string>();
  const visiblePicture = picture && picture.src !== failedSrc ? picture : undefined;
  const fillClass = "absolute inset-0 size-full object-cover";
  const loadingProps = isPriority
    ? ({ loading: "eager", fetchPriority: "high" } as const)
    : ({ loading: "lazy", decoding: "async" } as const);
  return (
    <span
      className={clsx("relative block overflow-hidden bg-sunken", className)}
      style={transitionName === undefined ? undefined : { viewTransitionName: transitionName }}
    >
      {behind && (
        <img
          src={behind.src}
          alt={visiblePicture ? "" : alt}
          width={behind.width}
          height={behind.height}
          loading={isPriority ? "eager" : "lazy"}
          className={clsx(fillClass, imgClassName)}
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
            {...loadingProps}
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
