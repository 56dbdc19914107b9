import { useCallback, useEffect, useState } from "react";
import { loadCheckIns, type CheckInReply, type StoredCheckIn } from "./door-store.ts";
import { sendCheckIns } from "./send-check-ins.ts";
import type { useDoorList } from "./use-door-list.ts";

const resendMs = 5000;
/** The list is reloaded this often, because other doors check people in, too. */
const reloadMs = 15_000;

/**
 * Sends the check-ins of a run until the server has answered each, and keeps the list up to date. `onAnswer` must be
 * stable between renders. A message that it returns is stored with the check-in as its `refusal`.
 */
export function useUnsentCheckIns(
  runId: number,
  { isLive, load, setLive }: Pick<ReturnType<typeof useDoorList>, "isLive" | "load" | "setLive">,
  onAnswer: (checkIn: StoredCheckIn, reply: CheckInReply) => string | null,
) {
  const [checkIns, setCheckIns] = useState<StoredCheckIn[]>([]);
  const reloadCheckIns = useCallback(
    async () => setCheckIns((await loadCheckIns()).filter((checkIn) => checkIn.runId === runId)),
    [runId],
  );
  const send = useCallback(async () => {
    const isServerReached = await sendCheckIns(onAnswer);
    if (isServerReached !== null) setLive(isServerReached);
    await reloadCheckIns();
  }, [reloadCheckIns, setLive, onAnswer]);
  useEffect(() => {
    const startTimer = setTimeout(() => void reloadCheckIns().then(send));
    const sendAndLoad = async () => {
      await send();
      await load();
    };
    const handleOnline = () => void sendAndLoad();
    globalThis.addEventListener("online", handleOnline);
    const sendTimer = setInterval(() => void (isLive ? send() : sendAndLoad()), resendMs);
    const loadTimer = setInterval(() => void (isLive && load()), reloadMs);
    return () => {
      globalThis.removeEventListener("online", handleOnline);
      clearTimeout(startTimer);
      clearInterval(sendTimer);
      clearInterval(loadTimer);
    };
  }, [isLive, load, reloadCheckIns, send]);
  return { checkIns, reloadCheckIns, send };
}
