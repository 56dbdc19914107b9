import { useLocation } from "react-router";
import { withoutLocale } from "#i18n/locale.ts";

/** Without language and final slash: `/courses` for `/ar/courses/`. */
export function usePagePath(): string {
  return withoutLocale(useLocation().pathname).replace(/(.)\/+$/, "$1");
}
