/** At once when the page has loaded. Returns an unsubscribe function. */
export function onWindowLoad(then: () => void): () => void {
  if (document.readyState === "complete") then();
  else addEventListener("load", then, { once: true });
  return () => removeEventListener("load", then);
}
