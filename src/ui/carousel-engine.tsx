import useEmblaCarousel from "embla-carousel-react";
import { useEffect, useState } from "react";
import { createPacePlugin, countSteps, type Embla } from "./carousel-pace.ts";

export interface CarouselEngineProps {
  /** Element whose only child is the list of slides. */
  viewport: HTMLElement;
  loop: boolean;
  direction: "ltr" | "rtl";
  durationMs: number;
  onReady: (embla: Embla) => void;
}

/** Moves the slides with Embla. Loaded on the first pointer, focus or movement. */
export default function CarouselEngine({ viewport, loop, direction, durationMs, onReady }: CarouselEngineProps) {
  // The visitor may already have scrolled the list.
  const [startIndex] = useState(() =>
    Math.round(
      Math.abs(viewport.scrollLeft) / (viewport.querySelector<HTMLElement>(":scope > ul > li")?.offsetWidth || 1),
    ),
  );
  const [plugins] = useState(() => [createPacePlugin(durationMs)]);
  // Embla moves at once if the duration is 0. `countSteps` would return 1.
  const duration = durationMs === 0 ? 0 : countSteps(durationMs);
  const [attachEmbla, embla] = useEmblaCarousel({ loop, direction, startIndex, align: "start", duration }, plugins);
  useEffect(() => {
    viewport.scrollTo({ left: 0, behavior: "instant" });
    attachEmbla(viewport);
  }, [attachEmbla, viewport]);
  useEffect(() => {
    if (embla) onReady(embla);
  }, [embla, onReady]);
  return null;
}
