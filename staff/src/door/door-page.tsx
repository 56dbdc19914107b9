import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from "react";
import { useParams } from "react-router";
import { clsx } from "clsx/lite";
import { useMe } from "../frame/session.ts";
import { m } from "../messages.ts";
import { Failed, LoadingState } from "../parts/states.tsx";
import { decideOffline, isCheckedIn, findScannedRow, findSession, applyCheckIns } from "./decide.ts";
import { Camera } from "./door-camera.tsx";
import { DoorHead } from "./door-head.tsx";
import { Result, formatResult } from "./door-result.tsx";
import { Search } from "./door-search.tsx";
import { DoorSheet } from "./door-sheet.tsx";
import { doorReducer, firstDoorState, type DoorResult } from "./door-state.ts";
import {
  deleteCheckIn,
  storeCheckIn,
  type CheckInReply,
  type DoorRow,
  type StoredList,
  type StoredCheckIn,
} from "./door-store.ts";
import { cacheDoorPage } from "./cache-page.ts";
import { allowSound, signal } from "./signals.ts";
import { useDoorFormats } from "./use-door-formats.ts";
import { useDoorList } from "./use-door-list.ts";
import { useUnsentCheckIns } from "./use-unsent-check-ins.ts";

const closeAfterMs = 3000;
const undoMs = 8000;

/** The door of a run, for a phone. Checks people in by ticket or by name, with or without a connection. */
export default function DoorPage() {
  const { id = "" } = useParams();
  const runId = Number(id);
  const door = useDoorList(runId);
  const isCached = useRef(false);
  const hasList = door.storedList !== null;
  // Caches the page for offline use once it has a list, including the ticket reader, which loads later.
  useEffect(() => {
    if (!hasList || isCached.current) return;
    isCached.current = true;
    void cacheDoorPage();
  }, [hasList]);
  return (
    <main className="fixed inset-0 z-40 flex flex-col bg-[#0a1412] text-ink" onPointerDown={allowSound}>
      {door.storedList ? (
        <Door runId={runId} door={door} storedList={door.storedList} />
      ) : door.error ? (
        <div className="flex-1 bg-white px-4 py-8">
          <Failed error={door.error} onRetry={() => void door.load()} />
        </div>
      ) : (
        <LoadingState lines={6} />
      )}
    </main>
  );
}

function Door({
  runId,
  door,
  storedList,
}: {
  runId: number;
  door: ReturnType<typeof useDoorList>;
  storedList: StoredList;
}) {
  const me = useMe();
  const formats = useDoorFormats();
  const [{ result, undoable, search, hasCamera }, dispatch] = useReducer(doorReducer, firstDoorState);
  const { setMark, isLive } = door;

  // `handleAnswer` must stay the same function between renders, or sending would start again on each. So it reads
  // changing values from this ref.
  const latest = useRef({ list: storedList.list, result, formats });
  /**
   * If the server disagrees with the phone, the difference stays visible: in the open result, or as a message in the
   * list.
   */
  const handleAnswer = useCallback(
    (sent: StoredCheckIn, reply: CheckInReply): string | null => {
      const { enrolmentId, mark } = reply;
      const { sessionId } = sent.input;
      if (enrolmentId !== null && mark) setMark(enrolmentId, sessionId, { ...mark, sessionId, attendedMinutes: null });
      const isCorrected = sent.answer === "in" && reply.answer !== "in";
      if (latest.current.result?.checkIn.key === sent.key) {
        dispatch({ type: "answered", key: sent.key, reply });
        if (isCorrected) signal(reply.answer);
        return null;
      }
      if (!isCorrected) return null;
      const { title, detail } = formatResult({ checkIn: sent, outcome: reply.answer, reply }, latest.current);
      return `${title}. ${detail}`;
    },
    [setMark],
  );
  const { checkIns, reloadCheckIns, send } = useUnsentCheckIns(runId, door, handleAnswer);
  const list = useMemo(() => applyCheckIns(storedList.list, checkIns, me.name), [storedList.list, checkIns, me.name]);
  const [sessionId, setSessionId] = useState(() => findSession(list, new Date())?.id ?? 0);
  useEffect(() => {
    latest.current = { list, result, formats };
  });

  const checkIn = useCallback(
    async (by: { scanned: string } | { row: DoorRow }, admitsUnpaid = false) => {
      const at = new Date();
      const { list } = latest.current;
      const row = "row" in by ? by.row : await findScannedRow(list, by.scanned);
      const decision = decideOffline(list, row, sessionId, at);
      const outcome = admitsUnpaid && decision === "not-paid" ? "in" : decision;
      const key = crypto.randomUUID();
      const stored: StoredCheckIn = {
        key,
        runId,
        input: {
          sessionId,
          key,
          at: at.toISOString(),
          ...("row" in by ? { enrolmentId: by.row.id } : { scanned: by.scanned.slice(0, 500) }),
          ...(admitsUnpaid ? { letIn: true } : {}),
        },
        name: row?.name ?? null,
        enrolmentId: row?.id ?? null,
        answer: outcome,
        isUndone: false,
        refusal: null,
      };
      await storeCheckIn(stored);
      await reloadCheckIns();
      dispatch({ type: "checked-in", result: { checkIn: stored, outcome, reply: null } });
      signal(outcome);
      void send();
    },
    [reloadCheckIns, runId, send, sessionId],
  );

  const undo = async ({ checkIn, reply }: DoorResult) => {
    dispatch({ type: "undone" });
    const enrolmentId = reply?.enrolmentId ?? checkIn.enrolmentId;
    await storeCheckIn({ ...checkIn, enrolmentId, isUndone: true });
    if (enrolmentId !== null) setMark(enrolmentId, checkIn.input.sessionId, null);
    await reloadCheckIns();
    void send();
  };

  const checkedInKey = result?.outcome === "in" ? result.checkIn.key : null;
  useEffect(() => {
    if (checkedInKey === null) return;
    const timer = setTimeout(() => dispatch({ type: "sheet-closed" }), closeAfterMs);
    return () => clearTimeout(timer);
  }, [checkedInKey]);
  useEffect(() => {
    if (!undoable) return;
    const timer = setTimeout(() => dispatch({ type: "undo-ended" }), undoMs);
    return () => clearTimeout(timer);
  }, [undoable]);
  const handleCameraMissing = useCallback(() => dispatch({ type: "camera-missing" }), []);

  const expected = list.rows.filter((row) => row.refusal !== "cancelled");
  const checkedIn = expected.filter((row) => isCheckedIn(row, sessionId));
  return (
    <>
      <DoorHead
        runId={runId}
        list={list}
        sessionId={sessionId}
        onSession={setSessionId}
        checkedInCount={checkedIn.length}
        expectedCount={expected.length}
        isLive={isLive}
        readAt={storedList.readAt}
        unsentCount={checkIns.filter(({ refusal }) => refusal === null).length}
      />
      {search ? (
        <Search
          runId={runId}
          rows={search === "missing" ? expected.filter((row) => !isCheckedIn(row, sessionId)) : expected}
          total={expected.length}
          sessionId={sessionId}
          hasCamera={hasCamera}
          onBack={() => dispatch({ type: "camera-retried" })}
          onCheckIn={(row) => {
            dispatch({ type: "search-changed", search: null });
            void checkIn({ row });
          }}
        />
      ) : (
        <>
          <Camera
            isPaused={result !== null}
            onCode={(scanned) => checkIn({ scanned })}
            onCameraMissing={handleCameraMissing}
          />
          <section
            className={clsx(
              "z-1 -mt-5 max-h-[70%] flex-none overflow-y-auto rounded-t-[1.25rem] bg-white px-door pb-4",
              !result && "pt-4",
            )}
            aria-label={m.staff_door_sheet()}
          >
            {result ? (
              <Result
                key={result.checkIn.key}
                texts={formatResult(result, { list, formats })}
                checkInResult={result}
                runId={runId}
                closeAfterMs={closeAfterMs}
                onNext={() => dispatch({ type: "sheet-closed" })}
                onUndo={() => void undo(result)}
                onAdmitUnpaid={() => {
                  const row = list.rows.find(
                    ({ id }) => id === (result.reply?.enrolmentId ?? result.checkIn.enrolmentId),
                  );
                  if (row) void checkIn({ row }, true);
                }}
                onSearch={() => dispatch({ type: "search-changed", search: "all" })}
              />
            ) : (
              <DoorSheet
                sessionId={sessionId}
                checkIns={checkIns}
                checkedInRows={checkedIn}
                missingCount={expected.length - checkedIn.length}
                undoable={undoable}
                onUndo={(last) => void undo(last)}
                onRefusalSeen={(key) => void deleteCheckIn(key).then(reloadCheckIns)}
                onSend={() => void send()}
                onSearch={(search) => dispatch({ type: "search-changed", search })}
              />
            )}
          </section>
        </>
      )}
    </>
  );
}
