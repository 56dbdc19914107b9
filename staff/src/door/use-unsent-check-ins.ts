import { useCallback, useEffect, useState } from "react";
import { loadCheckIns, type Answer, type StoredCheckIn } from "./door-store.ts";
import { sendCheckIns } from "./send-check-ins.ts";
import type { useDoorList } from "./use-door-list.ts";

const resendMs = 5000;
/** Reload interval: other doors check people in, too. */
const reloadMs = 15_000;

/**
 * Sends the check-ins of a run until the server has answered, and keeps the list up to date. `onAnswer` must be stable
 * between renders; a message that it returns is stored with the check-in.
 */
export function useUnsentCheckIns(
  runId: number,
  { isLive, load, setLive }: Pick<ReturnType<typeof useDoorList>, "isLive" | "load" | "setLive">,
  onAnswer: (checkIn: StoredCheckIn, answer: Answer) => string | null,
) {
  const [checkIns, setCheckIns] = useState<StoredCheckIn[]>([]);
  const reloadCheckIns = useCallback(
    async () => setCheckIns((await loadCheckIns()).filter((checkIn) => checkIn.runId === runId)),
    [runId],
  );
  const send = useCallback(async () => {
    const isReached = await sendCheckIns(onAnswer);
    if (isReached !== null) setLive(isReached);
    await reloadCheckIns();
  }, [reloadCheckIns, setLive, onAnswer]);
  useEffect(() => {
    const first = setTimeout(() => void reloadCheckIns().then(send));
    const again = async () => {
      await send();
      await load();
    };
    const online = () => void again();
    globalThis.addEventListener("online", online);
    const timer = setInterval(() => void (isLive ? send() : again()), resendMs);
    const reading = setInterval(() => void (isLive && load()), reloadMs);
    return () => {
      globalThis.removeEventListener("online", online);
      clearTimeout(first);
      clearInterval(timer);
      clearInterval(reading);
    };
  }, [isLive, load, reloadCheckIns, send]);
  return { checkIns, reloadCheckIns, send };
}
