/** What another program puts on the clipboard. */
import { readFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";

/** A fixture as Word copies it; its picture comes beside the text. */
export async function wordClipboard(fixture: "word" | "word-arabic", jpeg?: Buffer): Promise<Record<string, string>> {
  const html = await readFile(`staff/src/parts/paste-fixtures/${fixture}.html`, "utf8");
  if (!jpeg) return { "text/html": html };
  const picture = `{\\*\\shppict{\\pict{\\*\\picprop}\\jpegblip\\bliptag-7{\\*\\blipuid 00}${jpeg.toString("hex")}}}`;
  return { "text/html": html, "text/rtf": `{\\rtf1${picture}}` };
}

/**
 * Pastes into a rich text, by type (`text/html`); with `overAll` in place of what it holds. One step in the page: no
 * focus or selection of the editor's own comes between.
 */
export async function paste(box: Locator, clipboard: Record<string, string>, { overAll = false } = {}): Promise<void> {
  await box.evaluate(
    (element, { clipboard, overAll }) => {
      const clipboardData = new DataTransfer();
      for (const [type, text] of Object.entries(clipboard)) clipboardData.setData(type, text);
      (element as HTMLElement).focus();
      if (overAll) getSelection()?.selectAllChildren(element);
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    },
    { clipboard, overAll },
  );
}
