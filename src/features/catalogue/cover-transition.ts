import { useViewTransitionState } from "react-router";
import { useLocalePath } from "#i18n/link.tsx";

/**
 * Names the view transition of a course's picture while the course page opens or closes, so that the picture moves
 * between tile and page head; otherwise undefined. Server-rendered pages never have the name, because the content
 * security policy forbids inline styles, which scripts may set.
 */
export function useCoverTransition(slug: string): string | undefined {
  const path = useLocalePath();
  return useViewTransitionState(path(`/courses/${slug}`)) ? `cover-${slug}` : undefined;
}
