/** The sheet of the stand-in (`test/apple-pay.ts`), and the button that opens it. */
import type { Visitor } from "./visitor.ts";

/** The newest sheet's state, or null before the first. */
export const sheetState = ({ page }: Visitor) => page.evaluate(() => window.applePay.sheets.at(-1)?.state ?? null);

export const applePayButton = ({ page }: Pick<Visitor, "page">) => page.locator("button.apple-pay");
