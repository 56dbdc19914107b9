import { m } from "../messages.ts";
import { Menu } from "../parts/menu.tsx";
import { Pair } from "../parts/pair.tsx";
import { useEditorView } from "./editor-context.ts";
import { Button } from "../../../src/ui/button.tsx";

type Row = Record<string, unknown>;
const toRows = (value: unknown): Row[] => (Array.isArray(value) ? (value as Row[]) : []);
const getRowText = (row: Row, key: string) => (typeof row[key] === "string" ? row[key] : "");

interface RowProps {
  row: Row;
  onChange(row: Row): void;
}

/**
 * A pair of short texts in a row, with a key for each language: `title_eng` and `title_ar` for the field `title`, or
 * `eng` and `ar` if `field` is null.
 */
function RowPair({
  row,
  onChange,
  label,
  field,
  isLabelHidden = false,
}: RowProps & { label: string; field: string | null; isLabelHidden?: boolean }) {
  const { isReadOnly } = useEditorView();
  return (
    <Pair label={label} isLabelHidden={isLabelHidden}>
      {({ language, id, lang, dir }) => {
        const key = field === null ? language : `${field}_${language}`;
        return (
          <textarea
            id={id}
            rows={1}
            className="control min-h-0 resize-none field-sizing-content"
            value={getRowText(row, key)}
            readOnly={isReadOnly}
            lang={lang}
            dir={dir}
            onChange={(event) => onChange({ ...row, [key]: event.target.value.replaceAll("\n", " ") })}
          />
        );
      }}
    </Pair>
  );
}

interface RowsProps {
  rows: Row[];
  onChange(rows: Row[]): void;
  /** Name of a row, for its menu. */
  getName(row: Row, index: number): string;
  addLabel: string;
  emptyRow: Row;
  maxRows: number;
  render(props: RowProps & { index: number }): React.ReactNode;
}

/** A list with a button to add a row. Each row has a menu to move or remove it. */
function Rows({ rows, onChange, getName, addLabel, emptyRow, maxRows, render }: RowsProps) {
  const { isReadOnly } = useEditorView();
  const replaceRow = (index: number, row: Row) => rows.map((oldRow, oldIndex) => (oldIndex === index ? row : oldRow));
  const moveRow = (index: number, offset: number) => {
    const otherRows = rows.toSpliced(index, 1);
    return otherRows.toSpliced(index + offset, 0, rows[index] as Row);
  };
  return (
    <ul className="grid gap-4 in-[li]:gap-2.5">
      {rows.map((row, index) => (
        <li key={index} className="flex items-start gap-2 in-[li]:border-s-2 in-[li]:border-line in-[li]:ps-3">
          <div className="grid min-w-0 flex-1 grid-cols-1 content-start gap-2.5">
            {render({ row, index, onChange: (next) => onChange(replaceRow(index, next)) })}
          </div>
          {!isReadOnly && (
            <RowMenu
              name={getName(row, index)}
              isFirst={index === 0}
              isLast={index === rows.length - 1}
              onMove={(offset) => onChange(moveRow(index, offset))}
              onRemove={() => onChange(rows.toSpliced(index, 1))}
            />
          )}
        </li>
      ))}
      {!isReadOnly && rows.length < maxRows && (
        <li>
          <Button variant="secondary" size="sm" icon="plus" onClick={() => onChange([...rows, emptyRow])}>
            {addLabel}
          </Button>
        </li>
      )}
    </ul>
  );
}

function RowMenu({
  name,
  isFirst,
  isLast,
  onMove,
  onRemove,
}: {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove(offset: 1 | -1): void;
  onRemove(): void;
}) {
  return (
    <Menu
      isIcon
      icon="ellipsis-vertical"
      label={m.staff_content_rows_more({ name })}
      items={[
        { icon: "arrow-up", label: m.staff_content_rows_up(), isDisabled: isFirst, onChoose: () => onMove(-1) },
        { icon: "arrow-down", label: m.staff_content_rows_down(), isDisabled: isLast, onChoose: () => onMove(1) },
        { icon: "trash-2", label: m.staff_common_action_remove(), onChoose: onRemove },
      ]}
    />
  );
}

export function Curriculum() {
  const { data, set } = useEditorView();
  return (
    <Rows
      rows={toRows(data["curriculum"])}
      onChange={(rows) => set("curriculum", rows)}
      getName={(_row, index) => m.staff_content_rows_day({ at: index + 1 })}
      addLabel={m.staff_common_action_add_day()}
      emptyRow={{ title_eng: "", title_ar: "", items: [] }}
      maxRows={60}
      render={({ row, index, onChange }) => (
        <>
          <RowPair row={row} onChange={onChange} field="title" label={m.staff_content_rows_day({ at: index + 1 })} />
          <Rows
            rows={toRows(row["items"])}
            onChange={(items) => onChange({ ...row, items })}
            getName={(_item, itemIndex) => m.staff_content_rows_item({ at: itemIndex + 1 })}
            addLabel={m.staff_content_rows_add_item()}
            emptyRow={{ eng: "", ar: "" }}
            maxRows={40}
            render={(item) => (
              <RowPair {...item} field={null} isLabelHidden label={m.staff_content_rows_item({ at: item.index + 1 })} />
            )}
          />
        </>
      )}
    />
  );
}

/** The features of a module. A feature can also say who uses it and what it connects to. */
export function Features() {
  const { data, set } = useEditorView();
  const extras = ["used_by", "connects_to"] as const;
  return (
    <Rows
      rows={toRows(data["features"])}
      onChange={(rows) => set("features", rows)}
      getName={(_row, index) => m.staff_content_rows_part({ at: index + 1 })}
      addLabel={m.staff_content_rows_add_part()}
      emptyRow={{ eng: "", ar: "" }}
      maxRows={60}
      render={({ row, index, onChange }) => (
        <>
          <RowPair row={row} onChange={onChange} field={null} label={m.staff_content_rows_part({ at: index + 1 })} />
          {extras.map((key) =>
            row[key] ? (
              <RowPair
                key={key}
                row={row[key] as Row}
                onChange={(pair) => onChange({ ...row, [key]: pair })}
                field={null}
                label={m[`staff_content_fields_${key}`]()}
              />
            ) : null,
          )}
        </>
      )}
    />
  );
}
