/**
 * Messages between the site's pages and the desktop shell, imported by both sides. Only texts are exchanged: a page can
 * call nothing of the shell's or of Node's. The field `nama` is the type of a message; its name marks messages as ours.
 */

/** Part of the shell's user agent. Where the head script finds it, it loads the page's side of the bridge. */
export const shellMark = "NamaShell/";

/** Folders of immutable pictures; the shell caches nothing else. */
const cachedFolders = ["/admin/images/", "/art/", "/media/u/"];

/** Page → shell: requests the picture at this absolute address. The page chooses `id`; the answer repeats it. */
export interface PictureAsk {
  nama: "picture";
  id: number;
  url: string;
}

/** Shell → page: the picture as a `data:` address, or null when it cannot be loaded. */
export interface PictureAnswer {
  nama: "answer";
  id: number;
  picture: string | null;
}

/** Page → shell: the page will request pictures. Without this message the shell does not touch a site's pictures. */
export interface BridgeReady {
  nama: "ready";
}

export interface ShellHello {
  nama: "hello";
}

export type BridgeMessage = PictureAsk | PictureAnswer | BridgeReady | ShellHello;

export function cachedPatterns(origin: string): string[] {
  return cachedFolders.map((folder) => `${origin}${folder}*`);
}

/** Whether the shell caches this address: a picture of the site, in one of the folders, without a query. */
export function isKeptPicture(address: string, origin: string): boolean {
  const url = URL.parse(address);
  return (
    url !== null &&
    url.origin === origin &&
    url.search === "" &&
    cachedFolders.some((folder) => url.pathname.startsWith(folder))
  );
}

/** Parses a message of the bridge; null for any other window message. */
export function bridgeMessage(data: unknown): BridgeMessage | null {
  if (typeof data !== "object" || data === null || !("nama" in data)) return null;
  if (data.nama === "hello" || data.nama === "ready") return { nama: data.nama };
  if (!("id" in data) || typeof data.id !== "number") return null;
  if (data.nama === "picture" && "url" in data && typeof data.url === "string")
    return { nama: "picture", id: data.id, url: data.url };
  if (
    data.nama === "answer" &&
    "picture" in data &&
    (data.picture === null || (typeof data.picture === "string" && data.picture.startsWith("data:image/")))
  )
    return { nama: "answer", id: data.id, picture: data.picture };
  return null;
}
