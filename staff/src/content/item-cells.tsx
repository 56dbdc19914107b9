import type { ItemLine } from "../../../src/features/content/editing/item-types.ts";
import { useFormats } from "../parts/formats.ts";
import { Thumbnail } from "./pictures.tsx";
import { ArabicChip, StateChips } from "./state-chips.tsx";
import { SecondLine } from "../parts/second-line.tsx";
import { useItemTitle } from "./use-item-title.ts";

/** The title in the portal's language, above a second line that identifies the item. */
export function TitleCell({ line, second, hasPicture }: { line: ItemLine; second: string; hasPicture: boolean }) {
  const { locale } = useFormats();
  const getTitle = useItemTitle();
  const lang = locale === "ar" && line.title_ar ? "ar" : "en";
  return (
    <span className="flex items-center gap-3">
      {hasPicture && <Thumbnail entity={line.entity} image={line.image} />}
      <span>
        <bdi lang={lang}>{getTitle(line)}</bdi>
        <SecondLine className="font-normal">
          <bdi>{second}</bdi>
        </SecondLine>
      </span>
    </span>
  );
}

/** When the item was last saved, and by whom. */
export function EditedCell({ line }: { line: ItemLine }) {
  const { date } = useFormats();
  if (!line.savedAt) return <>–</>;
  return (
    <>
      <span className="flex-nowrap whitespace-nowrap">{date(line.savedAt, "dayMonth")}</span>
      <SecondLine className="font-normal">
        <bdi>{line.authorName}</bdi>
      </SecondLine>
    </>
  );
}

/** The item as a card, which replaces the row on a phone. */
export function ItemCard({ line }: { line: ItemLine }) {
  const getTitle = useItemTitle();
  return (
    <span className="grid min-w-0 flex-1 grid-cols-1 content-start gap-2.5">
      <span className="font-medium">{getTitle(line)}</span>
      <span className="inline-flex flex-wrap gap-1.25 in-[td]:flex-col in-[td]:items-start">
        <StateChips line={line} />
        <ArabicChip state={line.arabic} />
      </span>
    </span>
  );
}
