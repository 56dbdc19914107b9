import { m } from "../messages.ts";
import type { ItemLine } from "../../../src/features/content/editing/item-types.ts";
import type { LanguageState } from "../../../src/features/content/editing/language-state.ts";
import { Chip } from "../parts/chip.tsx";
import { useFormats } from "../parts/formats.ts";
import type { Item } from "./types.ts";

type PublicationState = Pick<ItemLine, "onSite" | "publishAt" | "publishedAt"> & Partial<Pick<ItemLine, "state">>;

/**
 * Chips for whether visitors see the item, and for what is pending. Without `state`, unpublished changes have no chip.
 * `isShown` is false for a published course without a run, which the site hides.
 */
export function StateChips({ line, isShown = true }: { line: PublicationState; isShown?: boolean }) {
  const { date } = useFormats();
  const { onSite, state, publishAt, publishedAt } = line;
  return (
    <span className="inline-flex flex-wrap gap-1.25 in-[td]:flex-col in-[td]:items-start">
      {onSite && isShown && (
        <Chip tone="good" icon="circle-check">
          {m.staff_content_states_published()}
        </Chip>
      )}
      {onSite && !isShown && <Chip icon="eye-off">{m.staff_content_states_without_run()}</Chip>}
      {!onSite && !publishAt && (
        <Chip icon={publishedAt ? "eye-off" : "file-pen"}>
          {publishedAt ? m.staff_content_views_off_site() : m.staff_content_views_never_published()}
        </Chip>
      )}
      {publishAt && (
        <Chip tone="info" icon="calendar-clock">
          {m.staff_content_states_scheduled({
            when: `${date(publishAt, "dayMonth")}, ${date(publishAt, "time")}`,
          })}
        </Chip>
      )}
      {onSite && state === "draft" && (
        <Chip tone="attention" icon="pencil">
          {m.staff_content_views_draft()}
        </Chip>
      )}
    </span>
  );
}

export function ArabicChip({ state }: { state: LanguageState }) {
  const [tone, icon] = (
    {
      complete: ["good", "check"],
      stale: ["attention", "clock-alert"],
      missing: ["wrong", "circle-dashed"],
    } as const
  )[state];
  return (
    <Chip tone={tone} icon={icon}>
      {m[`staff_content_arabic_${state}`]()}
    </Chip>
  );
}

/** A chip for the pending changes of an open item, beside its title. */
export function ItemState({ item }: { item: Item }) {
  const { date } = useFormats();
  if (item.scheduled?.publishAt) {
    const { publishAt } = item.scheduled;
    return (
      <Chip tone="info" icon="calendar-clock">
        {m.staff_content_states_scheduled({ when: `${date(publishAt, "dayMonth")}, ${date(publishAt, "time")}` })}
      </Chip>
    );
  }
  if (item.onSite && item.changed.length > 0)
    return (
      <Chip tone="attention" icon="pencil">
        {m.staff_content_changes({ count: item.changed.length })}
      </Chip>
    );
  if (item.onSite) return null;
  return (
    <Chip icon="eye-off">
      {item.publishedId ? m.staff_content_views_off_site() : m.staff_content_views_never_published()}
    </Chip>
  );
}
