import { useEffect, useId, useState, type KeyboardEvent } from "react";
import { Dialog } from "@mui/material";
import { useNavigate } from "react-router";
import { m } from "../messages.ts";
import { onOpenPalette } from "../layout/palette-events.ts";
import { useSearchLabel } from "../layout/use-search-label.ts";
import { Icon } from "../ui/icon.tsx";
import { useResults, type Result } from "./use-results.ts";
import "./palette.css";

const portalPath = (to: string) => `/staff${to === "/" ? "" : to}`;

const showWhole = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" });

function Choices({ onClose }: { onClose(): void }) {
  const searchLabel = useSearchLabel();
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const { groups, isSearching } = useResults(text);
  const all = groups.flatMap(({ results }) => results);
  const index = Math.min(chosen, all.length - 1);
  const optionId = (result: Result) => `${id}-${result.key}`;
  const active = all[index];

  const open = (result: Result, inNewTab: boolean) => {
    onClose();
    if (result.to === undefined) result.run?.();
    else if (inNewTab) globalThis.open(portalPath(result.to), "_blank", "noopener");
    else void navigate(result.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && all.length > 0) {
      event.preventDefault();
      setChosen((index + step + all.length) % all.length);
    } else if (event.key === "Enter" && active) {
      event.preventDefault();
      open(active, event.ctrlKey || event.metaKey);
    }
  };
  return (
    <>
      <div className="palette-head">
        <Icon name="search" />
        <input
          autoFocus
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={active && optionId(active)}
          aria-autocomplete="list"
          aria-label={searchLabel}
          placeholder={searchLabel}
          value={text}
          dir="auto"
          onChange={({ target }) => {
            setText(target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <div
        className="palette-list"
        id={`${id}-list`}
        role="listbox"
        aria-label={m.staff_palette_results()}
        tabIndex={-1}
      >
        {groups.map(({ name, results }) => (
          <div key={name} role="group" aria-labelledby={`${id}-group-${name}`}>
            <div className="palette-group" id={`${id}-group-${name}`}>
              {m[`staff_palette_groups_${name}`]()}
            </div>
            {results.map((result) => (
              // The field above has the focus and the keys.
              // eslint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={result.key}
                id={optionId(result)}
                role="option"
                tabIndex={-1}
                aria-selected={result === active}
                className="palette-option"
                ref={result === active ? showWhole : null}
                onClick={(event) => open(result, event.ctrlKey || event.metaKey)}
                onMouseMove={() => setChosen(all.indexOf(result))}
              >
                <Icon name={result.icon} />
                <span className="strong">
                  <bdi>{result.label}</bdi>
                </span>
                {result.detail && (
                  <span className="small quiet ellipsis">
                    <bdi>{result.detail}</bdi>
                  </span>
                )}
                <span className="palette-keys">
                  {result.keys?.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                  {result === active && <Icon name="corner-down-left" size={16} mirrors />}
                </span>
              </div>
            ))}
          </div>
        ))}
        {all.length === 0 && !isSearching && <p className="palette-none">{m.staff_palette_none()}</p>}
      </div>
      <p className="palette-foot small" role="status">
        <span className="visually-hidden">{m.staff_palette_count({ count: all.length })}</span>
        <span>
          <kbd>↑ ↓</kbd> {m.staff_palette_choose()}
        </span>
        <span>
          <kbd>Enter</kbd> {m.staff_palette_open()}
        </span>
        <span>
          <kbd>Ctrl Enter</kbd> {m.staff_palette_new_tab()}
        </span>
        <span className="palette-hint">
          <kbd>&gt;</kbd> {m.staff_palette_commands_only()}
        </span>
      </p>
    </>
  );
}

/** Finds and does from anywhere: Ctrl K, or the search of the app bar. */
export function Palette() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => onOpenPalette(() => setIsOpen(true)), []);
  const close = () => setIsOpen(false);
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      slotProps={{
        paper: { className: "palette", "aria-label": m.staff_palette_title(), "aria-labelledby": undefined },
        container: { className: "palette-place" },
      }}
    >
      {isOpen && <Choices onClose={close} />}
    </Dialog>
  );
}
