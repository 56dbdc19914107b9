import { m } from "../messages.ts";
import { useFormats } from "../parts/formats.ts";

/** Returns a function that gives the title of an item in the portal's language, or a placeholder if it has none. */
export function useItemTitle(): (item: { title: string; title_ar: string | null }) => string {
  const { localized } = useFormats();
  return ({ title, title_ar }) => localized(title, title_ar) || m.staff_content_untitled();
}
