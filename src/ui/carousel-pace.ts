import type { UseEmblaCarouselType } from "embla-carousel-react";

export type Embla = NonNullable<UseEmblaCarouselType[1]>;

/** One step of the carousel's clock, in milliseconds. */
const stepMs = 1000 / 60;

/** Number of steps of a movement: Embla's `duration`, by which `createPacePlugin` recognises its own movements. */
export const countSteps = (durationMs: number): number => Math.max(1, Math.round(durationMs / stepMs));

/** Share of the distance that is left after `part` (0 to 1) of the time: an ease-out curve. */
const remainingShare = (part: number) => (1 - part) ** 3;

/**
 * Embla plugin that makes every movement between slides last `durationMs`. Embla's spring has no fixed duration. Swipes
 * keep the spring.
 */
export function createPacePlugin(durationMs: number) {
  const steps = countSteps(durationMs);
  function init(embla: Embla) {
    const { scrollBody, target, location, previousLocation } = embla.internalEngine();
    const spring = { seek: scrollBody.seek, direction: scrollBody.direction };
    let step = 0;
    let expectedRemaining = 0;
    let remaining: number | undefined;
    scrollBody.direction = () => (remaining === undefined ? spring.direction() : Math.sign(remaining));
    scrollBody.seek = () => {
      remaining = scrollBody.duration() === steps ? target.get() - location.get() : undefined;
      if (remaining === undefined) return spring.seek();
      // A remaining distance other than the expected one means that a new movement has begun.
      if (Math.abs(remaining - expectedRemaining) > 0.01) step = 0;
      expectedRemaining =
        step < steps ? (remaining * remainingShare((step + 1) / steps)) / remainingShare(step / steps) : 0;
      step++;
      previousLocation.set(location);
      location.set(target.get() - expectedRemaining);
      return scrollBody;
    };
  }
  return { name: "paced", options: {}, init, destroy: () => {} };
}
