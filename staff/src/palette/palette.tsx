import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { useNavigate } from "react-router";
import { m } from "../messages.ts";
import { onOpenPalette } from "../layout/palette-events.ts";
import { useSearchLabel } from "../layout/search-label.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { Kbd } from "../parts/kbd.tsx";
import { useResults, type Result } from "./use-results.ts";
import { useBack } from "../frame/leave-guard.tsx";
import { useEscape } from "../parts/use-escape.ts";

const toPortalPath = (to: string) => `/staff${to === "/" ? "" : to}`;

const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" });

function Choices({ onClose }: { onClose(): void }) {
  useBack(onClose);
  useEscape(onClose);
  const searchLabel = useSearchLabel();
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState("");
  const searchField = useRef<HTMLInputElement>(null);
  // Not `autoFocus`: React Aria would not know this dialog yet, and an open dialog below it would take the focus back.
  useEffect(() => searchField.current?.focus(), []);
  const [chosenIndex, setChosenIndex] = useState(0);
  const { groups, isSearching } = useResults(text);
  const allResults = groups.flatMap(({ results }) => results);
  const activeIndex = Math.min(chosenIndex, allResults.length - 1);
  const getOptionId = (result: Result) => `${id}-${result.key}`;
  const activeResult = allResults[activeIndex];

  const openResult = (result: Result, inNewTab: boolean) => {
    onClose();
    if (result.to === undefined) result.run?.();
    else if (inNewTab) globalThis.open(toPortalPath(result.to), "_blank", "noopener");
    else void navigate(result.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && allResults.length > 0) {
      event.preventDefault();
      setChosenIndex((activeIndex + step + allResults.length) % allResults.length);
    } else if (event.key === "Enter" && activeResult) {
      event.preventDefault();
      openResult(activeResult, event.ctrlKey || event.metaKey);
    }
  };
  return (
    <>
      <div className="flex items-center gap-3 border-b border-line px-4.5 py-2.5">
        <Icon name="search" />
        <input
          ref={searchField}
          className="min-w-0 flex-1 bg-transparent py-2 text-lg outline-none"
          role="combobox"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={activeResult && getOptionId(activeResult)}
          aria-autocomplete="list"
          aria-label={searchLabel}
          placeholder={searchLabel}
          value={text}
          dir="auto"
          onChange={({ target }) => {
            setText(target.value);
            setChosenIndex(0);
          }}
          onKeyDown={onKeyDown}
        />
        <Kbd>Esc</Kbd>
      </div>
      <div
        className="min-h-16 flex-1 overflow-y-auto p-2"
        id={`${id}-list`}
        role="listbox"
        aria-label={m.staff_palette_results()}
        tabIndex={-1}
      >
        {groups.map(({ name, results }) => (
          <div key={name} role="group" aria-labelledby={`${id}-group-${name}`}>
            <div className="px-2.5 pt-2.5 pb-1 text-sm text-ink-3" id={`${id}-group-${name}`}>
              {m[`staff_palette_groups_${name}`]()}
            </div>
            {results.map((result) => (
              // The field above has the focus and handles the keys.
              // eslint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={result.key}
                id={getOptionId(result)}
                role="option"
                tabIndex={-1}
                aria-selected={result === activeResult}
                className="flex min-h-10 cursor-pointer items-center gap-3 rounded-[10px] px-2.5 py-2 aria-selected:bg-primary-tint max-md:min-h-11 [&>svg:first-child]:text-ink-3"
                ref={result === activeResult ? scrollIntoView : null}
                onClick={(event) => openResult(result, event.ctrlKey || event.metaKey)}
                onMouseMove={() => setChosenIndex(allResults.indexOf(result))}
              >
                <Icon name={result.icon} />
                <span className="font-medium">
                  <bdi>{result.label}</bdi>
                </span>
                {result.detail && (
                  <span className="text-sm text-ink-3 truncate">
                    <bdi>{result.detail}</bdi>
                  </span>
                )}
                <span className="ms-auto flex items-center gap-1.5">
                  {result.keys?.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                  {result === activeResult && <Icon name="corner-down-left" size={16} mirrors />}
                </span>
              </div>
            ))}
          </div>
        ))}
        {allResults.length === 0 && !isSearching && <p className="px-2.5 py-4 text-ink-3">{m.staff_palette_none()}</p>}
      </div>
      <p
        className="flex flex-wrap gap-x-4 gap-y-1.5 border-t border-line bg-row px-4.5 py-2.5 text-sm text-ink-2"
        role="status"
      >
        <span className="sr-only">{m.staff_palette_count({ count: allResults.length })}</span>
        <span className="max-md:hidden">
          <Kbd>↑ ↓</Kbd> {m.staff_palette_choose()}
        </span>
        <span className="max-md:hidden">
          <Kbd>Enter</Kbd> {m.staff_palette_open()}
        </span>
        <span className="max-md:hidden">
          <Kbd>Ctrl Enter</Kbd> {m.staff_palette_new_tab()}
        </span>
        <span className="md:ms-auto">
          <Kbd>{">"}</Kbd> {m.staff_palette_commands_only()}
        </span>
      </p>
    </>
  );
}

/** The command palette. Ctrl K or the search field of the app bar opens it. */
export function Palette() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => onOpenPalette(() => setIsOpen(true)), []);
  const close = () => setIsOpen(false);
  return (
    <ModalOverlay
      isOpen={isOpen}
      isDismissable
      onOpenChange={setIsOpen}
      className="fixed inset-0 z-50 bg-overlay transition-opacity duration-(--nh-base) starting:opacity-0"
    >
      <Modal className="mx-auto mt-[min(7rem,12vh)] flex max-h-[calc(100dvh-min(7rem,12vh)-2rem)] w-[min(40rem,calc(100%-2rem))] overflow-hidden rounded-panel bg-surface shadow-3">
        <Dialog aria-label={m.staff_palette_keys_palette()} className="flex min-h-0 flex-1 flex-col outline-none">
          <Choices onClose={close} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
