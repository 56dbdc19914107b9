import { m } from "../messages.ts";
import type { ItemLine } from "../../../src/features/content/editing/item-types.ts";
import type { LanguageState } from "../../../src/features/content/editing/language-state.ts";
import { Chip } from "../parts/chip.tsx";
import { useFormats } from "../parts/formats.ts";
import type { Item } from "./types.ts";

type PublicationState = Pick<ItemLine, "on_site" | "publish_at" | "published_at"> & Partial<Pick<ItemLine, "state">>;

/**
 * Chips for whether visitors see the item, and for what is pending. Without `state`, unpublished changes have no chip.
 * `isShown` is false for a published course without a run, which the site hides.
 */
export function StateChips({ line, isShown = true }: { line: PublicationState; isShown?: boolean }) {
  const { date } = useFormats();
  const { on_site, state, publish_at, published_at } = line;
  return (
    <span className="inline-flex flex-wrap gap-1.25 in-[td]:flex-col in-[td]:items-start">
      {on_site && isShown && (
        <Chip tone="good" icon="circle-check">
          {m.staff_content_states_published()}
        </Chip>
      )}
      {on_site && !isShown && <Chip icon="eye-off">{m.staff_content_states_without_run()}</Chip>}
      {!on_site && !publish_at && (
        <Chip icon={published_at ? "eye-off" : "file-pen"}>
          {published_at ? m.staff_content_views_off_site() : m.staff_content_views_never_published()}
        </Chip>
      )}
      {publish_at && (
        <Chip tone="info" icon="calendar-clock">
          {m.staff_content_states_scheduled({
            when: `${date(publish_at, "dayMonth")}, ${date(publish_at, "time")}`,
          })}
        </Chip>
      )}
      {on_site && state === "draft" && (
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
  if (item.scheduled?.publish_at) {
    const { publish_at: publishAt } = item.scheduled;
    return (
      <Chip tone="info" icon="calendar-clock">
        {m.staff_content_states_scheduled({ when: `${date(publishAt, "dayMonth")}, ${date(publishAt, "time")}` })}
      </Chip>
    );
  }
  if (item.on_site && item.changed.length > 0)
    return (
      <Chip tone="attention" icon="pencil">
        {m.staff_content_changes({ count: item.changed.length })}
      </Chip>
    );
  if (item.on_site) return null;
  return (
    <Chip icon="eye-off">
      {item.published_id ? m.staff_content_views_off_site() : m.staff_content_views_never_published()}
    </Chip>
  );
}
