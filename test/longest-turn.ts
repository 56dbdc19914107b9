/**
 * Measures the longest time for which `work` blocks this thread. Resolves with milliseconds of processor time, so that
 * other programs of the machine do not count.
 */
export async function longestTurn(work: () => unknown): Promise<number> {
  let longest = 0;
  let isDone = false;
  let last = process.threadCpuUsage();
  const measure = () => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.threadCpuUsage();
    if (!isDone) setImmediate(measure);
  };
  setImmediate(measure);
  await work();
  await new Promise(setImmediate);
  isDone = true;
  return longest;
}
