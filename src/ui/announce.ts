let region: HTMLElement | undefined;

/** For screen readers, without moving focus: for changes that are only seen, such as a busy button. */
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
