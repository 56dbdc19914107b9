/** Tables of a rich text. They have no column widths, because the site's columns are as wide as their content. */
import { Node, type Editor } from "@tiptap/core";
import type { Command } from "@tiptap/pm/state";
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  tableEditing,
  toggleHeader,
} from "@tiptap/pm/tables";
import { runCommand } from "./run-command.ts";

/** The role that ProseMirror's table module needs for each node. */
const tableRoles: Record<string, string> = {
  table: "table",
  tableRow: "row",
  tableCell: "cell",
  tableHeader: "header_cell",
};

const Table = Node.create({
  name: "table",
  group: "block",
  content: "tableRow+",
  isolating: true,
  parseHTML: () => [{ tag: "table" }],
  renderHTML: () => ["table", ["tbody", 0]],
  extendNodeSchema: ({ name }) => (name in tableRoles ? { tableRole: tableRoles[name] } : {}),
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    return {
      // In the last cell, Tab adds a row.
      Tab: () =>
        runCommand(this.editor, goToNextCell(1)) ||
        (runCommand(this.editor, addRowAfter) && runCommand(this.editor, goToNextCell(1))),
      "Shift-Tab": () => runCommand(this.editor, goToNextCell(-1)),
    };
  },
});

const TableRow = Node.create({
  name: "tableRow",
  content: "(tableCell | tableHeader)+",
  parseHTML: () => [{ tag: "tr" }],
  renderHTML: () => ["tr", 0],
});

/** Creates the attribute for the number of columns or rows that a cell spans. It is written only above one. */
const createSpanAttribute = (name: "colspan" | "rowspan") => ({
  default: 1,
  parseHTML: (element: HTMLElement) => Number(element.getAttribute(name)) || 1,
  renderHTML: (attributes: Record<string, unknown>) =>
    Number(attributes[name]) > 1 ? { [name]: attributes[name] } : {},
});

const createCell = (name: string, tag: string) =>
  Node.create({
    name,
    content: "(paragraph | list | image)+",
    isolating: true,
    addAttributes: () => ({ colspan: createSpanAttribute("colspan"), rowspan: createSpanAttribute("rowspan") }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });

export const tableNodes = [Table, TableRow, createCell("tableCell", "td"), createCell("tableHeader", "th")];

/** The commands in the menu of a table, by the name of their label. */
export const tableCommands = {
  row_before: addRowBefore,
  row_after: addRowAfter,
  column_before: addColumnBefore,
  column_after: addColumnAfter,
  // Changes the first row, wherever the cursor is. The module's `toggleHeaderRow` would change the row at the cursor.
  header_row: toggleHeader("row"),
  delete_row: deleteRow,
  delete_column: deleteColumn,
  delete_table: deleteTable,
} satisfies Record<string, Command>;

/** Inserts a table of three columns with a header row, and below it an empty paragraph to continue writing. */
export function insertTable(editor: Editor): void {
  const createRow = (type: string) => ({
    type: "tableRow",
    content: Array.from({ length: 3 }, () => ({ type, content: [{ type: "paragraph" }] })),
  });
  const content = [createRow("tableHeader"), createRow("tableCell"), createRow("tableCell")];
  const { from } = editor.state.selection;
  editor
    .chain()
    .focus()
    .insertContent([{ type: "table", content }, { type: "paragraph" }])
    .command(({ tr, commands }) => {
      // Moves the cursor to the first cell.
      let firstCell: number | undefined;
      tr.doc.nodesBetween(Math.max(0, from - 1), tr.doc.content.size, (node, position) => {
        if (firstCell === undefined && node.type.name === "tableHeader") firstCell = position + 2;
        return firstCell === undefined;
      });
      return firstCell === undefined || commands.setTextSelection(firstCell);
    })
    .run();
}
