import type { UseEmblaCarouselType } from "embla-carousel-react";

export type Embla = NonNullable<UseEmblaCarouselType[1]>;

/** One step of the carousel's clock, in milliseconds. */
const stepMs = 1000 / 60;

/** Steps of a movement; Embla's `duration`, by which `paced` knows its own movements. */
export const countSteps = (durationMs: number): number => Math.max(1, Math.round(durationMs / stepMs));

/** What is left of the way after `part` (0 to 1) of the time: an ease-out. */
const left = (part: number) => (1 - part) ** 3;

/**
 * A plugin that makes every movement from slide to slide last `durationMs`. Embla moves by a spring, whose end cannot
 * be set; after a swipe the spring stays.
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
      // A different distance than the remaining one: a new movement.
      if (Math.abs(way - rest) > 0.01) step = 0;
      rest = step < steps ? (way * left((step + 1) / steps)) / left(step / steps) : 0;
      step++;
      previousLocation.set(location);
      location.set(target.get() - rest);
      return scrollBody;
    };
  }
  return { name: "paced", options: {}, init, destroy: () => {} };
}
