/** The cart on the page and in local storage. */
import type { Locator } from "@playwright/test";
import { m } from "#messages";
import type { ListedCourse } from "#test/http/client.ts";
import type { Visitor } from "./visitor.ts";

/** A course with all data that the cart shows. */
export type PicturedCourse = ListedCourse & { image: string };

/** Returns the stored text of a cart, as an earlier visit left it, with the present prices of the courses. */
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

/** The number on the cart's badge in the header; null while the header shows no cart. */
export const cartCount = ({ page }: Visitor): Promise<string | null> =>
  page.locator("header a[href$='/cart'][aria-label]").evaluate((link) => {
    const badge = link.querySelector("span");
    return badge && getComputedStyle(link).display !== "none"
      ? getComputedStyle(badge, "::before").content.replaceAll('"', "")
      : null;
  });

/** Clicks "Add to cart" on a course page and resolves when the drawer is open. */
export async function addToCart({ page, locale }: Visitor): Promise<void> {
  await page
    .getByRole("button", { name: m.checkout_add_to_cart({}, { locale }), exact: true })
    .first()
    .click();
  await page.getByRole("dialog").getByText(m.checkout_added({}, { locale })).waitFor();
}

export const cartRow = ({ page }: Visitor, course: string): Locator =>
  page.getByRole("row").filter({ hasText: course });
/** The field of a row that holds its quantity. */
export const quantity = (row: Locator): Locator => row.getByRole("textbox");

/** Types a quantity digit by digit and confirms it with Enter. */
export async function chooseQuantity({ page }: Visitor, row: Locator, text: string): Promise<void> {
  await quantity(row).fill("");
  await quantity(row).pressSequentially(text);
  await page.keyboard.press("Enter");
}
