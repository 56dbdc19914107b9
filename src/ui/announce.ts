let region: HTMLElement | undefined;

/**
 * Announces a change to screen readers without moving the focus. For changes that can only be seen, such as a busy
 * button.
 */
export function announce(text: string): void {
  if (!region) {
    region = document.createElement("div");
    region.className = "sr-only";
    region.setAttribute("role", "status");
    document.body.append(region);
  }
  const line = document.createElement("p");
  line.textContent = text;
  region.replaceChildren(line);
}
