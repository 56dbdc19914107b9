/**
 * Calls `turn` at once and then at every multiple of `everySeconds` since 1970, so that all processes name the same
 * turns. Returns a function that stops it.
 */
export function repeatEvery(everySeconds: number, turn: () => Promise<unknown>): () => void {
  const period = everySeconds * 1000;
  let timer: NodeJS.Timeout;
  let stopped = false;
  const wait = () => {
    if (stopped) return;
    // A little after the turn's start: the database's clock decides which turn it is.
    timer = setTimeout(run, period - (Date.now() % period) + 250);
    timer.unref();
  };
  const run = () => void turn().finally(wait);
  run();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
