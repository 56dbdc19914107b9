import { clsx } from "clsx/lite";
import type { ReactNode } from "react";
import { Picture, type PictureData } from "#ui/picture.tsx";

export interface AuthPanelProps {
  art: PictureData;
  back?: ReactNode;
  heading: string;
  lead: ReactNode;
  /** Text on the picture; `sayMore` is below it. */
  say: string;
  sayMore: string;
  isWide?: boolean;
  children: ReactNode;
}

/**
 * A form column beside a picture, which is a strip above the form on phones. The tabs above belong to the site header.
 */
export function AuthPanel({ art, back, heading, lead, say, sayMore, isWide = false, children }: AuthPanelProps) {
  return (
    <div className="grid md:min-h-225 md:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)]">
      {/* The picture is first in the document, because on phones it is above the form and must not push it down. */}
      <div className="band band-deep relative max-md:h-30 md:col-start-2 md:row-start-1">
        <Picture picture={art} alt="" isPriority className="absolute! inset-0" />
        {/* Sticky, so that the text stays visible beside a form that is longer than the window. */}
        <div className="sticky top-0 h-dvh max-h-full max-md:hidden">
          <div className="absolute inset-x-0 top-[45%] bottom-0 bg-[linear-gradient(in_oklab,transparent,--alpha(#051a18/94%)_70%)]" />
          <div className="absolute inset-x-14 bottom-14 max-w-108">
            <p className="font-display text-h2 text-balance">{say}</p>
            <p className="mt-4 text-balance text-on-band-2">{sayMore}</p>
          </div>
        </div>
      </div>
      <div className="grid px-5 pt-27 pb-12 md:px-[clamp(1.25rem,6vw,6rem)] md:pt-24">
        <div className={clsx("mx-auto w-full self-center md:py-10", isWide ? "max-w-136" : "max-w-116")}>
          {back}
          <h1 className="mb-2.5 text-h2">{heading}</h1>
          <p className="mb-7 text-ink-2">{lead}</p>
          {children}
        </div>
      </div>
    </div>
  );
}
