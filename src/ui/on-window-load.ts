/** Calls `then` once the page has loaded: at once when it has. Returns an unsubscribe function. */
export function onWindowLoad(then: () => void): () => void {
  if (document.readyState === "complete") then();
  else addEventListener("load", then, { once: true });
  return () => removeEventListener("load", then);
}
