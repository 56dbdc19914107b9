import { useState, useEffect, useEffectEvent } from "react";
import { ListProvider, useList } from "../frame/list-state.ts";
import { ListSearch, useListSearch } from "../parts/list/list-layout.tsx";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { m } from "../messages.ts";
import { TooltipButton } from "../parts/tooltip-button.tsx";
import { staffQuery } from "../api.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import { Empty, Failed, LoadingState } from "../parts/states.tsx";
import { useCan } from "../frame/session.ts";
import { MediaTile } from "./media-tile.tsx";
import type { Media } from "./media.ts";
import { BulkDelete } from "./bulk-delete.tsx";
import { MediaList } from "./media-list.tsx";
import { MediaPanel } from "./panel.tsx";
import { UploadButton } from "./upload-button.tsx";
import { UploadTile } from "./upload-tile.tsx";
import { useSize } from "./use-size.ts";
import { useUploads } from "./use-uploads.ts";
import { clsx } from "clsx/lite";
import { TickBox, ToggleGroup } from "../parts/choice.tsx";
import { AsideLayout } from "../parts/aside-layout.tsx";

/**
 * Accepts files that are dropped anywhere on the page, which the browser would otherwise open. Returns whether files
 * are being dragged over the page.
 */
function useDrop(isAllowed: boolean, onFiles: (files: FileList) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const acceptFiles = useEffectEvent((files: FileList) => {
    setIsOver(false);
    if (isAllowed && files.length > 0) onFiles(files);
  });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const onDragOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setIsOver(isAllowed);
    };
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      acceptFiles(event.dataTransfer.files);
    };
    window.addEventListener("dragover", onDragOver, { signal });
    window.addEventListener("dragleave", onDragLeave, { signal });
    window.addEventListener("drop", onDrop, { signal });
    return () => controller.abort();
  }, [isAllowed]);
  return isOver;
}

const perPage = 24;

/** Filters besides the search. Each can be removed again. */
const filters = {
  pictures: { kind: "picture" },
  documents: { kind: "document" },
  without_description: { without_description: true },
  unused: { unused: true },
} as const;
type FilterName = keyof typeof filters;

/** All uploads and the pictures that ship with the site. View, filters, page and the open file are in the address. */
export default function MediaLibrary() {
  const [uploadedName, setUploadedName] = useState("");
  const can = useCan();
  const formatSize = useSize();
  const [params, setParams] = useSearchParams();
  const list = useList<Media>({
    list: "media",
    otherParams: ["open", "view"],
    perPage,
    sort: "-id",
    refreshMs: (rows) => (rows.some((row) => row.state === "queued") ? 1000 : false),
  });
  const search = useListSearch(list);
  const summary = useQuery(staffQuery("GET /api/staff/media-summary"));
  const reload = () => {
    list.refetch();
    void summary.refetch();
  };
  const { uploads, add, dismiss } = useUploads("any", ({ name }) => {
    setUploadedName(name);
    reload();
  });
  const openId = Number(params.get("open")) || null;
  const view = params.get("view") === "list" ? "list" : "tiles";
  const withParam = (before: URLSearchParams, name: "open" | "view", value: string | null) => {
    const newParams = new URLSearchParams(before);
    if (value === null) newParams.delete(name);
    else newParams.set(name, value);
    return newParams;
  };
  const setOpenId = (id: number | null) =>
    setParams((before) => withParam(before, "open", id === null ? null : `${id}`));
  const activeFilter = list.filter;
  const isFilterOn = (name: FilterName) =>
    Object.entries(filters[name]).every(([key, value]) => activeFilter[key] === String(value));
  const toggleFilter = (name: FilterName) => {
    const newFilter: Record<string, unknown> = { ...activeFilter };
    for (const [key, value] of Object.entries(filters[name]))
      if (isFilterOn(name)) delete newFilter[key];
      else newFilter[key] = value;
    list.setFilter(newFilter);
  };
  const canUpload = can("media.write");
  const isDropping = useDrop(canUpload, add);
  const { data = [], total, page } = list;
  const isFiltered = Object.keys(activeFilter).length > 0;
  // Only files on this page count as selected, so that nobody deletes a file that they do not see.
  const chosen = data.filter(({ id }) => list.chosenIds.includes(id));
  const handleDeletion = (ids: readonly number[]) => {
    if (openId !== null && ids.includes(openId)) setOpenId(null);
    reload();
  };
  const range = { from: (page - 1) * perPage + 1, to: (page - 1) * perPage + data.length, total };
  /** The count in a filter's label. Only two filters have one. */
  const getFilterCount = (name: FilterName) =>
    name === "unused"
      ? summary.data?.unused
      : name === "without_description"
        ? summary.data?.without_description
        : undefined;

  return (
    <ListProvider value={list}>
      <ScreenHead
        title={m.staff_menu_media()}
        facts={
          !summary.data
            ? null
            : summary.data.pictures + summary.data.documents === 0
              ? m.staff_media_nothing_yet()
              : m.staff_media_facts({
                  pictures: m.staff_media_pictures({ count: summary.data.pictures }),
                  documents: m.staff_media_documents({ count: summary.data.documents }),
                  size: formatSize(summary.data.bytes),
                })
        }
        actions={canUpload && <UploadButton kind="any" isPrimary onFiles={add} />}
      />
      <AsideLayout>
        <section
          className={clsx(
            "card relative",
            isDropping &&
              "after:pointer-events-none after:absolute after:inset-0 after:rounded-card after:border-3 after:border-dashed after:border-primary after:bg-primary-tint/60",
          )}
        >
          {chosen.length > 0 && (
            <BulkDelete chosen={chosen} onClose={() => list.choose([])} onDeleted={handleDeletion} />
          )}
          <div className={clsx("flex flex-wrap items-center gap-2 px-pad py-3", chosen.length > 0 && "hidden!")}>
            <ListSearch label={m.staff_media_search()} search={search} />
            {(Object.keys(filters) as FilterName[]).map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={isFilterOn(name)}
                onClick={() => toggleFilter(name)}
                className="inline-flex min-h-(--nh-button-md) items-center gap-1.5 rounded-control border border-dashed border-line-2 bg-surface px-3 aria-pressed:border-solid aria-pressed:border-primary aria-pressed:bg-primary-tint"
              >
                <Icon name={isFilterOn(name) ? "x" : "plus"} size={14} />
                {m[`staff_media_filter_${name}`]({ count: getFilterCount(name) ?? "" })}
              </button>
            ))}
            <span className="ms-auto">
              <ToggleGroup
                label={m.staff_media_view_label()}
                value={view}
                options={(["tiles", "list"] as const).map((value) => ({
                  value,
                  label: m[`staff_media_view_${value}`](),
                }))}
                onChange={(value) => setParams((before) => withParam(before, "view", value === "list" ? value : null))}
              />
            </span>
          </div>
          {list.error && <Failed error={list.error} onRetry={reload} />}
          {list.isPending && !list.error && <LoadingState lines={6} />}
          {!list.isPending && !list.error && data.length === 0 && uploads.length === 0 && (
            <Empty icon="images" title={isFiltered ? m.staff_media_nothing_found() : m.staff_media_nothing_yet()}>
              {isFiltered ? m.staff_media_nothing_found_text() : m.staff_media_nothing_yet_text()}
            </Empty>
          )}
          <p role="status" className="sr-only">
            {uploadedName && m.staff_media_upload_arrived({ name: uploadedName })}
          </p>
          {(view === "tiles" || uploads.length > 0) && (
            <ul className="media-grid grid grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))] max-md:grid-cols-2 gap-4 px-pad pb-pad">
              {uploads.map((upload) => (
                <UploadTile key={upload.id} upload={upload} onDismiss={() => dismiss(upload.id)} />
              ))}
              {view === "tiles" &&
                data.map((media) => (
                  <MediaTile
                    key={media.id}
                    media={media}
                    isChosen={media.id === openId}
                    onChoose={() => setOpenId(media.id === openId ? null : media.id)}
                    tickBox={
                      canUpload && (
                        <TickBox
                          aria-label={m.staff_media_bulk_choose({ name: media.name })}
                          checked={chosen.includes(media)}
                          onChange={(isOn) =>
                            list.choose(
                              isOn ? [...list.chosenIds, media.id] : list.chosenIds.filter((id) => id !== media.id),
                            )
                          }
                        />
                      )
                    }
                  />
                ))}
            </ul>
          )}
          {view === "list" && data.length > 0 && (
            <MediaList
              rows={data}
              hasPanel={openId !== null}
              to={({ id }) => `/media?${withParam(params, "open", `${id}`)}`}
            />
          )}
          {total > 0 && (
            <footer>
              <span role="status">
                {list.sort === "-id" ? m.staff_media_newest_first(range) : m.staff_list_range(range)}
              </span>
              {total > perPage && (
                <span className="flex flex-wrap items-center gap-2 ms-auto">
                  <TooltipButton
                    icon="chevron-left"
                    mirrors
                    label={m.staff_media_previous()}
                    disabled={page === 1}
                    onClick={() => list.setPage(page - 1)}
                  />
                  <TooltipButton
                    icon="chevron-right"
                    mirrors
                    label={m.staff_media_next()}
                    disabled={page * perPage >= total}
                    onClick={() => list.setPage(page + 1)}
                  />
                </span>
              )}
            </footer>
          )}
        </section>
        {openId !== null && <MediaPanel key={openId} id={openId} onClose={() => setOpenId(null)} onChanged={reload} />}
      </AsideLayout>
    </ListProvider>
  );
}
