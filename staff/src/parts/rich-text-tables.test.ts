import { getSchema } from "@tiptap/core";
import { Node } from "@tiptap/pm/model";
import { EditorState, TextSelection } from "@tiptap/pm/state";
import { goToNextCell, tableEditing } from "@tiptap/pm/tables";
import { describe, expect, it } from "vitest";
import { richTextSchema } from "./rich-text-schema.ts";
import { tableCommands } from "./rich-text-tables.ts";

const schema = getSchema(richTextSchema);
const cell = (type: string, text: string) => ({
  type,
  content: [{ type: "paragraph", content: [{ type: "text", text }] }],
});
const row = (type: string, ...texts: string[]) => ({
  type: "tableRow",
  content: texts.map((text) => cell(type, text)),
});
const table = { type: "table", content: [row("tableHeader", "Day", "Topic"), row("tableCell", "1", "Listening")] };

/** Creates an editor state with the cursor in the given text. */
function createState(text: string): EditorState {
  const doc = Node.fromJSON(schema, { type: "doc", content: [table] });
  doc.check();
  let position = 0;
  doc.descendants((node, at) => {
    if (node.text === text) position = at;
  });
  return EditorState.create({ doc, selection: TextSelection.create(doc, position), plugins: [tableEditing()] });
}

type Command = (state: EditorState, dispatch: (tr: EditorState["tr"]) => void) => boolean;
function run(state: EditorState, command: Command): EditorState | null {
  let next: EditorState | null = null;
  return command(state, (tr) => (next = state.apply(tr))) ? next : null;
}
const listCellTypes = (state: EditorState | null) => {
  const types: string[] = [];
  state?.doc.descendants(({ type }) => void (/^table(?:Cell|Header)$/.test(type.name) && types.push(type.name)));
  return types;
};
const [head, body] = ["tableHeader", "tableCell"];

describe("tables in the editor", () => {
  it("can get a row of plain cells below the cursor", () => {
    expect(listCellTypes(run(createState("1"), tableCommands.row_after))).toEqual([head, head, body, body, body, body]);
  });

  it("can lose their header row", () => {
    expect(listCellTypes(run(createState("1"), tableCommands.header_row))).toEqual([body, body, body, body]);
  });

  it("have a next cell for Tab except after the last one, and can be deleted", () => {
    expect(run(createState("1"), goToNextCell(1))).not.toBeNull();
    expect(run(createState("Listening"), goToNextCell(1))).toBeNull();
    expect(run(createState("1"), tableCommands.delete_table)?.doc.textContent).toBe("");
  });

  it("can contain lists and pictures, but no headings or tables", () => {
    const { tableCell, heading, table } = schema.nodes;
    const canContain = (name: string) =>
      tableCell?.contentMatch.matchType(schema.nodes[name] as NonNullable<typeof heading>);
    expect([canContain("bulletList"), canContain("image")].every(Boolean)).toBe(true);
    expect([canContain("heading"), canContain("table")].some(Boolean)).toBe(false);
    expect(table?.spec["tableRole"]).toBe("table");
  });
});
