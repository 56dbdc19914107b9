/** What a page comes to show. Read until it is so: React draws, focuses and stores after the press that asked for it. */
import type { Locator } from "playwright-core";
import { expect } from "vitest";

/** Resolves when exactly this has the focus. */
export async function hasFocus(place: Locator): Promise<void> {
  await expect.poll(() => place.evaluate((element) => element === document.activeElement), { message: `focus on ${place}` }).toBe(true);
}

/** Resolves when the focus is somewhere in there. */
export async function holdsFocus(place: Locator): Promise<void> {
  await expect.poll(() => place.evaluate((element) => element.contains(document.activeElement)), { message: `focus in ${place}` }).toBe(true);
}

/** Resolves when a field holds this. */
export async function holds(input: Locator, value: string): Promise<void> {
  await expect.poll(() => input.inputValue(), { message: `value of ${input}` }).toBe(value);
}

/** Resolves when every one of these can be read there. */
export async function reads(place: Locator, ...parts: string[]): Promise<void> {
  const missing = async () => {
    const text = await place.innerText();
    return parts.filter((part) => !text.includes(part));
  };
  await expect.poll(missing, { message: `missing in ${place}` }).toEqual([]);
}
