import { useParams } from "react-router-dom";
import { Failed, Loading } from "../ui/states.tsx";
import { Editor } from "./editor.tsx";
import { useFeaturable } from "./featured-field.tsx";
import { useItem } from "./use-item.ts";
import "./content.css";

/** One piece of content, in both languages. */
export function EditorPage() {
  const { id = "" } = useParams();
  const { opened, error, reload } = useItem(decodeURIComponent(id));
  const { isLoading: isNaming } = useFeaturable(decodeURIComponent(id).startsWith("featured:"));
  if (error && !opened) return <Failed error={error} onRetry={reload} />;
  // What names them comes before the form, whose parts then stay where they are.
  if (!opened || isNaming) return <Loading lines={8} />;
  return <Editor key={`${opened.item.id} ${opened.at}`} opened={opened.item} onReload={reload} />;
}
