/** The sheet of the fake Apple Pay (`test/apple-pay.ts`), and the button that opens it. */
import type { Visitor } from "./visitor.ts";

/** Reads the state of the newest sheet; null when none has been opened. */
export const sheetState = ({ page }: Visitor) => page.evaluate(() => window.applePay.sheets.at(-1)?.state ?? null);

export const applePayButton = ({ page }: Pick<Visitor, "page">) => page.locator("button.apple-pay");
