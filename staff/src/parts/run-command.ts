import type { Editor } from "@tiptap/core";
import type { Command } from "@tiptap/pm/state";

/** Runs a command of ProseMirror. Returns false where it does nothing, such as a table's outside a table. */
export const runCommand = (editor: Editor, command: Command): boolean => command(editor.state, editor.view.dispatch);
