/** Rich text of exactly the elements that the site shows (src/platform/rich-text.server.ts); the server cleans it again. */
import { useEffect, useRef, useState } from "react";
import { useTranslate } from "ra-core";
import { EditorContent, useEditor, useEditorState, type Editor } from "@tiptap/react";
import { Mark, mergeAttributes, Node } from "@tiptap/core";
import StarterKit from "@tiptap/starter-kit";
import Image from "@tiptap/extension-image";
import { Icon } from "./icon.tsx";
import type { IconName } from "./icon-names.ts";
import { LinkDialog } from "./link-dialog.tsx";
import "./rich-text.css";

/** Words of another direction inside a sentence. */
const Isolated = Mark.create({
  name: "bdi",
  parseHTML: () => [{ tag: "bdi" }],
  renderHTML: ({ HTMLAttributes }) => ["bdi", HTMLAttributes, 0],
});

/** Stands for a fact of the settings, such as the company's name; the site fills it in. */
const Fact = Node.create({
  name: "fact",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => ({ value: { default: "", parseHTML: (element: HTMLElement) => element.getAttribute("value") } }),
  parseHTML: () => [{ tag: "data[value]" }],
  renderHTML: ({ HTMLAttributes }) => ["data", mergeAttributes(HTMLAttributes)],
});

const isAllowedAddress = (address: string) =>
  /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\]))[^\s\\]*$/.test(address) || /^#?[\w-]+$/.test(address);

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    code: false,
    codeBlock: false,
    strike: false,
    underline: false,
    horizontalRule: false,
    link: {
      openOnClick: false,
      autolink: false,
      HTMLAttributes: { target: null, rel: null, class: null },
      isAllowedUri: isAllowedAddress,
    },
  }),
  Image.configure({ allowBase64: false }),
  Isolated,
  Fact,
];

/** As the site stores it: a list's item without a paragraph of its own when it is one paragraph. */
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

/** A picture chosen for the text: its address under /media and what it shows, in the text's language. */
export interface ChosenPicture {
  src: string;
  alt: string;
}

export interface RichTextProps {
  id: string;
  labelId: string;
  value: string;
  onChange(html: string): void;
  lang: "en" | "ar";
  dir: "ltr" | "rtl";
  isReadOnly?: boolean;
  isInvalid?: boolean;
  describedBy?: string | undefined;
  /** Opens the media library; without it there is no button for pictures. */
  choosePicture?: (() => Promise<ChosenPicture | null>) | undefined;
}

export function RichText(props: RichTextProps) {
  const { id, labelId, value, onChange, lang, dir, isReadOnly = false, isInvalid = false, describedBy } = props;
  const emitted = useRef(value);
  const attributes = {
    id,
    lang,
    dir,
    role: "textbox",
    "aria-multiline": "true",
    "aria-labelledby": labelId,
    ...(isInvalid ? { "aria-invalid": "true" } : {}),
    ...(describedBy ? { "aria-describedby": describedBy } : {}),
  };
  const editor = useEditor(
    {
      extensions,
      content: value,
      editable: !isReadOnly,
      injectCSS: false,
      immediatelyRender: true,
      editorProps: {
        attributes,
        // The policy would report what comes with pasted text; the schema drops it anyway.
        transformPastedHTML: (html) => html.replaceAll(/\s(?:style|on\w+)\s*=\s*(?:"[^"]*"|'[^']*')/gi, ""),
      },
      onUpdate({ editor }) {
        emitted.current = storedHtml(editor);
        onChange(emitted.current);
      },
    },
    [lang, isReadOnly],
  );
  useEffect(() => {
    // Someone else's text, a restored version: never what was just typed here.
    if (!editor || value === emitted.current) return;
    emitted.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  if (!editor) return null;
  return (
    <div className={`rich-text${isInvalid ? " invalid" : ""}`}>
      {!isReadOnly && <Toolbar editor={editor} labelId={labelId} choosePicture={props.choosePicture} />}
      <EditorContent editor={editor} />
    </div>
  );
}

interface Tool {
  name: string;
  icon: IconName;
  isMirrored?: boolean;
  isOn?(editor: Editor): boolean;
  run(editor: Editor): void;
}

const tools: (Tool | null)[] = [
  {
    name: "heading",
    icon: "heading-2",
    isOn: (editor) => editor.isActive("heading", { level: 2 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    name: "subheading",
    icon: "heading-3",
    isOn: (editor) => editor.isActive("heading", { level: 3 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    name: "bold",
    icon: "bold",
    isOn: (editor) => editor.isActive("bold"),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    name: "italic",
    icon: "italic",
    isOn: (editor) => editor.isActive("italic"),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  null,
  {
    name: "bullets",
    icon: "list",
    isOn: (editor) => editor.isActive("bulletList"),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: "numbers",
    icon: "list-ordered",
    isOn: (editor) => editor.isActive("orderedList"),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: "quotation",
    icon: "quote",
    isOn: (editor) => editor.isActive("blockquote"),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
];
const undoTools: Tool[] = [
  { name: "undo", icon: "undo-2", isMirrored: true, run: (editor) => editor.chain().focus().undo().run() },
  { name: "redo", icon: "redo-2", isMirrored: true, run: (editor) => editor.chain().focus().redo().run() },
];

function Toolbar({
  editor,
  labelId,
  choosePicture,
}: {
  editor: Editor;
  labelId: string;
  choosePicture: RichTextProps["choosePicture"];
}) {
  const translate = useTranslate();
  const [isLinking, setIsLinking] = useState(false);
  const on = useEditorState({
    editor,
    selector: ({ editor }) => ({
      ...Object.fromEntries(tools.map((tool) => [tool?.name, tool?.isOn?.(editor) ?? false])),
      link: editor.isActive("link"),
    }),
  }) as Record<string, boolean>;
  const addPicture = async () => {
    const picture = await choosePicture?.();
    if (picture) editor.chain().focus().setImage(picture).run();
  };
  const button = (tool: Tool) => (
    <button
      key={tool.name}
      type="button"
      title={translate(`editor.tools.${tool.name}`)}
      aria-label={translate(`editor.tools.${tool.name}`)}
      {...(tool.isOn ? { "aria-pressed": on[tool.name] ?? false } : {})}
      onClick={() => tool.run(editor)}
    >
      <Icon name={tool.icon} size={16} mirrors={tool.isMirrored ?? false} />
    </button>
  );
  return (
    <div className="rich-text-tools" role="group" aria-labelledby={labelId}>
      {tools.map((tool, at) => (tool ? button(tool) : <span key={at} className="gap" />))}
      {button({ name: "link", icon: "link", isOn: () => on["link"] ?? false, run: () => setIsLinking(true) })}
      {choosePicture && button({ name: "picture", icon: "image", run: () => void addPicture() })}
      <span className="gap" />
      {undoTools.map(button)}
      {isLinking && (
        <LinkDialog
          address={(editor.getAttributes("link")["href"] as string | undefined) ?? ""}
          isAllowed={isAllowedAddress}
          onClose={() => setIsLinking(false)}
          onChoose={(address) => {
            const chain = editor.chain().focus().extendMarkRange("link");
            if (address === "") chain.unsetLink().run();
            else chain.setLink({ href: address }).run();
          }}
        />
      )}
    </div>
  );
}
