import { useCallback, useEffect, useMemo, useState } from "react";
import { Link } from "react-router";
import { m, toSnakeCase } from "../messages.ts";
import { Dialog } from "../parts/dialog.tsx";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { ConflictBanner } from "../parts/conflict-banner.tsx";
import { useFormats } from "../parts/formats.ts";
import { LeaveDialog } from "../parts/leave-dialog.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import { PairGroup } from "../parts/pair.tsx";
import { SaveState } from "../parts/save-state.tsx";
import { useCan } from "../frame/session.ts";
import { useStored } from "../frame/stored.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import type { EntityName } from "../../../src/features/content/entities/revision-entities.ts";
import { CompareDialog } from "./compare-dialog.tsx";
import { EditorContext } from "./editor-context.ts";
import { ContentField } from "./field.tsx";
import { useEditorKeys } from "../parts/use-editor-keys.ts";
import { findEmptyTexts, kinds, publishPermission, writePermission, type Section } from "./kinds.ts";
import { HeadButton } from "./head-button.tsx";
import { labels } from "./labels.ts";
import { PreviewButton } from "./preview-button.tsx";
import { PublishButton } from "./publish-button.tsx";
import { PublishingCard } from "./publishing-card.tsx";
import { ItemState } from "./state-chips.tsx";
import { kindPath, type Item } from "./types.ts";
import { useEditor } from "./use-editor.ts";
import { useItemTitle } from "./use-item-title.ts";
import { Versions } from "./versions.tsx";
import { Panel } from "../parts/panel.tsx";
import { SeatBar } from "../parts/seat-bar.tsx";
import { isSlow } from "../parts/slow-run.ts";
import { Failed, LoadingState } from "../parts/states.tsx";
import { useCourseRuns } from "./use-course-runs.ts";
import { SecondLine } from "../parts/second-line.tsx";
import { AsideLayout } from "../parts/aside-layout.tsx";

/** The upcoming runs of a course, with their seats. */
function CourseRuns({ id }: { id: string }) {
  const { nearDays, localized } = useFormats();
  const { data, error, refetch } = useCourseRuns(id);
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState lines={2} />;
  return (
    <Panel title={m.staff_menu_runs()} count={data.runs.length}>
      {data.runs.length === 0 && (
        <p className="text-ink-3">{data.hasRun ? m.staff_content_runs_none_ahead() : m.staff_content_runs_none()}</p>
      )}
      <ul className="grid gap-4">
        {data.runs.map((run) => (
          <li key={run.id} className="grid items-start gap-5 md:grid-cols-2">
            <Link to={`/runs/${run.id}`}>
              <span className="font-medium">{nearDays(run.startDate, run.endDate)}</span>
              <SecondLine>{localized(run.venueEng, run.venueAr)}</SecondLine>
            </Link>
            <SeatBar sold={run.seatsSold} held={run.seatsHeld} capacity={run.capacity} isLow={isSlow(run)} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const noFoldedSections: string[] = [];

/** A section of the form. This browser remembers which sections are folded. A field error unfolds its section. */
function EditorSection({ entity, section: { name, fields } }: { entity: EntityName; section: Section }) {
  const [foldedSections, setFoldedSections] = useStored(`folded.${entity}`, noFoldedSections);
  const title = m[`staff_content_sections_${name}`]();
  const content = (
    <div className="grid gap-4 px-pad pb-4.5">
      {fields.map((field) => (
        <ContentField key={field.name} field={field} />
      ))}
    </div>
  );
  if (kinds[entity].sections.length === 1)
    return (
      <>
        <h2 className="px-pad py-4.5 font-sans text-h4">{title}</h2>
        {content}
      </>
    );
  return (
    <details
      className="group border-line not-last:border-b"
      open={!foldedSections.includes(name)}
      onToggle={({ currentTarget: { open } }) => {
        if (open === foldedSections.includes(name))
          setFoldedSections(open ? foldedSections.filter((section) => section !== name) : [...foldedSections, name]);
      }}
    >
      <summary className="flex min-h-target cursor-pointer items-center gap-2 px-pad py-3 -outline-offset-2!">
        <h2 className="min-w-0 flex-1 font-sans text-h4">{title}</h2>
        <Icon name="chevron-down" className="text-ink-3 group-open:rotate-180" />
      </summary>
      {content}
    </details>
  );
}

export function Editor({ initialItem, onReload }: { initialItem: Item; onReload(): void }) {
  const can = useCan();
  const editor = useEditor(initialItem, onReload);
  const { item, data, errors, set, actions, conflict, changedFields, merged, isPending, isDirty, status } = editor;
  const [isComparing, setIsComparing] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const [isShowingVersions, setIsShowingVersions] = useState(false);
  const kind = kinds[item.entity];
  const isReadOnly = !can(writePermission(item.entity));
  const canPublish = can(publishPermission(item.entity)) && !conflict && status.kind !== "paused";
  const { confirmArabic } = actions;
  const view = useMemo(
    () => ({ item, data, errors, isReadOnly, set, confirmArabic }),
    [item, data, errors, isReadOnly, set, confirmArabic],
  );
  const emptyEnglish = findEmptyTexts(item.entity, data, "eng").length;
  const { missing, stale } = item.arabic;
  // Required Arabic fields count as empty even if their English is empty too.
  const emptyArabic = new Set([...missing, ...findEmptyTexts(item.entity, data, "ar")]).size;
  const states = {
    eng: { state: emptyEnglish > 0 ? "missing" : "complete", count: emptyEnglish },
    ar: {
      state: emptyArabic > 0 ? "missing" : item.arabic.state,
      count: emptyArabic || stale.length,
    },
  } as const;
  const arabicState = states.ar.state;
  const publish = () =>
    void actions.publish((saved) => {
      // Only the server knows whether the text that was just typed makes the Arabic incomplete.
      const isComplete = saved.arabic.state === "complete" && emptyArabic === 0;
      if (!isComplete) setIsConfirming(true);
      return isComplete;
    });
  const { autosave } = editor;
  const save = useCallback(() => autosave.flush(), [autosave]);
  useEffect(() => () => autosave.stop(), [autosave]);
  useEditorKeys({
    save: () => void save(),
    send: () => {
      if (canPublish && !isPending) publish();
    },
  });
  const title = useItemTitle()(item);
  const [parentLabel, parentPath] =
    item.entity === "course" ? [m.staff_menu_courses(), "/courses"] : [m.staff_menu_pages(), "/content"];
  const getLabels = (keys: string[]) => keys.map(labels.forKey);
  return (
    <EditorContext value={view}>
      <ScreenHead
        sticky
        title={title}
        breadcrumb={[
          { label: parentLabel, to: parentPath },
          ...(item.entity === "course"
            ? []
            : [{ label: m[`staff_content_kinds_${toSnakeCase(item.entity)}`](), to: kindPath(item.entity) }]),
        ]}
        state={<ItemState item={item} />}
        actions={
          <>
            <SaveState status={status} />
            <PreviewButton item={item} actions={actions} isReadOnly={isReadOnly} />
            <HeadButton
              icon="history"
              label={m.staff_content_versions_title()}
              onClick={() => setIsShowingVersions(true)}
            />
            {can(publishPermission(item.entity)) && (
              <PublishButton
                item={item}
                isDirty={isDirty}
                isDisabled={!canPublish || isPending}
                actions={actions}
                onPublish={publish}
              />
            )}
          </>
        }
      />
      {conflict && changedFields && merged && (
        <ConflictBanner
          author={conflict.theirs.author}
          savedAt={conflict.theirs.savedAt}
          theirs={getLabels(changedFields.theirs)}
          mine={getLabels(changedFields.mine)}
          both={getLabels(changedFields.both)}
          isPending={isPending}
          onMerge={() => void actions.resolveConflict(merged.value)}
          onCompare={() => setIsComparing(true)}
          onTakeTheirs={() => void actions.takeTheirs()}
          onSaveSeparately={() => void actions.saveSeparately()}
        />
      )}
      <AsideLayout>
        <section className="card editor" aria-label={m.staff_content_text()}>
          <PairGroup states={states}>
            {kind.sections.map((section) => (
              <EditorSection key={section.name} entity={item.entity} section={section} />
            ))}
          </PairGroup>
        </section>
        <div className="grid gap-4">
          <PublishingCard item={item} />
          {kind.aside.length > 0 && (
            <section className="card" aria-label={m.staff_content_details()}>
              <div className="body grid gap-4">
                {kind.aside.map((field) => (
                  <ContentField key={field.name} field={field} />
                ))}
              </div>
            </section>
          )}
          {item.entity === "course" && <CourseRuns id={item.id} />}
        </div>
      </AsideLayout>
      {isComparing && conflict && (
        <CompareDialog
          conflict={conflict}
          mine={data}
          onClose={() => setIsComparing(false)}
          onChoose={(chosen) => void actions.resolveConflict(chosen)}
        />
      )}
      {arabicState !== "complete" && (
        <ConfirmDialog
          isOpen={isConfirming}
          size="sm"
          title={m.staff_content_publish_arabic_title()}
          actionLabel={m.staff_content_publish_arabic_do()}
          cancelLabel={m.staff_content_publish_arabic_keep()}
          onClose={() => setIsConfirming(false)}
          onConfirm={async () => {
            await actions.publish();
          }}
        >
          <p>{m[`staff_content_schedule_arabic_${arabicState}`]()}</p>
        </ConfirmDialog>
      )}
      {isShowingVersions && (
        <Dialog
          isDrawer
          size="xl"
          title={m.staff_content_versions_of_this()}
          onClose={() => setIsShowingVersions(false)}
          hasSteps
        >
          <Versions item={item} isReadOnly={isReadOnly} actions={actions} onClose={() => setIsShowingVersions(false)} />
        </Dialog>
      )}
      <LeaveDialog isDirty={isDirty} save={save} text={m.staff_editor_leave()} />
    </EditorContext>
  );
}
