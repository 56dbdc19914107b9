import { m } from "../messages.ts";
import { isolate } from "../../../src/i18n/isolate.ts";
import { useFormats } from "./formats.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { Button } from "../../../src/ui/button.tsx";

export interface ConflictBannerProps {
  author: string | null;
  /** When they saved, as an ISO timestamp. Null if unknown. */
  savedAt: string | null;
  /** Labels of the fields that they changed. */
  theirs: string[];
  /** Labels of the fields that I changed. */
  mine: string[];
  /** Labels of the fields that both changed. */
  both: string[];
  isPending: boolean;
  onMerge(): void;
  onCompare(): void;
  onTakeTheirs(): void;
  onSaveSeparately(): void;
}

/**
 * Shown if someone else has saved meanwhile. Says who, when and which fields, and offers up to four ways to continue.
 * None of them loses text.
 */
export function ConflictBanner(props: ConflictBannerProps) {
  const { author, savedAt, theirs, mine, both, isPending } = props;
  const { date, locale } = useFormats();
  const joinLabels = (labels: string[]) => new Intl.ListFormat(locale === "ar" ? "ar" : "en").format(labels);
  const authorName = isolate(author ?? m.staff_editor_conflict_someone());
  // Merging is safe if both changed different fields. Otherwise the writer decides field by field.
  const canMerge = both.length === 0;
  const merge = (
    <Button size="sm" variant="primary" disabled={isPending} onClick={props.onMerge}>
      {m.staff_common_action_merge_versions()}
    </Button>
  );
  const compare = (
    <Button
      size="sm"
      variant={canMerge ? "secondary" : "primary"}
      icon="columns-3"
      disabled={isPending}
      onClick={props.onCompare}
    >
      {m.staff_editor_conflict_compare()}
    </Button>
  );
  return (
    <Alert tone="warning" icon="users" isUrgent>
      <div className="grid gap-4">
        <p>
          <strong>
            {savedAt
              ? m.staff_editor_conflict_title({ who: authorName, time: date(savedAt, "time") })
              : m.staff_editor_conflict_title_now({ who: authorName })}
          </strong>
          <br />
          {m.staff_editor_conflict_fields({ theirs: joinLabels(theirs), mine: joinLabels(mine) })}{" "}
          {both.length > 0 && m.staff_editor_conflict_both({ fields: joinLabels(both) })}{" "}
          {m.staff_editor_conflict_kept()}
        </p>
        <div className="flex flex-wrap items-center gap-2">
          {canMerge && merge}
          {compare}
          <Button variant="secondary" size="sm" disabled={isPending} onClick={props.onTakeTheirs}>
            {m.staff_editor_conflict_take()}
          </Button>
          <Button size="sm" variant="ghost" disabled={isPending} onClick={props.onSaveSeparately}>
            {m.staff_editor_conflict_apart()}
          </Button>
        </div>
      </div>
    </Alert>
  );
}
