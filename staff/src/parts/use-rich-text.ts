import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from "react";
import { Editor, Extension } from "@tiptap/core";
import { cleanPaste, type PasteLoss } from "./paste.ts";
import { isAllowedAddress, richTextSchema } from "./rich-text-schema.ts";

/** The HTML as the site stores it. A list item with a single paragraph has no <p>. */
export function storedHtml(editor: Pick<Editor, "isEmpty" | "getHTML">): string {
  if (editor.isEmpty) return "";
  const template = document.createElement("template");
  template.innerHTML = editor.getHTML();
  for (const item of template.content.querySelectorAll("li")) {
    const paragraphs = item.querySelectorAll(":scope > p");
    const [only] = paragraphs;
    if (only && paragraphs.length === 1) only.replaceWith(...only.childNodes);
  }
  return template.innerHTML;
}

/** Handles Ctrl K in a text. If `run` returns false, the portal's palette opens, which has the same key. */
const linkKey = (run: (editor: Editor) => boolean) =>
  Extension.create({
    name: "linkKey",
    addKeyboardShortcuts: () => ({
      "Mod-k": ({ editor }) => {
        takeSelection(editor);
        return run(editor);
      },
    }),
  });

/** Selects in the editor what the browser has selected. The editor learns of it by an event that may follow the key. */
function takeSelection(editor: Editor): void {
  const { view } = editor;
  const { anchorNode, anchorOffset, focusNode, focusOffset, isCollapsed } = document.getSelection() ?? {};
  if (isCollapsed || !anchorNode || !focusNode || !view.dom.contains(anchorNode) || !view.dom.contains(focusNode))
    return;
  const ends = [view.posAtDOM(anchorNode, anchorOffset ?? 0), view.posAtDOM(focusNode, focusOffset ?? 0)];
  editor.commands.setTextSelection({ from: Math.min(...ends), to: Math.max(...ends) });
}

interface RichTextOptions {
  value: string;
  onChange(html: string): void;
  isReadOnly: boolean;
  /** Called if pasted or dropped content could not be kept completely. */
  onLoss(losses: readonly PasteLoss[]): void;
  /** Handles Ctrl K. Returns whether it did; otherwise the portal's palette opens. */
  onLinkKey(editor: Editor): boolean;
  /** Attributes of the editable element. */
  attributes: Record<string, string>;
}

/** Creates an editor in the element and destroys it on unmount. */
export function useRichText(host: RefObject<HTMLElement | null>, options: RichTextOptions): Editor | null {
  const { value, onChange, onLoss, onLinkKey, isReadOnly } = options;
  const [editor, setEditor] = useState<Editor | null>(null);
  const attributes = JSON.stringify(options.attributes);
  const lastEmitted = useRef(value);
  const latest = useRef({ value, onChange, onLoss, onLinkKey, attributes });
  useEffect(() => {
    latest.current = { value, onChange, onLoss, onLinkKey, attributes };
  });
  const [handleLoss] = useState(() => (losses: readonly PasteLoss[]) => latest.current.onLoss(losses));
  // Before the first paint, or the page would move.
  useLayoutEffect(() => {
    lastEmitted.current = latest.current.value;
    const newEditor = new Editor({
      element: host.current,
      content: lastEmitted.current,
      editable: !isReadOnly,
      injectCSS: false,
      editorProps: propsWith(latest.current.attributes, handleLoss),
      extensions: [...richTextSchema, linkKey((editor) => latest.current.onLinkKey(editor))],
      onUpdate({ editor }) {
        lastEmitted.current = storedHtml(editor);
        latest.current.onChange(lastEmitted.current);
      },
    });
    setEditor(newEditor);
    return () => newEditor.destroy();
  }, [host, isReadOnly, handleLoss]);
  useEffect(
    () => editor?.setOptions({ editorProps: propsWith(attributes, handleLoss) }),
    [editor, attributes, handleLoss],
  );
  useEffect(() => {
    // Another person's text or a restored version. Never the text that was just typed here.
    if (!editor || value === lastEmitted.current) return;
    lastEmitted.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  return editor;
}

const propsWith = (attributes: string, onLoss: (losses: readonly PasteLoss[]) => void) => ({
  attributes: JSON.parse(attributes) as Record<string, string>,
  transformPastedHTML: (pasted: string) => {
    const { html, losses } = cleanPaste(pasted);
    if (losses.length > 0) onLoss(losses);
    return html;
  },
  // A screenshot is pasted as a file without HTML, which the editor would ignore.
  handlePaste: (_view: unknown, { clipboardData }: ClipboardEvent) => {
    const isPicture = [...(clipboardData?.files ?? [])].some(({ type }) => type.startsWith("image/"));
    if (isPicture && !clipboardData?.getData("text/html")) onLoss(["pictures"]);
    return false;
  },
});

/** The result of `read`, updated after each step of the editor. */
export function useEditorState(editor: Editor, read: (editor: Editor) => string): string {
  return useSyncExternalStore(
    (changed) => {
      editor.on("transaction", changed);
      return () => editor.off("transaction", changed);
    },
    () => read(editor),
  );
}

/** Links the selection, or changes the link at the cursor. Without an address it removes the link. */
export function setLink(editor: Editor, address: string): void {
  const chain = editor.chain().focus().extendMarkRange("link");
  if (address === "" || !isAllowedAddress(address)) chain.unsetMark("link").run();
  else chain.setMark("link", { href: address }).run();
}
