import { m } from "../messages.ts";
import { Panel } from "../parts/panel.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { Details } from "../parts/details.tsx";
import { kinds, type Kind } from "./kinds.ts";
import { labels } from "./labels.ts";
import { DuplicateButton } from "./new-item-button.tsx";
import { useCourseRuns } from "./use-course-runs.ts";
import { ArabicChip, StateChips } from "./state-chips.tsx";
import type { Item } from "./types.ts";
import { TextLink } from "../parts/text-link.tsx";

/**
 * Whether the site has a page at the address of the draft. It has none while that address is unpublished, or while a
 * course has no run.
 */
export const isReachable = ({ onSite, changed }: Pick<Item, "onSite" | "changed">, isShown: boolean): boolean =>
  onSite && isShown && !changed.includes("slug");

/** What visitors see, what is scheduled, and the address. */
export function PublishingCard({ item }: { item: Item }) {
  const kind: Kind = kinds[item.entity];
  // The site shows a course once it has a run.
  const { data: course } = useCourseRuns(item.id, item.entity === "course");
  const isShown = course?.hasRun ?? true;
  const { onSite, publishedAt } = item;
  // Without the state, because unpublished changes have a row of their own.
  const line = { onSite, publishedAt, publishAt: item.scheduled?.publishAt ?? null };
  return (
    <Panel title={m.staff_content_publishing_title()} action={<DuplicateButton item={item} />}>
      <Details
        rows={[
          { label: m.staff_content_publishing_on_site(), value: <StateChips line={line} isShown={isShown} /> },
          // Shown without changes too, so that saving the first one does not move the cards below.
          item.onSite && {
            label: m.staff_content_publishing_waiting(),
            value: item.changed.map(labels.forKey).join(" · ") || m.staff_content_publishing_no_changes(),
          },
          { label: m.staff_editor_languages_ar(), value: <ArabicChip state={item.arabic.state} /> },
          !kind.single && {
            label: m.staff_content_fields_slug(),
            value: isReachable(item, isShown) ? (
              <TextLink href={item.path} target="_blank" rel="noreferrer">
                <bdi>{item.path}</bdi>
              </TextLink>
            ) : (
              <bdi>{item.path}</bdi>
            ),
          },
          {
            label: m.staff_content_columns_edited(),
            value: item.savedAt ? (
              <>
                <DateTime value={item.savedAt} /> <bdi>{item.authorName}</bdi>
              </>
            ) : (
              m.staff_content_publishing_not_edited()
            ),
          },
        ]}
      />
    </Panel>
  );
}
