/**
 * Editor for rich text with exactly the elements that the site shows (src/platform/rich-text.server.ts). The server
 * cleans the text again.
 */
import { useRef, useState } from "react";
import type { Editor } from "@tiptap/core";
import { redo, undo } from "@tiptap/pm/history";
import type { Command } from "@tiptap/pm/state";
import { m, type NameIn } from "../messages.ts";
import { useNotify } from "../frame/notices.tsx";
import { Icon } from "../../../src/ui/icon.tsx";
import type { IconName } from "./portal-icon-names.ts";
import { LinkDialog } from "./link-dialog.tsx";
import { Menu } from "./menu.tsx";
import { fillPictures, type Paste, type PastedPicture } from "./paste.ts";
import { PictureDialog, type PictureLayout } from "./picture-dialog.tsx";
import { isAllowedAddress } from "./rich-text-schema.ts";
import { runCommand } from "./run-command.ts";
import { insertTable, tableCommands } from "./rich-text-tables.ts";
import { setLink, useEditorState, useRichText } from "./use-rich-text.ts";
import "./rich-text.css";
import { clsx } from "clsx/lite";

/** A picture to insert: its address below /media, and its description in the language of the text. */
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
  /** Without it the text has no pictures. */
  pictures?: TextPictures | undefined;
}

/** Functions that get the pictures for a text. */
export interface TextPictures {
  /** Opens the media library to choose a picture. Resolves to null if none is chosen. */
  choose(): Promise<ChosenPicture | null>;
  /** Asks for descriptions of pasted pictures and adds the pictures to the library. A picture left out becomes null. */
  add(pasted: readonly PastedPicture[]): Promise<(ChosenPicture | null)[]>;
}

export function RichText(props: RichTextProps) {
  const { id, labelId, value, onChange, lang, dir, isReadOnly = false, isInvalid = false, describedBy } = props;
  const host = useRef<HTMLDivElement>(null);
  const attributes = {
    id,
    lang,
    dir,
    role: "textbox",
    "aria-multiline": "true",
    "aria-labelledby": labelId,
    ...(isReadOnly ? { "aria-readonly": "true" } : {}),
    ...(isInvalid ? { "aria-invalid": "true" } : {}),
    ...(describedBy ? { "aria-describedby": describedBy } : {}),
  };
  const notify = useNotify();
  const [isLinking, setIsLinking] = useState(false);
  const [isEditingPicture, setIsEditingPicture] = useState(false);
  const { pictures } = props;
  const onLostPicture = () =>
    notify(pictures ? m.staff_editor_paste_pictures() : m.staff_editor_paste_no_pictures(), { type: "warning" });
  const addPictures =
    pictures && (async (paste: Paste) => fillPictures(paste.html, await pictures.add(paste.pictures)));
  /** Opens the link dialog if something can be linked. Returns whether it opened. */
  const openLinkDialog = (editor: Editor) => {
    const canLink = !isReadOnly && (!editor.state.selection.empty || editor.isActive("link"));
    if (canLink) setIsLinking(true);
    return canLink;
  };
  const editor = useRichText(host, {
    value,
    onChange,
    onLostPicture,
    addPictures,
    onLinkKey: openLinkDialog,
    isReadOnly,
    attributes,
  });
  return (
    <div
      className={clsx(
        "rich-text rounded-control border bg-surface focus-within:border-primary focus-within:ring-3 focus-within:ring-primary/16",
        isInvalid ? "border-2 border-danger" : "border-line-2",
      )}
    >
      {editor && !isReadOnly && (
        <Toolbar
          editor={editor}
          labelId={labelId}
          pictures={pictures}
          onLink={() => setIsLinking(true)}
          onEditPicture={() => setIsEditingPicture(true)}
        />
      )}
      {editor && isEditingPicture && (
        <PictureDialog
          picture={editor.getAttributes("image") as PictureLayout}
          lang={lang}
          onClose={() => setIsEditingPicture(false)}
          onChange={(layout) => editor.chain().focus().updateAttributes("image", layout).run()}
        />
      )}
      {editor && isLinking && (
        <LinkDialog
          address={(editor.getAttributes("link")["href"] as string | undefined) ?? ""}
          isAllowed={isAllowedAddress}
          onClose={() => setIsLinking(false)}
          onChoose={(address) => setLink(editor, address)}
        />
      )}
      <div ref={host} />
    </div>
  );
}

interface Tool {
  name: NameIn<"editor_tools">;
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
    run: (editor) => editor.chain().focus().toggleNode("heading", "paragraph", { level: 2 }).run(),
  },
  {
    name: "subheading",
    icon: "heading-3",
    isOn: (editor) => editor.isActive("heading", { level: 3 }),
    run: (editor) => editor.chain().focus().toggleNode("heading", "paragraph", { level: 3 }).run(),
  },
  {
    name: "bold",
    icon: "bold",
    isOn: (editor) => editor.isActive("bold"),
    run: (editor) => editor.chain().focus().toggleMark("bold").run(),
  },
  {
    name: "italic",
    icon: "italic",
    isOn: (editor) => editor.isActive("italic"),
    run: (editor) => editor.chain().focus().toggleMark("italic").run(),
  },
  null,
  {
    name: "bullets",
    icon: "list",
    isOn: (editor) => editor.isActive("bulletList"),
    run: (editor) => editor.chain().focus().toggleList("bulletList", "listItem").run(),
  },
  {
    name: "numbers",
    icon: "list-ordered",
    isOn: (editor) => editor.isActive("orderedList"),
    run: (editor) => editor.chain().focus().toggleList("orderedList", "listItem").run(),
  },
  {
    name: "quotation",
    icon: "quote",
    isOn: (editor) => editor.isActive("blockquote"),
    run: (editor) => editor.chain().focus().toggleWrap("blockquote").run(),
  },
];

const tableTools: { name: keyof typeof tableCommands; icon: IconName; isDanger?: boolean }[] = [
  { name: "row_before", icon: "arrow-up" },
  { name: "row_after", icon: "arrow-down" },
  { name: "column_before", icon: "plus" },
  { name: "column_after", icon: "plus" },
  { name: "header_row", icon: "rows-3" },
  { name: "delete_row", icon: "minus" },
  { name: "delete_column", icon: "minus" },
  { name: "delete_table", icon: "trash-2", isDanger: true },
];

/** Runs a command and returns the focus to the text. */
function runInText(editor: Editor, command: Command): void {
  runCommand(editor, command);
  editor.commands.focus();
}
const undoTools: Tool[] = [
  { name: "undo", icon: "undo-2", isMirrored: true, run: (editor) => runInText(editor, undo) },
  { name: "redo", icon: "redo-2", isMirrored: true, run: (editor) => runInText(editor, redo) },
];

const toolClass =
  "grid h-7.5 w-6.5 max-md:w-full place-items-center rounded-sm text-ink-2 hover:bg-sunken aria-pressed:bg-primary-tint aria-pressed:text-primary";
const gapClass = "mx-0.75 h-4.5 w-px bg-line max-md:hidden";

function Toolbar({
  editor,
  labelId,
  pictures,
  onLink,
  onEditPicture,
}: {
  editor: Editor;
  labelId: string;
  pictures: TextPictures | undefined;
  onLink(): void;
  onEditPicture(): void;
}) {
  const activeNames = useEditorState(editor, (editor) =>
    [
      ...tools.flatMap((tool) => (tool?.isOn?.(editor) ? [tool.name] : [])),
      ...["link", "image", "table"].filter((name) => editor.isActive(name)),
    ].join(),
  ).split(",");
  const addPicture = async () => {
    const picture = await pictures?.choose();
    // Adds an empty paragraph after the picture, to continue writing.
    if (picture)
      editor
        .chain()
        .focus()
        .insertContent([{ type: "image", attrs: { ...picture } }, { type: "paragraph" }])
        .run();
  };
  const renderButton = (tool: Tool) => (
    <button
      key={tool.name}
      type="button"
      title={m[`staff_editor_tools_${tool.name}`]()}
      aria-label={m[`staff_editor_tools_${tool.name}`]()}
      {...(tool.isOn ? { "aria-pressed": activeNames.includes(tool.name) } : {})}
      className={toolClass}
      // Keeps the focus in the text, so that typing continues there after a click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => tool.run(editor)}
    >
      <Icon name={tool.icon} size={16} mirrors={tool.isMirrored ?? false} />
    </button>
  );
  return (
    <div
      // On a phone the twelve tools are in two rows of six.
      className="rich-text-tools flex flex-wrap items-center gap-px rounded-t-control border-b border-line bg-row px-1.25 py-1 max-md:grid max-md:grid-cols-6"
      role="group"
      aria-labelledby={labelId}
    >
      {tools.map((tool, index) => (tool ? renderButton(tool) : <span key={index} className={gapClass} />))}
      {renderButton({ name: "link", icon: "link", isOn: () => activeNames.includes("link"), run: onLink })}
      {pictures &&
        renderButton({
          name: "picture",
          icon: "image",
          isOn: () => activeNames.includes("image"),
          run: () => (activeNames.includes("image") ? onEditPicture() : void addPicture()),
        })}
      {activeNames.includes("table") ? (
        <Menu
          label={m.staff_editor_tools_table()}
          className={clsx(toolClass, "bg-primary-tint text-primary")}
          items={tableTools.map(({ name, icon, isDanger = false }) => ({
            label: m[`staff_editor_table_${name}`](),
            icon,
            isDanger,
            onChoose: () => runInText(editor, tableCommands[name]),
          }))}
        >
          <Icon name="table" size={16} />
          <span className="sr-only">{m.staff_editor_tools_table()}</span>
        </Menu>
      ) : (
        renderButton({ name: "table", icon: "table", run: insertTable })
      )}
      <span className={gapClass} />
      {undoTools.map(renderButton)}
    </div>
  );
}
