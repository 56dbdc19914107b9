import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => {};

/**
 * False during server rendering and until this part of the page is hydrated. Parts that load on demand hydrate later
 * than the page, and a click before that would be lost.
 */
export const useIsReady = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
