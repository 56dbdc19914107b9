import { useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * False while the server renders and until this part of the page is hydrated: what loads on demand comes later than the
 * page, and would lose a click.
 */
export const useIsReady = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
