/** The menu as data, so that tests can read it in both languages without a window. */
import type { Locale } from "../../src/i18n/locale.ts";
import { labels } from "./labels.ts";

/** What a menu entry does. */
export type MenuAction =
  | "home"
  | "emptyCache"
  | "quit"
  | "undo"
  | "redo"
  | "cut"
  | "copy"
  | "paste"
  | "selectAll"
  | "back"
  | "forward"
  | "reload"
  | "larger"
  | "smaller"
  | "actualSize"
  | "fullScreen"
  | "english"
  | "arabic";

export interface MenuEntry {
  label: string;
  action: MenuAction;
  /** A single character is pressed with Ctrl, or with Cmd on a Mac. A longer name, such as F11, is pressed alone. */
  key?: string;
}

export interface MenuSection {
  label: string;
  /** null is a separator between entries. */
  entries: (MenuEntry | null)[];
}

/** Returns the menu in a language. It omits Quit and Edit on a Mac, because macOS adds these itself. */
export function getMenuSections(locale: Locale, isMac: boolean): MenuSection[] {
  const texts = labels[locale];
  const fileEntries: (MenuEntry | null)[] = [
    { label: texts.home, action: "home", key: "h" },
    { label: texts.emptyCache, action: "emptyCache" },
  ];
  return [
    {
      label: texts.file,
      entries: isMac ? fileEntries : [...fileEntries, null, { label: texts.quit, action: "quit", key: "q" }],
    },
    ...(isMac
      ? []
      : [
          {
            label: texts.edit,
            entries: [
              { label: texts.undo, action: "undo", key: "z" },
              { label: texts.redo, action: "redo", key: "y" },
              null,
              { label: texts.cut, action: "cut", key: "x" },
              { label: texts.copy, action: "copy", key: "c" },
              { label: texts.paste, action: "paste", key: "v" },
              { label: texts.selectAll, action: "selectAll", key: "a" },
            ],
          } satisfies MenuSection,
        ]),
    {
      label: texts.view,
      entries: [
        { label: texts.back, action: "back", key: "[" },
        { label: texts.forward, action: "forward", key: "]" },
        { label: texts.reload, action: "reload", key: "r" },
        null,
        { label: texts.larger, action: "larger", key: "=" },
        { label: texts.smaller, action: "smaller", key: "-" },
        { label: texts.actualSize, action: "actualSize", key: "0" },
        null,
        { label: texts.fullScreen, action: "fullScreen", key: "F11" },
      ],
    },
    // Each language has its own name, so that a person who reads only that language finds it.
    {
      label: texts.language,
      entries: [
        { label: "English", action: "english" },
        { label: "العربية", action: "arabic" },
      ],
    },
  ];
}
