import { useTranslate } from "ra-core";
import { useFormats } from "../ui/formats.ts";
import { useMay } from "../ui/use-may.ts";
import { searchWords } from "./search-words.ts";

/** What the search is called for this role; within the sentence its words are no names of screens. */
export function useSearchLabel(): string {
  const translate = useTranslate();
  const { facts } = useFormats();
  const words = searchWords(useMay()).map((key) => translate(key).toLowerCase());
  return translate("shell.search", { what: facts(...words) });
}
