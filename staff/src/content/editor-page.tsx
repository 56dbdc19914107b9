import { useParams } from "react-router-dom";
import { Failed, Loading } from "../ui/states.tsx";
import { Editor } from "./editor.tsx";
import { useItem } from "./use-item.ts";
import "./content.css";

/** One piece of content, in both languages. */
export function EditorPage() {
  const { id = "" } = useParams();
  const { opened, error, reload } = useItem(decodeURIComponent(id));
  if (error && !opened) return <Failed error={error} onRetry={reload} />;
  if (!opened) return <Loading lines={8} />;
  return <Editor key={`${opened.item.id} ${opened.at}`} opened={opened.item} onReload={reload} />;
}
