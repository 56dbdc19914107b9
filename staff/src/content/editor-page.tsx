import { useParams } from "react-router";
import { useCallback, useEffect, useState } from "react";
import { Failed, LoadingState } from "../parts/states.tsx";
import { Editor } from "./editor.tsx";
import { useAllCourses } from "./featured-field.tsx";
import { isFirstLoad } from "../frame/queries.ts";
import { useTrainers } from "./trainers-field.tsx";
import { usePickedPicture } from "../media/use-picked-picture.ts";
import { callStaff } from "../api.ts";
import type { Item } from "./types.ts";

/** Loads an item, always from the server and never from a cache. `reload` loads it again. */
function useItem(id: string) {
  const [loaded, setLoaded] = useState<{ item: Item; loadCount: number } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [loadCount, setLoadCount] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    callStaff("GET /api/staff/content/:id", { id }, controller.signal).then(
      (item) => {
        setError(null);
        setLoaded({ item, loadCount });
      },
      (failure: unknown) => {
        if (!controller.signal.aborted) setError(failure);
      },
    );
    return () => controller.abort();
  }, [id, loadCount]);
  const reload = useCallback(() => setLoadCount((count) => count + 1), []);
  return { loaded: loaded?.item.id === id ? loaded : null, error, reload };
}

/** The editor of one item, in both languages. */
export default function EditorPage() {
  const { id = "" } = useParams();
  const { loaded, error, reload } = useItem(decodeURIComponent(id));
  const allCourses = useAllCourses(decodeURIComponent(id).startsWith("featured:"));
  const trainers = useTrainers(decodeURIComponent(id).startsWith("course:"));
  const picture = usePickedPicture(String(loaded?.item.data["image"] ?? ""));
  const sharedPicture = usePickedPicture(String(loaded?.item.data["share_image"] ?? ""));
  if (error && !loaded) return <Failed error={error} onRetry={reload} />;
  // The form appears after names and pictures have loaded, so that nothing in it moves.
  const isLoading = [allCourses, trainers, picture, sharedPicture].some(isFirstLoad);
  if (!loaded || isLoading) return <LoadingState lines={8} />;
  return <Editor key={`${loaded.item.id} ${loaded.loadCount}`} initialItem={loaded.item} onReload={reload} />;
}
