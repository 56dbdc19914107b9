/** The portal's editor of a course, a trainer or another item. It finds its elements by the portal's texts. */
import type { Locator, Page } from "@playwright/test";
import type { EntityName } from "#features/content/entities/revision-entities.ts";
import type { PortalText } from "./portal-text.ts";

export type BothLanguages = readonly [english: string, arabic: string];

interface ContentEditor {
  /** Creates an item in the list that is open, and waits for its editor. */
  create(entity: EntityName, titles: BothLanguages): Promise<void>;
  field(name: string, language: "eng" | "ar"): Locator;
  write(name: string, texts: BothLanguages, options?: { isRich: boolean }): Promise<void>;
  /** Resolves when the server has published it. */
  publish(): Promise<void>;
}

export function contentEditor(page: Page, text: PortalText): ContentEditor {
  const dialog = page.getByRole("dialog");
  const field = (name: string, language: "eng" | "ar") =>
    page
      .getByRole("textbox", { name: `${text(`content.fields.${name}`)} ${text(`editor.languages.${language}`)}` })
      .first();
  return {
    field,
    create: async (entity, [english, arabic]) => {
      await page.getByRole("button", { name: text(`content.new.${entity}`) }).click();
      await dialog.getByRole("textbox", { name: text("content.new.title") }).fill(english);
      await dialog.getByRole("textbox", { name: text("content.new.title_ar") }).fill(arabic);
      await dialog.getByRole("button", { name: text("content.new.make") }).click();
      await page.waitForURL(new RegExp(`/${entity}(:|%3A)`));
    },
    write: async (name, [english, arabic], { isRich } = { isRich: false }) => {
      for (const [textbox, value] of [
        [field(name, "eng"), english],
        [field(name, "ar"), arabic],
      ] as const)
        await (isRich ? textbox.pressSequentially(value) : textbox.fill(value));
    },
    publish: async () => {
      const published = page.waitForResponse((answer) => answer.url().endsWith("/publish") && answer.ok());
      // The button reads "Publish", or "Publish changes" when the item is already on the site.
      await page.getByRole("button", { name: new RegExp(`^${text("content.publish_first")}`) }).click();
      await published;
    },
  };
}
