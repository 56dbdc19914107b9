import { createContext, use } from "react";
import type { FieldMap } from "../api.ts";
import type { Data } from "./kinds.ts";
import type { Item } from "./types.ts";

export interface EditorView {
  item: Item;
  data: Data;
  errors: FieldMap;
  isReadOnly: boolean;
  set(key: string, value: unknown): void;
  /** Confirms that the Arabic of a field is right although its English has changed. */
  confirmArabic(field: string): void;
}

export const EditorContext = createContext<EditorView | null>(null);

/** Returns the state that the fields of an open editor share. Throws outside of an editor. */
export function useEditorView(): EditorView {
  const view = use(EditorContext);
  if (!view) throw new Error("a field is used outside of the editor");
  return view;
}
