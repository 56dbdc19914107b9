/** Pastes what another program has put on the clipboard. */
import { readFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";

/** Returns a fixture as Word copies it: texts by media type. Word puts the picture (`jpeg`) only into the RTF text. */
export async function wordClipboard(fixture: "word" | "word-arabic", jpeg?: Buffer): Promise<Record<string, string>> {
  const html = await readFile(`staff/src/parts/paste-fixtures/${fixture}.html`, "utf8");
  if (!jpeg) return { "text/html": html };
  const picture = `{\\*\\shppict{\\pict{\\*\\picprop}\\jpegblip\\bliptag-7{\\*\\blipuid 00}${jpeg.toString("hex")}}}`;
  return { "text/html": html, "text/rtf": `{\\rtf1${picture}}` };
}

/**
 * Pastes texts by media type (`text/html`) into a rich text field. With `overAll` they replace its content. One call
 * in the page does it all, so that the editor cannot move the focus or the selection meanwhile.
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
