import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { m } from "../messages.ts";
import { ToggleGroup } from "../parts/choice.tsx";
import { callStaff, staffQuery } from "../api.ts";
import { Initial } from "../parts/initial.tsx";
import { Diff, diffClass } from "../parts/diff.tsx";
import { useFormats } from "../parts/formats.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { ScrollRegion } from "../parts/scroll-region.tsx";
import { Failed, LoadingState } from "../parts/states.tsx";
import { useReadableText } from "./compare-dialog.tsx";
import { splitKey } from "./kinds.ts";
import { labels } from "./labels.ts";
import { Thumbnail } from "./pictures.tsx";
import { PreviewLinks, type PreviewLink } from "./preview-button.tsx";
import type { Item, RevisionLine } from "./types.ts";
import type { EditorActions } from "./use-editor.ts";
import { FieldComparison } from "./field-comparison.tsx";
import { Button } from "../../../src/ui/button.tsx";
import { SecondLine } from "../parts/second-line.tsx";

const maxVersions = 100;
/** The text of a draft changes while its id stays the same, so old replies must not be shown again. */
const noCache = { gcTime: 0 };

/** All versions of an item with their differences. Each version can be previewed and restored. */
export function Versions({
  item,
  isReadOnly,
  actions,
  onClose,
}: {
  item: Item;
  isReadOnly: boolean;
  actions: EditorActions;
  onClose(): void;
}) {
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [view, setView] = useState<"changes" | "whole">("changes");
  const [link, setLink] = useState<PreviewLink | null>(null);
  const input = { per_page: maxVersions, sort: "-version", item: item.id } as const;
  const {
    data: list,
    error,
    isPending,
    refetch,
  } = useQuery({
    ...staffQuery("GET /api/staff/revisions", input),
    staleTime: 0,
    refetchOnMount: "always",
  });
  const data = list?.data;
  const chosen = data?.find(({ id }) => id === chosenId) ?? data?.[0];
  const published = data?.find(({ state }) => state === "published");
  const comparedVersion = chosen && getVersionToCompareWith(chosen, data ?? [], published);
  return (
    <>
      <div className="border-b border-line px-pad py-3.25">
        <ToggleGroup
          label={m.staff_content_versions_shows()}
          value={view}
          options={[
            { value: "changes", label: m.staff_content_versions_changes() },
            { value: "whole", label: m.staff_content_versions_whole() },
          ]}
          onChange={setView}
        />
      </div>
      {error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <LoadingState lines={6} />
      ) : !chosen ? (
        <p className="px-pad py-8">{m.staff_content_versions_none()}</p>
      ) : (
        <div className="grid min-h-0 flex-1 max-md:overflow-y-auto md:grid-cols-[15.5rem_minmax(0,1fr)]">
          <ul className="border-e border-line bg-row md:overflow-y-auto">
            {data?.map((line) => (
              <li key={line.id}>
                <button
                  type="button"
                  aria-current={line.id === chosen.id}
                  onClick={() => setChosenId(line.id)}
                  className="w-full border-s-3 border-b border-s-transparent border-b-line px-4 py-2.75 text-start aria-[current=true]:border-s-primary aria-[current=true]:bg-surface"
                >
                  <VersionSummary line={line} />
                </button>
              </li>
            ))}
          </ul>
          <ScrollRegion className="px-pad py-4 md:overflow-y-auto" label={m.staff_content_versions_changes()}>
            {view === "changes" ? (
              <Changes key={chosen.id} entity={item.entity} revision={chosen} before={comparedVersion} />
            ) : (
              <WholeText key={chosen.id} entity={item.entity} id={chosen.id} />
            )}
          </ScrollRegion>
        </div>
      )}
      {chosen && !isReadOnly && (
        <footer className="flex flex-wrap items-center gap-3 border-y border-line px-pad py-3.25">
          <p className="flex-1 text-ink-3">{m.staff_content_versions_restoring()}</p>
          <Button
            variant="secondary"
            icon="eye"
            onClick={() =>
              void actions.run(async () =>
                setLink(await callStaff("POST /api/staff/revisions/:id/preview", { id: chosen.id })),
              )
            }
          >
            {m.staff_content_versions_preview()}
          </Button>
          <Button
            variant="primary"
            disabled={chosen.id === item.revisionId}
            onClick={() => void actions.restore(chosen.id).then((isDone) => isDone && onClose())}
          >
            {m.staff_content_versions_restore()}
          </Button>
        </footer>
      )}
      {link && <PreviewLinks link={link} onClose={() => setLink(null)} />}
    </>
  );
}

/**
 * Returns the version to compare the chosen one with: the published version if the chosen one is newer, otherwise the
 * version before it. `revisions` are sorted from new to old.
 */
function getVersionToCompareWith(chosen: RevisionLine, revisions: RevisionLine[], published: RevisionLine | undefined) {
  if (published && published.version < chosen.version) return published;
  return revisions[revisions.indexOf(chosen) + 1];
}

function VersionSummary({ line }: { line: RevisionLine }) {
  const { momentInText } = useFormats();
  const { state, publishedAt, publishAt, savedAt, authorName, fields, note, restoredFrom } = line;
  const date = publishedAt ?? publishAt ?? savedAt;
  const author = authorName ?? m.staff_content_versions_site();
  const kind = publishedAt ? "published" : state === "scheduled" ? "scheduled" : state === "draft" ? "draft" : "older";
  return (
    <span className="flex gap-3">
      <Initial name={authorName ?? ""} />
      <span>
        <bdi className="font-medium">{author}</bdi>
        <SecondLine>{m[`staff_content_versions_${kind}`]({ when: momentInText(date) })}</SecondLine>
        <SecondLine>
          {kind === "published" && (
            <Icon name="circle-check" size={14} className="me-1.25 inline-block align-[-2px] text-success" />
          )}
          {note ||
            (restoredFrom
              ? m.staff_content_versions_restored()
              : (fields ?? []).length > 3
                ? m.staff_content_versions_fields({ count: fields?.length ?? 0 })
                : (fields ?? []).map(labels.forPath).join(" · "))}
        </SecondLine>
      </span>
    </span>
  );
}

/** Fields whose value is the key of a picture. */
const pictureFields = new Set(["image", "share_image"]);
const pictureClass = "aspect-16/10 w-44 max-w-[40%] rounded-sm";

function Changes({
  entity,
  revision,
  before,
}: {
  entity: string;
  revision: RevisionLine;
  before: RevisionLine | undefined;
}) {
  const { momentInText } = useFormats();
  const toText = useReadableText({ hasTrainers: entity === "course" });
  const input = { id: revision.id, ...(before ? { before: String(before.id) } : {}) };
  const { data: reply, error } = useQuery({
    ...staffQuery("GET /api/staff/revisions/:id/differences", input),
    ...noCache,
  });
  if (error) return <Failed error={error} />;
  if (!reply) return <LoadingState lines={4} />;
  return (
    <div className="grid gap-4">
      <p>
        {before
          ? m[before.state === "published" ? "staff_content_versions_against_site" : "staff_content_versions_against"]({
              when: momentInText(before.publishedAt ?? before.savedAt),
            })
          : m.staff_content_versions_first()}
      </p>
      {reply.data.length === 0 && <p className="text-ink-3">{m.staff_content_versions_same()}</p>}
      {reply.data.map(({ field, language, before: oldValue, after }) => (
        <FieldComparison
          key={`${field} ${language}`}
          label={labels.inLanguage(field, language)}
          title={language ? labels.inLanguage(field, language) : labels.forPath(field)}
        >
          <div className={pictureFields.has(field) ? "sr-only" : undefined}>
            <Diff
              before={toText(field, oldValue)}
              after={toText(field, after)}
              lang={language === "ar" ? "ar" : language ? "en" : undefined}
            />
          </div>
          {pictureFields.has(field) && (
            <div className="flex items-center gap-4">
              <Thumbnail className={pictureClass} entity={entity} image={toText(field, oldValue)} />
              <Icon name="chevron-right" mirrors />
              <Thumbnail className={pictureClass} entity={entity} image={toText(field, after)} />
            </div>
          )}
        </FieldComparison>
      ))}
    </div>
  );
}

function WholeText({ entity, id }: { entity: string; id: number }) {
  const toText = useReadableText({ hasTrainers: entity === "course" });
  const { data: reply, error } = useQuery({ ...staffQuery("GET /api/staff/revisions/:id", { id }), ...noCache });
  if (error) return <Failed error={error} />;
  if (!reply) return <LoadingState lines={6} />;
  return (
    <div className="grid gap-4">
      {Object.entries(reply.data).map(([key, value]) => {
        const { language } = splitKey(key);
        return (
          <FieldComparison key={key} title={labels.forKey(key)}>
            <p className={diffClass} dir="auto" lang={language === "ar" ? "ar" : undefined}>
              {toText(key, value)}
            </p>
          </FieldComparison>
        );
      })}
    </div>
  );
}
