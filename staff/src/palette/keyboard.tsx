import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocaleState } from "../frame/locale.ts";
import { useStored } from "../frame/stored.ts";
import { useNavigate } from "react-router";
import { m } from "../messages.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Switch } from "../parts/choice.tsx";
import { onOpenKeyboardList, openKeyboardList, openPalette } from "../layout/palette-events.ts";
import { Kbd } from "../parts/kbd.tsx";
import { useCan } from "../frame/session.ts";
import { pageKeys, getMenuPages } from "./commands.ts";
import { isBehindDialog, isTyping, moveInRows, openRow, runShortcut, startChord } from "./shortcuts.ts";

/** Storage key of the switch for single letters. Voice control and screen readers may type letters unintentionally. */
const lettersKey = "keyboard.letters";

/** Name of each shortcut and its keys, for the list of shortcuts. */
const shortcutLines = [
  ["palette", ["Ctrl K"]],
  ["link", ["Ctrl K"]],
  ["search", ["/"]],
  ["list", ["?"]],
  ["places", ["G", "T O R C U P E M"]],
  ["new", ["N"]],
  ["rows", ["J", "K"]],
  ["select", ["X"]],
  ["open", ["Enter"]],
  ["edit", ["E"]],
  ["save", ["Ctrl S"]],
  ["send", ["Ctrl Enter"]],
  ["language", ["Alt L"]],
  ["close", ["Esc"]],
] as const;

/**
 * The keyboard shortcuts of the portal (STAFF.md §7). A letter is recognised by the position of its key, so it works
 * on an Arabic keyboard.
 */
export function Keyboard() {
  const navigate = useNavigate();
  const can = useCan();
  const [locale, setLocale] = useLocaleState();
  const [hasLetters, setHasLetters] = useStored(lettersKey, true);
  const [isOpen, setIsOpen] = useState(false);
  const chord = useRef(startChord());
  useEffect(() => onOpenKeyboardList(() => setIsOpen(true)), []);

  // A layout effect, so that the keys work from the first frame on.
  useLayoutEffect(() => {
    /** Returns whether the key was handled. */
    const runLetter = (event: KeyboardEvent): boolean => {
      if (chord.current.isOpen()) {
        chord.current.close();
        const page = getMenuPages(can).find(({ name }) => `Key${pageKeys[name]}` === event.code);
        if (page) void navigate(page.to);
        return page !== undefined;
      }
      if (event.key === "/") return runShortcut("search");
      if (event.key === "?" || event.key === "؟") return (openKeyboardList(), true);
      switch (event.code) {
        case "KeyG":
          return (chord.current.open(), true);
        case "KeyN":
          return runShortcut("new");
        case "KeyE":
          return runShortcut("edit") || openRow();
        case "KeyJ":
          return moveInRows(1);
        case "KeyK":
          return moveInRows(-1);
        case "KeyX":
          return runShortcut("select");
        case "Slash":
          return runShortcut("search");
        default:
          return false;
      }
    };
    /** Returns whether the key was handled. */
    const runWithControl = (event: KeyboardEvent): boolean => {
      if (event.code === "KeyK") return (openPalette(), true);
      // Prevents the browser's own save command, which would store the page without its data.
      if (event.code === "KeyS") {
        if (!isBehindDialog()) runShortcut("save");
        return true;
      }
      return event.key === "Enter" && !isBehindDialog() && runShortcut("send");
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const isControl = event.ctrlKey || event.metaKey;
      let isDone = false;
      if (isControl && !event.altKey && !event.shiftKey) isDone = runWithControl(event);
      else if (event.altKey && !isControl && event.code === "KeyL") {
        setLocale(locale === "ar" ? "en" : "ar");
        isDone = true;
      } else if (hasLetters && !isControl && !event.altKey && !isTyping(event)) isDone = runLetter(event);
      if (isDone) event.preventDefault();
    };
    globalThis.addEventListener("keydown", onKeyDown);
    return () => globalThis.removeEventListener("keydown", onKeyDown);
  }, [hasLetters, locale, can, navigate, setLocale]);

  if (!isOpen) return null;
  return (
    <Dialog title={m.staff_palette_keyboard()} onClose={() => setIsOpen(false)}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-5 gap-y-2">
        {shortcutLines.flatMap(([name, keys]) => [
          <dt key={`${name}-keys`} className="flex items-baseline gap-1.5">
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </dt>,
          <dd key={name}>{m[`staff_palette_keys_${name}`]()}</dd>,
        ])}
      </dl>
      <Switch label={m.staff_palette_letters()} checked={hasLetters} onChange={(checked) => setHasLetters(checked)} />
    </Dialog>
  );
}
