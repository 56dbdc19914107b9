/**
 * What the site's pages and the desktop shell say to each other. Both sides import this file, so that neither can change a word alone.
 * Only texts cross: nothing of the shell's can be called, and nothing of Node is within reach of a page.
 */

/** In the browser's name inside the shell; the head script loads the page's side of the bridge when it finds it. */
export const shellMark = "NamaShell/";

/** Where pictures lie whose content never changes under their address. Nothing else is asked of the shell or kept by it. */
const keptFolders = ["/admin/images/", "/art/"];

/** Page → shell: the picture at this absolute address, please. `id` is the page's own. */
export interface PictureAsk {
  nama: "picture";
  id: number;
  url: string;
}

/** Shell → page: the picture as a `data:` address, or null where it can be had neither from the folder nor from the site. */
export interface PictureAnswer {
  nama: "answer";
  id: number;
  picture: string | null;
}

/** Page → shell: someone here asks for pictures. A site that never says so gets its own pictures left alone. */
export interface BridgeReady {
  nama: "ready";
}

/** Shell → its script in the page: I am here. */
export interface ShellHello {
  nama: "hello";
}

export type BridgeMessage = PictureAsk | PictureAnswer | BridgeReady | ShellHello;

/** The patterns of all pictures the shell keeps, for a site's origin. */
export function keptPatterns(origin: string): string[] {
  return keptFolders.map((folder) => `${origin}${folder}*`);
}

/** Whether the shell keeps what lies at this absolute address: a picture of the site, in one of the folders, with no query. */
export function isKeptPicture(address: string, origin: string): boolean {
  const url = URL.parse(address);
  return (
    url !== null &&
    url.origin === origin &&
    url.search === "" &&
    keptFolders.some((folder) => url.pathname.startsWith(folder))
  );
}

/** A message of the bridge, or null for everything else that windows say to each other. */
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
