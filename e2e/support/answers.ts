import { expect, type Page } from "@playwright/test";

/** U-04: the heading of an answer is in sight and has the focus, though the page is shorter than what was sent. */
export async function expectAnswer(page: Page, name: string): Promise<void> {
  const heading = page.getByRole("heading", { name });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
}
