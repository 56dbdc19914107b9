/**
 * Types of the parts of NW.js and of Chromium's `webview` element that the shell uses. No published types match the
 * version of NW.js in desktop/package.json.
 */

interface NwMenuItemOptions {
  type?: "separator" | "normal";
  label?: string;
  key?: string;
  modifiers?: string;
  click?: () => void;
  submenu?: NwMenu;
}
interface NwMenu {
  append(item: object): void;
  createMacBuiltin?(name: string): void;
}
interface NwWindow {
  x: number;
  y: number;
  width: number;
  height: number;
  isFullscreen: boolean;
  menu: NwMenu;
  on(event: "close" | "move" | "resize" | "focus", listen: () => void): void;
  moveTo(x: number, y: number): void;
  resizeTo(width: number, height: number): void;
  toggleFullscreen(): void;
  show(): void;
  focus(): void;
  close(force?: boolean): void;
}
declare const nw: {
  App: {
    dataPath: string;
    argv: string[];
    manifest: Record<string, unknown>;
    on(event: "open", listen: () => void): void;
    quit(): void;
  };
  Menu: new (options: { type: "menubar" | "contextmenu" }) => NwMenu;
  MenuItem: new (options: NwMenuItemOptions) => object;
  Shell: { openExternal(address: string): void };
  Screen: { Init(): void; screens: { work_area: { x: number; y: number; width: number; height: number } }[] };
  Window: { get(): NwWindow };
};

interface WebRequestDetails {
  url: string;
  type: string;
}
interface Webview extends HTMLElement {
  src: string;
  contentWindow: Window;
  canGoBack(): boolean;
  back(): void;
  forward(): void;
  reload(): void;
  getZoom(done: (factor: number) => void): void;
  setZoom(factor: number): void;
  getUserAgent(): string;
  setUserAgentOverride(name: string): void;
  executeScript(details: { code: string }): void;
  addContentScripts(
    rules: { name: string; matches: string[]; js: { files: string[] }; run_at: "document_start" }[],
  ): void;
  request: {
    onBeforeRequest: {
      addListener(
        decide: (details: WebRequestDetails) => { redirectUrl?: string; cancel?: boolean },
        filter: { urls: string[]; types: string[] },
        extra: string[],
      ): void;
    };
  };
}
/** Properties of the element's events besides those of `Event`. Each kind of event has some of them. */
interface WebviewEvent extends Event {
  url: string;
  isTopLevel: boolean;
  reason: string;
  targetUrl: string;
  permission: string;
  window: { discard(): void };
  request: { allow(): void; deny(): void };
}
