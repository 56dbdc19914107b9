import type { UseEmblaCarouselType } from "embla-carousel-react";

export type Embla = NonNullable<UseEmblaCarouselType[1]>;

/** One step of the carousel's clock, in milliseconds. */
const stepMs = 1000 / 60;

/** Steps of a movement, passed as Embla's `duration`. `paced` recognises its own movements by it. */
export const countSteps = (durationMs: number): number => Math.max(1, Math.round(durationMs / stepMs));

/** Share of the distance that is left after `part` (0 to 1) of the time: an ease-out curve. */
const remainingShare = (part: number) => (1 - part) ** 3;

/**
 * Embla plugin that makes every movement between slides last `durationMs`. Embla's spring has no fixed duration. Swipes
 * keep the spring.
 */
export function paced(durationMs: number) {
  const steps = countSteps(durationMs);
  function init(embla: Embla) {
    const { scrollBody, target, location, previousLocation } = embla.internalEngine();
    const spring = { seek: scrollBody.seek, direction: scrollBody.direction };
    let step = 0;
    let rest = 0;
    let way: number | undefined;
    scrollBody.direction = () => (way === undefined ? spring.direction() : Math.sign(way));
    scrollBody.seek = () => {
      way = scrollBody.duration() === steps ? target.get() - location.get() : undefined;
      if (way === undefined) return spring.seek();
      // A distance that differs from the remaining one means a new movement.
      if (Math.abs(way - rest) > 0.01) step = 0;
      rest = step < steps ? (way * remainingShare((step + 1) / steps)) / remainingShare(step / steps) : 0;
      step++;
      previousLocation.set(location);
      location.set(target.get() - rest);
      return scrollBody;
    };
  }
  return { name: "paced", options: {}, init, destroy: () => {} };
}
