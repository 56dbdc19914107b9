import { useCallback, useEffect, useState } from "react";
import { allWaiting, type Answer, type Waiting } from "./door-store.ts";
import { sendWaiting } from "./send-waiting.ts";
import type { useDoorList } from "./use-door-list.ts";

const resendMs = 5000;
/** Other doors let people in, too. */
const readAgainMs = 15_000;

/**
 * Check-ins of a run that the server has not answered: sends them at once and again until it has, and reads the list
 * again. `onAnswer` must not change at each drawing; what it returns words for stays to be looked at.
 */
export function useWaitingCheckIns(
  runId: number,
  { isLive, load, setLive }: Pick<ReturnType<typeof useDoorList>, "isLive" | "load" | "setLive">,
  onAnswer: (one: Waiting, answer: Answer) => string | null,
) {
  const [waiting, setWaiting] = useState<Waiting[]>([]);
  const readWaiting = useCallback(
    async () => setWaiting((await allWaiting()).filter((one) => one.runId === runId)),
    [runId],
  );
  const send = useCallback(async () => {
    const isReached = await sendWaiting(onAnswer);
    if (isReached !== null) setLive(isReached);
    await readWaiting();
  }, [readWaiting, setLive, onAnswer]);
  useEffect(() => {
    const first = setTimeout(() => void readWaiting().then(send));
    const again = async () => {
      await send();
      await load();
    };
    const online = () => void again();
    globalThis.addEventListener("online", online);
    const timer = setInterval(() => void (isLive ? send() : again()), resendMs);
    const reading = setInterval(() => void (isLive && load()), readAgainMs);
    return () => {
      globalThis.removeEventListener("online", online);
      clearTimeout(first);
      clearInterval(timer);
      clearInterval(reading);
    };
  }, [isLive, load, readWaiting, send]);
  return { waiting, readWaiting, send };
}
