import { m } from "../messages.ts";
import { useFormats } from "../parts/formats.ts";

/** Returns the title of an item in the reader's language, or a text that it has none. */
export function useItemTitle(): (item: { title: string; title_ar: string | null }) => string {
  const { localized } = useFormats();
  return ({ title, title_ar }) => localized(title, title_ar) || m.staff_content_untitled();
}
