import { useState, useEffect, useEffectEvent } from "react";
import { ListProvider, useList } from "../frame/list-state.ts";
import { ListSearch } from "../parts/list/list-layout.tsx";
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
 * Accepts files dropped anywhere on the page. Returns whether files are held over it. Without it the browser would open
 * them.
 */
function useDrop(isAllowed: boolean, onFiles: (files: FileList) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const drop = useEffectEvent((files: FileList) => {
    setIsOver(false);
    if (isAllowed && files.length > 0) onFiles(files);
  });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setIsOver(isAllowed);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const files = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      drop(event.dataTransfer.files);
    };
    window.addEventListener("dragover", over, { signal });
    window.addEventListener("dragleave", leave, { signal });
    window.addEventListener("drop", files, { signal });
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
  const [arrived, setArrived] = useState("");
  const can = useCan();
  const size = useSize();
  const [params, setParams] = useSearchParams();
  const list = useList<Media>({
    list: "media",
    pageKeys: ["open", "view"],
    perPage,
    sort: "-id",
    refreshMs: (rows) => (rows.some((row) => row.state === "queued") ? 1000 : false),
  });
  const summary = useQuery(staffQuery("GET /api/staff/media-summary"));
  const reload = () => {
    list.refetch();
    void summary.refetch();
  };
  const { uploads, add, dismiss } = useUploads("any", ({ name }) => {
    setArrived(name);
    reload();
  });
  const open = Number(params.get("open")) || null;
  const view = params.get("view") === "list" ? "list" : "tiles";
  const withParam = (before: URLSearchParams, name: "open" | "view", value: string | null) => {
    const next = new URLSearchParams(before);
    if (value === null) next.delete(name);
    else next.set(name, value);
    return next;
  };
  const setOpen = (id: number | null) => setParams((before) => withParam(before, "open", id === null ? null : `${id}`));
  const values = list.filter;
  const has = (name: FilterName) =>
    Object.entries(filters[name]).every(([key, value]) => values[key] === String(value));
  const toggle = (name: FilterName) => {
    const next: Record<string, unknown> = { ...values };
    for (const [key, value] of Object.entries(filters[name]))
      if (has(name)) delete next[key];
      else next[key] = value;
    list.setFilter(next);
  };
  const canUpload = can("media.write");
  const isDropping = useDrop(canUpload, add);
  const { data = [], total, page } = list;
  const isFiltered = Object.keys(values).length > 0;
  // Only what is in sight: nothing unseen is deleted.
  const chosen = data.filter(({ id }) => list.chosenIds.includes(id));
  const afterDeletion = (ids: readonly number[]) => {
    if (open !== null && ids.includes(open)) setOpen(null);
    reload();
  };
  const range = { from: (page - 1) * perPage + 1, to: (page - 1) * perPage + data.length, total };
  const getFilterCount = (name: FilterName) =>
    name === "unused" ? summary.data?.unused : name === "without_description" ? summary.data?.without_description : 0;

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
                  size: size(summary.data.bytes),
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
            <BulkDelete chosen={chosen} onClose={() => list.choose([])} onDeleted={afterDeletion} />
          )}
          <div className={clsx("flex flex-wrap items-center gap-2 px-pad py-3", chosen.length > 0 && "hidden!")}>
            <ListSearch label={m.staff_media_search()} />
            {(Object.keys(filters) as FilterName[]).map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={has(name)}
                onClick={() => toggle(name)}
                className="inline-flex min-h-(--nh-button-md) items-center gap-1.5 rounded-control border border-dashed border-line-2 bg-surface px-3 aria-pressed:border-solid aria-pressed:border-primary aria-pressed:bg-primary-tint"
              >
                <Icon name={has(name) ? "x" : "plus"} size={14} />
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
            {arrived && m.staff_media_upload_arrived({ name: arrived })}
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
                    isChosen={media.id === open}
                    onChoose={() => setOpen(media.id === open ? null : media.id)}
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
              hasPanel={open !== null}
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
        {open !== null && <MediaPanel key={open} id={open} onClose={() => setOpen(null)} onChanged={reload} />}
      </AsideLayout>
    </ListProvider>
  );
}
