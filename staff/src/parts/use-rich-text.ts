import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type RefObject } from "react";
import { Editor, Extension } from "@tiptap/core";
import { Plugin, Selection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { cleanPaste, type Paste } from "./paste.ts";
import { isAllowedAddress, richTextSchema } from "./rich-text-schema.ts";

/** Removes the paragraph of each list item and cell that has only one, and keeps its content. */
export function unwrapSingleParagraphs(root: ParentNode): void {
  for (const item of root.querySelectorAll("li, td, th")) {
    const paragraphs = item.querySelectorAll(":scope > p");
    const [paragraph] = paragraphs;
    if (paragraph && paragraphs.length === 1) paragraph.replaceWith(...paragraph.childNodes);
  }
}

/** Returns the HTML of an editor in the form that the site stores. */
export function toStoredHtml(editor: Pick<Editor, "isEmpty" | "getHTML">): string {
  if (editor.isEmpty) return "";
  const template = document.createElement("template");
  template.innerHTML = editor.getHTML();
  unwrapSingleParagraphs(template.content);
  return template.innerHTML;
}

/** Creates the shortcut Ctrl K. If `run` returns false, the portal's palette opens, which has the same shortcut. */
const createLinkKey = (run: (editor: Editor) => boolean) =>
  Extension.create({
    name: "linkKey",
    addKeyboardShortcuts: () => ({ "Mod-k": ({ editor }) => run(editor) }),
  });

/**
 * Lets shortcuts apply to the selection that the user sees. The browser may report a new selection only after the
 * shortcut's key, so this extension makes the editor read the selection first.
 */
const selectionBeforeShortcut = Extension.create({
  name: "selectionBeforeShortcut",
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          keydown(_view, { ctrlKey, metaKey }) {
            if (ctrlKey || metaKey) document.dispatchEvent(new Event("selectionchange"));
          },
        },
      },
    }),
  ],
});

interface RichTextOptions {
  value: string;
  onChange(html: string): void;
  isReadOnly: boolean;
  /** Called if a pasted or dropped picture could not be added. */
  onLostPicture(): void;
  /**
   * Adds pasted or dropped pictures to the library. Resolves to the pasted HTML with the addresses of the pictures.
   * Without this function, pictures are lost.
   */
  addPictures?: ((paste: Paste) => Promise<string>) | undefined;
  /** Handles Ctrl K. If it returns false, the portal's palette opens. */
  onLinkKey(editor: Editor): boolean;
  /** Attributes of the editable element. */
  attributes: Record<string, string>;
}

/** Creates an editor in the element and destroys it on unmount. */
export function useRichText(host: RefObject<HTMLElement | null>, options: RichTextOptions): Editor | null {
  const { value, isReadOnly } = options;
  const [editor, setEditor] = useState<Editor | null>(null);
  const attributes = JSON.stringify(options.attributes);
  const lastEmitted = useRef(value);
  const latestOptions = useRef(options);
  useEffect(() => {
    latestOptions.current = options;
  });
  // Runs before the first paint, because the page would move otherwise.
  useLayoutEffect(() => {
    const { value } = latestOptions.current;
    lastEmitted.current = value;
    const newEditor = new Editor({
      element: host.current,
      content: value,
      editable: !isReadOnly,
      injectCSS: false,
      editorProps: { attributes: latestOptions.current.attributes, ...createPasteProps(() => latestOptions.current) },
      extensions: [
        ...richTextSchema,
        selectionBeforeShortcut,
        createLinkKey((editor) => latestOptions.current.onLinkKey(editor)),
      ],
      onUpdate({ editor }) {
        lastEmitted.current = toStoredHtml(editor);
        latestOptions.current.onChange(lastEmitted.current);
      },
    });
    setEditor(newEditor);
    return () => newEditor.destroy();
  }, [host, isReadOnly]);
  useEffect(
    () =>
      editor?.setOptions({
        editorProps: {
          attributes: JSON.parse(attributes) as Record<string, string>,
          ...createPasteProps(() => latestOptions.current),
        },
      }),
    [editor, attributes],
  );
  useEffect(() => {
    // This value is another person's text or a restored version, not the text that was just typed here.
    if (!editor || value === lastEmitted.current) return;
    lastEmitted.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  return editor;
}

const getPictureFiles = ({ files }: DataTransfer) => [...files].filter(({ type }) => type.startsWith("image/"));

/** Whether the transferred data may contain a picture. A browser reads the tag `image` as `img`, too. */
const hasPictures = (transfer: DataTransfer) =>
  /<ima?g/i.test(transfer.getData("text/html")) || getPictureFiles(transfer).length > 0;

/** Reads pasted or dropped content. Its pictures are in the HTML, in the RTF, or separate files. */
function readTransfer(transfer: DataTransfer, takesPictures: boolean): Paste {
  const html = transfer.getData("text/html");
  const paste = cleanPaste(html, { rtf: transfer.getData("text/rtf"), origin: location.origin, takesPictures });
  const files = getPictureFiles(transfer);
  // True for a screenshot or a copied picture. Word and Excel add a picture of the copied text, which is not content.
  const isOnlyPictures =
    files.length > 0 && html.replaceAll(/<!--[\s\S]*?-->|<style[\s\S]*?<\/style>|<[^>]*>|\s/g, "") === "";
  if (!isOnlyPictures) return paste;
  if (!takesPictures) return { html: "", pictures: [], hasLostPictures: true };
  const [htmlPicture] = paste.pictures;
  return {
    html: files.map((_file, index) => `<img data-picture="${index}">`).join(""),
    pictures: files.map((file) => ({ file, alt: htmlPicture?.alt ?? "" })),
    hasLostPictures: false,
  };
}

/** Whether HTML comes from an editor like this one, without pictures from elsewhere, so that it needs no cleaning. */
const isFromEditor = (html: string, takesPictures: boolean) =>
  html.includes("data-pm-slice") && !(takesPictures ? /<img\b(?![^>]*\ssrc="\/media\/)/ : /<img\b/).test(html);

function createPasteProps(getOptions: () => RichTextOptions) {
  async function insertPictures(view: EditorView, paste: Paste): Promise<void> {
    const html = await getOptions().addPictures?.(paste);
    if (html && !view.isDestroyed) view.pasteHTML(html);
  }
  /** Adds the pictures and reports lost ones. Returns false if the editor must still insert the content itself. */
  const takeTransfer = (view: EditorView, transfer: DataTransfer | null): boolean => {
    const { onLostPicture, addPictures } = getOptions();
    const takesPictures = addPictures !== undefined;
    if (!transfer || !hasPictures(transfer) || isFromEditor(transfer.getData("text/html"), takesPictures)) return false;
    const paste = readTransfer(transfer, takesPictures);
    if (paste.hasLostPictures) onLostPicture();
    if (paste.pictures.length === 0) return paste.html === "" && paste.hasLostPictures;
    void insertPictures(view, paste);
    return true;
  };
  return {
    transformPastedHTML(html: string) {
      const takesPictures = getOptions().addPictures !== undefined;
      return isFromEditor(html, takesPictures)
        ? html
        : cleanPaste(html, { origin: location.origin, takesPictures }).html;
    },
    // Called after `transformPastedHTML`, and also for a picture without HTML.
    handlePaste: (view: EditorView, { clipboardData }: ClipboardEvent) => takeTransfer(view, clipboardData),
    handleDrop(view: EditorView, { clientX, clientY, dataTransfer }: DragEvent, _slice: unknown, isMoved: boolean) {
      if (isMoved) return false;
      const position = view.posAtCoords({ left: clientX, top: clientY });
      if (position) view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(position.pos))));
      return takeTransfer(view, dataTransfer);
    },
  };
}

/** Returns the result of `read`, updated after each transaction of the editor. */
export function useEditorState(editor: Editor, read: (editor: Editor) => string): string {
  return useSyncExternalStore(
    (onChange) => {
      editor.on("transaction", onChange);
      return () => editor.off("transaction", onChange);
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
