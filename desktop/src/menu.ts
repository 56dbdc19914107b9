/** The menu as data, so that it can be read in both languages without a window. */
import type { Locale } from "../../src/i18n/locale.ts";
import { labels } from "./labels.ts";

/** What an entry does. The parts of Edit are the system's own. */
export type Deed =
  | "home"
  | "empty"
  | "quit"
  | "undo"
  | "redo"
  | "cut"
  | "copy"
  | "paste"
  | "all"
  | "back"
  | "forward"
  | "reload"
  | "larger"
  | "smaller"
  | "actual"
  | "full"
  | "english"
  | "arabic";

export interface Entry {
  label: string;
  deed: Deed;
  /** Pressed with Ctrl, or Cmd on a Mac; a key of more than one letter stands alone. */
  key?: string;
}

export interface Part {
  label: string;
  /** null is a line between entries. */
  entries: (Entry | null)[];
}

/** The menu in a language. On a Mac, Quit and Edit come with the system's own menu. */
export function menuParts(locale: Locale, isMac: boolean): Part[] {
  const say = labels[locale];
  const file: (Entry | null)[] = [
    { label: say.home, deed: "home", key: "h" },
    { label: say.empty, deed: "empty" },
  ];
  return [
    { label: say.file, entries: isMac ? file : [...file, null, { label: say.quit, deed: "quit", key: "q" }] },
    ...(isMac
      ? []
      : [
          {
            label: say.edit,
            entries: [
              { label: say.undo, deed: "undo", key: "z" },
              { label: say.redo, deed: "redo", key: "y" },
              null,
              { label: say.cut, deed: "cut", key: "x" },
              { label: say.copy, deed: "copy", key: "c" },
              { label: say.paste, deed: "paste", key: "v" },
              { label: say.all, deed: "all", key: "a" },
            ],
          } satisfies Part,
        ]),
    {
      label: say.view,
      entries: [
        { label: say.back, deed: "back", key: "[" },
        { label: say.forward, deed: "forward", key: "]" },
        { label: say.reload, deed: "reload", key: "r" },
        null,
        { label: say.larger, deed: "larger", key: "=" },
        { label: say.smaller, deed: "smaller", key: "-" },
        { label: say.actual, deed: "actual", key: "0" },
        null,
        { label: say.full, deed: "full", key: "F11" },
      ],
    },
    // Each language is called by its own name, so that it is found by those who read only that one.
    {
      label: say.language,
      entries: [
        { label: "English", deed: "english" },
        { label: "العربية", deed: "arabic" },
      ],
    },
  ];
}
