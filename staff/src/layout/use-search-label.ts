import { m } from "../messages.ts";
import { useFormats } from "../parts/formats.ts";
import { useMay } from "../frame/session.ts";
import { searchWords } from "./search-words.ts";

/** What the search is called for this role; within the sentence its words are no names of screens. */
export function useSearchLabel(): string {
  const { facts } = useFormats();
  const words = searchWords(useMay()).map((key) => m[key]().toLowerCase());
  return m.staff_shell_search({ what: facts(...words) });
}
