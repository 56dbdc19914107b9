/** What another program puts on the clipboard. */
import type { Locator } from "@playwright/test";

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
