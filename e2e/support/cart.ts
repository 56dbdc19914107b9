/** The cart as a person fills and reads it, and as local storage holds it. */
import type { Locator } from "@playwright/test";
import { m } from "#messages";
import type { ListedCourse } from "#test/http/client.ts";
import type { Visitor } from "./visitor.ts";

/** A course with what the cart shows of it. */
export type PicturedCourse = ListedCourse & { image: string };

/** A stored cart as an earlier visit left it, at what the courses cost. */
export function buildCart(...items: [course: PicturedCourse, qty: number][]): string {
  const cart_items = items.map(([course, qty]) => ({
    id: course.id,
    qty,
    details: {
      slug: course.slug,
      name_eng: course.name_eng,
      name_ar: course.name_ar,
      image: course.image,
      amount: course.amount,
      start_date: "2027-01-12",
      end_date: "2027-01-14",
      seats_left: 500,
    },
  }));
  return JSON.stringify({
    cart_items,
    cart_total_items: items.reduce((sum, [, qty]) => sum + qty, 0),
    tax_percent: 15,
    paying: null,
  });
}

export const storedCart = ({ page }: Visitor) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("cart") ?? "null") as Record<string, unknown> | null);

/** What the header's badge shows; null while there is no cart in it. */
export const cartCount = ({ page }: Visitor): Promise<string | null> =>
  page.locator("header a[href$='/cart'][aria-label]").evaluate((link) => {
    const badge = link.querySelector("span");
    return badge && getComputedStyle(link).display !== "none"
      ? getComputedStyle(badge, "::before").content.replaceAll('"', "")
      : null;
  });

/** Clicks the course page's button; resolves when the drawer is there. */
export async function addToCart({ page, locale }: Visitor): Promise<void> {
  await page
    .getByRole("button", { name: m.checkout_add_to_cart({}, { locale }), exact: true })
    .first()
    .click();
  await page.getByRole("dialog").getByText(m.checkout_added({}, { locale })).waitFor();
}

export const cartRow = ({ page }: Visitor, course: string): Locator =>
  page.getByRole("row").filter({ hasText: course });
/** The box of a row that holds its quantity. */
export const quantity = (row: Locator): Locator => row.getByRole("textbox");

/** Types a quantity, letter by letter, and leaves the box. */
export async function chooseQuantity({ page }: Visitor, row: Locator, text: string): Promise<void> {
  await quantity(row).fill("");
  await quantity(row).pressSequentially(text);
  await page.keyboard.press("Enter");
}
