/** Calls `callback` once the page has loaded, immediately if it has. Returns an unsubscribe function. */
export function onWindowLoad(callback: () => void): () => void {
  if (document.readyState === "complete") callback();
  else addEventListener("load", callback, { once: true });
  return () => removeEventListener("load", callback);
}
