import { clsx } from "clsx/lite";
import { useContext, useState, type FocusEvent, type ReactNode } from "react";
import { m } from "#messages";
import { CarouselContext, type CarouselState } from "./carousel-context.ts";
import { IconButton, type IconButtonProps } from "./icon-button.tsx";

function useCarousel(): CarouselState {
  const state = useContext(CarouselContext);
  if (!state) throw new Error("A part of a carousel must be rendered inside a Carousel");
  return state;
}

export interface CarouselSlidesProps {
  slides: readonly { id: string | number; content: ReactNode }[];
  /**
   * Width and gap of a slide, such as `basis-full ps-6 md:basis-1/2 lg:basis-1/4`. Set `-ms-6` as the `className` of
   * the list.
   */
  slideClassName?: string;
  className?: string;
}

/** Room for the focus ring of slides side by side. There is none at the end, because it would shift the last slide. */
const ringRoom = "-my-1 -ms-1 scroll-ps-1 py-1 ps-1";

/** The browser scrolls the slides until the engine is loaded. */
export function CarouselSlides({ slides, slideClassName, className }: CarouselSlidesProps) {
  const { label, viewport, isReady } = useCarousel();
  const [hasFocus, setFocus] = useState(false);
  const focusHandlers = {
    onFocus: ({ target, currentTarget }: FocusEvent) => setFocus(target === currentTarget),
    onBlur: () => setFocus(false),
  };
  return (
    // A region that the browser scrolls can be scrolled by keyboard, so it needs a name. It stays focusable if the
    // engine loads while it has the focus.
    <div
      ref={viewport}
      role="group"
      aria-label={m.ui_carousel_slides({ label })}
      tabIndex={isReady && !hasFocus ? undefined : 0}
      {...focusHandlers}
      className={clsx(
        "h-full",
        slideClassName && ringRoom,
        isReady
          ? "overflow-hidden"
          : "[scroll-snap-type:x_mandatory] overflow-x-auto overscroll-x-contain [scrollbar-width:none]",
      )}
    >
      <ul className={clsx("flex h-full [touch-action:pan-y_pinch-zoom]", className)}>
        {slides.map(({ id, content }, index) => (
          <li
            key={id}
            aria-label={m.ui_carousel_slide({ at: index + 1, count: slides.length })}
            className={clsx("grid min-w-0 flex-none snap-start", slideClassName ?? "basis-full")}
          >
            {content}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Renders nothing when all slides are in view. */
export function CarouselArrows({
  variant = "round",
  className,
}: Pick<IconButtonProps, "variant"> & { className?: string }) {
  const { stopCount, canGoBack, canGoForward, goBack, goForward } = useCarousel();
  if (stopCount < 2) return null;
  const size = variant === "round" ? "size-12!" : undefined;
  return (
    <div className={clsx("flex gap-2 noscript:hidden", className)}>
      <IconButton
        icon="arrow-left"
        mirrors
        variant={variant}
        label={m.ui_carousel_previous()}
        disabled={!canGoBack}
        onClick={goBack}
        className={size}
      />
      <IconButton
        icon="arrow-right"
        mirrors
        variant={variant}
        label={m.ui_carousel_next()}
        disabled={!canGoForward}
        onClick={goForward}
        className={size}
      />
    </div>
  );
}

export interface CarouselProgressProps {
  /**
   * How many slides are side by side at each window width. The server does not know the width, so all layouts are
   * rendered, and each `className` hides its own at other widths.
   */
  layouts?: readonly { slidesInView: number; className?: string }[];
  className?: string;
}

const singleSlide = [{ slidesInView: 1 }];

/**
 * Shows `01 / 44`, or `1 – 4 / 6` when several slides are in view, with a progress line. Renders nothing when all
 * slides are in view.
 */
export function CarouselProgress({ layouts = singleSlide, className }: CarouselProgressProps) {
  const { index, slideCount, isMoving } = useCarousel();
  const movingLayouts = layouts
    .filter(({ slidesInView }) => slidesInView < slideCount)
    .map((layout) => ({ ...layout, last: Math.min(index + layout.slidesInView, slideCount) }));
  if (movingLayouts.length === 0) return null;
  return (
    <div className={clsx("text-sm tabular-nums noscript:hidden", className)}>
      {movingLayouts.map(({ slidesInView, last, className: layoutClass }) => (
        <div key={slidesInView} className={clsx("flex items-center gap-5", layoutClass)}>
          {/* Left to right in both languages. */}
          <bdi dir="ltr" aria-live={isMoving ? "off" : "polite"} className="whitespace-nowrap">
            {slidesInView === 1
              ? String(last).padStart(String(slideCount).length, "0")
              : `${last - slidesInView + 1} – ${last}`}{" "}
            / {slideCount}
          </bdi>
          {/* SVG attributes, because the CSP forbids style attributes. */}
          <svg
            aria-hidden="true"
            viewBox={`0 0 ${slideCount} 1`}
            preserveAspectRatio="none"
            className="h-0.5 min-w-0 flex-1 rtl:-scale-x-100"
          >
            <rect width={slideCount} height="1" className="fill-line" />
            <rect width={last} height="1" className="fill-current" />
          </svg>
        </div>
      ))}
    </div>
  );
}
