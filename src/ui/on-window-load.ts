/** Runs `then` once the page has loaded, immediately if it has. Returns an unsubscribe function. */
export function onWindowLoad(then: () => void): () => void {
  if (document.readyState === "complete") then();
  else addEventListener("load", then, { once: true });
  return () => removeEventListener("load", then);
}
