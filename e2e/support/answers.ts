import { expect, type Page } from "@playwright/test";

/** U-04: after a form is sent, the heading of the answer is visible and focused, although the page is now shorter. */
export async function expectAnswer(page: Page, name: string): Promise<void> {
  const heading = page.getByRole("heading", { name });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
}
