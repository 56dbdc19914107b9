import { clsx } from "clsx/lite";
import type { ReactNode } from "react";
import { Picture, type PictureData, sizesWithFullWidthPhone } from "./picture.tsx";
import { Eyebrow } from "./section-head.tsx";

export interface PageHeadProps {
  title: ReactNode;
  titleLang?: "en" | "ar";
  eyebrow?: ReactNode;
  lead?: ReactNode;
  art?: PictureData;
  /** The `view-transition-name` of a card's picture, set only while that picture moves to or from `art`. */
  artTransitionName?: string | undefined;
  /** Darkens the picture. For pictures that may be pale. */
  isArtShaded?: boolean;
  tone?: "stone" | "dark" | "plain";
  /** On phones, shows the picture below the text at full opacity, not behind it. */
  isArtBelowOnPhones?: boolean;
  children?: ReactNode;
  className?: string;
}

/** `sizes` of a picture that comes in several widths. On phones it is faint, behind the text. */
const sizes = sizesWithFullWidthPhone("(min-width: 768px) 56vw, 92vw");

const backgrounds = { stone: "bg-stone", dark: "band bg-palm-900! print:bg-transparent!", plain: "bg-bg" };

export function PageHead({
  title,
  titleLang,
  eyebrow,
  lead,
  art,
  artTransitionName,
  isArtShaded,
  tone = "stone",
  isArtBelowOnPhones,
  children,
  className,
}: PageHeadProps) {
  return (
    <div className={clsx("relative isolate overflow-hidden", backgrounds[tone], className)}>
      {art && (
        <Picture
          picture={art}
          alt=""
          isPriority
          sizes={sizes}
          className={clsx(
            "absolute! inset-y-0 end-0 -z-1 w-full bg-transparent! md:w-[56%] md:fade-start print:hidden",
            isArtShaded && "after:absolute after:inset-0 after:bg-palm-900/60 after:mix-blend-multiply",
            isArtBelowOnPhones ? "max-md:top-auto max-md:h-68 max-md:fade-top" : "max-md:opacity-28 dark:opacity-20",
          )}
          imgClassName={clsx(
            "absolute inset-0",
            isArtBelowOnPhones && "max-md:object-[78%_50%] max-md:rtl:object-[22%_50%]",
          )}
        />
      )}
      {artTransitionName && (
        // The moving picture fades into `art` here, behind the text.
        <span
          className="absolute inset-y-0 end-0 -z-1 w-full md:w-[56%]"
          style={{ viewTransitionName: artTransitionName }}
        />
      )}
      <div
        style={artTransitionName ? { viewTransitionName: "page-head-text" } : undefined}
        className={clsx(
          "wrap pt-[3.9rem] md:pt-22 md:pb-16 print:pt-0 print:pb-4",
          isArtBelowOnPhones ? "pb-62" : "pb-11",
        )}
      >
        <div className="max-w-160 md:max-lg:max-w-[56%] print:max-w-none">
          {eyebrow && (
            <Eyebrow className={clsx("mb-4", tone === "dark" && "text-spark! print:text-ink!")}>{eyebrow}</Eyebrow>
          )}
          <h1 lang={titleLang}>
            <bdi>{title}</bdi>
          </h1>
          {lead && <p className="mt-[1.1rem] text-lead text-ink-2 text-pretty">{lead}</p>}
          {children && <div className="mt-7 flex flex-wrap items-center gap-3">{children}</div>}
        </div>
      </div>
    </div>
  );
}
