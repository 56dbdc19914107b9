import { useState } from "react";
import { useNotify } from "../frame/notices.tsx";
import { useRefresh } from "../frame/queries.ts";
import { m } from "../messages.ts";
import type { ItemLine } from "../../../src/features/content/editing/item-types.ts";
import type { CourseLine } from "../../../src/site/courses/course-types.ts";
import { callStaff, StaffApiError } from "../api.ts";
import { useUndo } from "../frame/notices.tsx";
import { maxFeatured } from "./featured-field.tsx";
import { useItemTitle } from "./use-item-title.ts";

/** Maximum number of items that the browser changes one by one. A background task changes more items. */
const maxImmediate = 20;
const featuredId = "featured:home";

/** Returns the rows that have an unpublished text. */
export const getPublishable = <Line extends Pick<ItemLine, "state" | "revisionId">>(lines: readonly Line[]) =>
  lines.flatMap((line) =>
    line.state !== "published" && line.revisionId !== null ? [{ ...line, revisionId: line.revisionId }] : [],
  );

/** Returns how many of the unpublished texts have Arabic that is missing or out of date. */
export const countIncompleteArabic = (lines: readonly Pick<ItemLine, "state" | "revisionId" | "arabic">[]): number =>
  getPublishable(lines).filter(({ arabic }) => arabic !== "complete").length;

/** Bulk actions on the selected rows. If some items fail, a notice names them; the others are changed anyway. */
export function useBulk(lines: readonly ItemLine[], unselect: () => void) {
  const notify = useNotify();
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const getTitle = useItemTitle();
  const [isPending, setIsPending] = useState(false);

  /** Runs an action for each item, one after the other. Returns the items for which it succeeded. */
  async function runForEach<Line extends ItemLine>(items: readonly Line[], act: (line: Line) => Promise<unknown>) {
    setIsPending(true);
    const [done, failed]: [Line[], Line[]] = [[], []];
    for (const line of items) {
      try {
        await act(line);
        done.push(line);
      } catch (error) {
        if (!(error instanceof StaffApiError)) throw error;
        failed.push(line);
      }
    }
    setIsPending(false);
    unselect();
    refresh();
    if (failed.length > 0)
      notify(
        m.staff_content_bulk_failed({
          done: done.length,
          names: failed.map(getTitle).join(" · "),
        }),
        { type: "warning" },
      );
    return done;
  }

  /** Disables the buttons during the work and shows an error of the server. */
  async function runWhilePending(work: () => Promise<void>) {
    setIsPending(true);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof StaffApiError)) throw error;
      notify(error.message, { type: "error" });
    } finally {
      setIsPending(false);
    }
  }

  const startTask = (start: () => Promise<unknown>) =>
    runWhilePending(async () => {
      await start();
      notify(m.staff_content_bulk_started(), { type: "success" });
      unselect();
    });

  const publish = async () => {
    const publishable = getPublishable(lines);
    if (publishable.length === 0) return notify(m.staff_content_bulk_none());
    if (publishable.length > maxImmediate) {
      const items = publishable.map(({ id, revisionId, version }) => ({ id, revision_id: revisionId, version }));
      return startTask(() => callStaff("POST /api/staff/content/publish", { items }));
    }
    const publishedLines = await runForEach(publishable, async ({ id, revisionId }) => {
      const { revisionVersion: version } = await callStaff("GET /api/staff/content/:id", { id });
      await callStaff("POST /api/staff/revisions/:id/publish", { id: revisionId, version: version ?? 0 });
    });
    if (publishedLines.length > 0) notify(m.staff_content_bulk_published({ count: publishedLines.length }));
  };
  const republish = (items: readonly ItemLine[]) =>
    runForEach(items, ({ id }) => callStaff("POST /api/staff/content/:id/put-back", { id }));
  const unpublish = async () => {
    const publishedLines = lines.filter(({ onSite }) => onSite);
    if (publishedLines.length === 0) return notify(m.staff_content_bulk_none());
    if (publishedLines.length > maxImmediate) {
      const ids = publishedLines.map(({ id }) => id);
      return startTask(() => callStaff("POST /api/staff/content/take-off", { ids }));
    }
    const unpublishedLines = await runForEach(publishedLines, ({ id }) =>
      callStaff("DELETE /api/staff/content/:id", { id }),
    );
    if (unpublishedLines.length > 0)
      offerUndo(m.staff_content_taken_off_many({ count: unpublishedLines.length }), () => republish(unpublishedLines));
  };

  /** Publishes the featured list of the home page with these courses. Returns the previous courses, for undo. */
  const setFeatured = async (courses: number[]) => {
    const item = await callStaff("GET /api/staff/content/:id", { id: featuredId });
    const saved = await callStaff("PUT /api/staff/content/:id", {
      id: featuredId,
      data: { courses },
      version: item.version,
    });
    await callStaff("POST /api/staff/revisions/:id/publish", {
      id: saved.revisionId ?? 0,
      version: saved.revisionVersion ?? 0,
    });
    return item.data["courses"] as number[];
  };
  const feature = () =>
    runWhilePending(async () => {
      const ids = (lines as readonly CourseLine[]).map(({ courseId }) => courseId).slice(0, maxFeatured);
      const featuredItem = await callStaff("GET /api/staff/content/:id", { id: featuredId });
      const others = (featuredItem.data["courses"] as number[]).filter((id) => !ids.includes(id));
      const previousCourses = await setFeatured([...ids, ...others].slice(0, maxFeatured));
      unselect();
      offerUndo(m.staff_content_bulk_featured(), () => setFeatured(previousCourses));
    });
  return { isPending, publish, unpublish, feature };
}
