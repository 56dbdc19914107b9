/** Classes for a button that looks like a link. */
export const textButtonClass = "min-h-6 text-sm font-medium text-primary underline underline-offset-3";

/** Classes for a button that shows only an icon. */
export const iconButtonClass =
  "relative inline-grid size-target flex-none place-items-center rounded-sm text-ink-3 transition-ui hover:bg-sunken hover:text-ink disabled:opacity-40 disabled:hover:bg-transparent";
