import type { Editor } from "@tiptap/core";
import type { Command } from "@tiptap/pm/state";

/** Runs a ProseMirror command. Returns false if it does not apply, such as a table command outside a table. */
export const runCommand = (editor: Editor, command: Command): boolean => command(editor.state, editor.view.dispatch);
