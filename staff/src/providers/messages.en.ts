/** Every text of the portal in this language, in one chunk: the tree `<area>.<key>` of a file for each area. */
export interface Messages {
  [key: string]: string | Messages;
}

const areas = import.meta.glob<Messages>("../../messages/en/*.json", { eager: true, import: "default" });

export const messages: Messages = Object.fromEntries(
  Object.entries(areas).map(([path, texts]) => [path.replace(/^.*\/|\.json$/g, ""), texts]),
);
