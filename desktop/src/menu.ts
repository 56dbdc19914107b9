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
  const texts = labels[locale];
  const file: (Entry | null)[] = [
    { label: texts.home, deed: "home", key: "h" },
    { label: texts.empty, deed: "empty" },
  ];
  return [
    { label: texts.file, entries: isMac ? file : [...file, null, { label: texts.quit, deed: "quit", key: "q" }] },
    ...(isMac
      ? []
      : [
          {
            label: texts.edit,
            entries: [
              { label: texts.undo, deed: "undo", key: "z" },
              { label: texts.redo, deed: "redo", key: "y" },
              null,
              { label: texts.cut, deed: "cut", key: "x" },
              { label: texts.copy, deed: "copy", key: "c" },
              { label: texts.paste, deed: "paste", key: "v" },
              { label: texts.all, deed: "all", key: "a" },
            ],
          } satisfies Part,
        ]),
    {
      label: texts.view,
      entries: [
        { label: texts.back, deed: "back", key: "[" },
        { label: texts.forward, deed: "forward", key: "]" },
        { label: texts.reload, deed: "reload", key: "r" },
        null,
        { label: texts.larger, deed: "larger", key: "=" },
        { label: texts.smaller, deed: "smaller", key: "-" },
        { label: texts.actual, deed: "actual", key: "0" },
        null,
        { label: texts.full, deed: "full", key: "F11" },
      ],
    },
    // Each language is called by its own name, so that it is found by those who read only that one.
    {
      label: texts.language,
      entries: [
        { label: "English", deed: "english" },
        { label: "العربية", deed: "arabic" },
      ],
    },
  ];
}
