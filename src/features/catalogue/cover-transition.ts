import { useViewTransitionState } from "react-router";
import { useLocalePath } from "#i18n/link.tsx";

/**
 * Names a course's picture while its page is opened or left, so that it moves between tile and head; otherwise undefined.
 * Rendered pages never have it: the policy allows no inline styles, but scripts may set them.
 */
export function useCoverTransition(slug: string): string | undefined {
  const path = useLocalePath();
  return useViewTransitionState(path(`/courses/${slug}`)) ? `cover-${slug}` : undefined;
}
