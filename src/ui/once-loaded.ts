/** Calls `then` once the page has loaded: at once when it has. The answer takes the wish back. */
export function onceLoaded(then: () => void): () => void {
  if (document.readyState === "complete") then();
  else addEventListener("load", then, { once: true });
  return () => removeEventListener("load", then);
}
