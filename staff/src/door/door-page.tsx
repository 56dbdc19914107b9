import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from "react";
import { useParams } from "react-router";
import { clsx } from "clsx/lite";
import { useMe } from "../frame/session.ts";
import { m } from "../messages.ts";
import { Failed, LoadingState } from "../parts/states.tsx";
import { decide, isIn, findScannedRow, sessionAt, withWaiting } from "./decide.ts";
import { Camera } from "./door-camera.tsx";
import { DoorHead } from "./door-head.tsx";
import { Result, formatResult } from "./door-result.tsx";
import { Search } from "./door-search.tsx";
import { DoorSheet } from "./door-sheet.tsx";
import { doorReducer, firstDoorState, type Shown } from "./door-state.ts";
import { dropWaiting, keepWaiting, type Answer, type DoorRow, type KeptList, type Waiting } from "./door-store.ts";
import { keepDoorPage } from "./keep-page.ts";
import { allowSound, signal } from "./signals.ts";
import { useDoorFormats } from "./use-door-formats.ts";
import { useDoorList } from "./use-door-list.ts";
import { useWaitingCheckIns } from "./use-waiting-check-ins.ts";

const inClosesMs = 3000;
const undoMs = 8000;

/** The door of a run, for a phone. Checks people in by ticket or by name, with or without a connection. */
export default function DoorPage() {
  const { id = "" } = useParams();
  const runId = Number(id);
  const door = useDoorList(runId);
  const isKept = useRef(false);
  /** The camera view is loaded late, so it is cached as well. */
  const hasList = door.kept !== null;
  useEffect(() => {
    if (!hasList || isKept.current) return;
    isKept.current = true;
    void keepDoorPage();
  }, [hasList]);
  return (
    <main className="fixed inset-0 z-40 flex flex-col bg-[#0a1412] text-ink" onPointerDown={allowSound}>
      {door.kept ? (
        <Door runId={runId} door={door} kept={door.kept} />
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

function Door({ runId, door, kept }: { runId: number; door: ReturnType<typeof useDoorList>; kept: KeptList }) {
  const me = useMe();
  const formats = useDoorFormats();
  const [{ shown, undoable, search, hasCamera }, dispatch] = useReducer(doorReducer, firstDoorState);
  const { change, isLive } = door;

  // Stable between renders, or sending would start again on each render.
  const latest = useRef({ list: kept.list, shown, formats });
  /**
   * If the server disagrees with the phone, the difference stays visible: in the open result, or as a message in the
   * list.
   */
  const handleAnswer = useCallback(
    (one: Waiting, reply: Answer): string | null => {
      const { enrolment_id: enrolmentId, mark } = reply;
      const { session_id } = one.input;
      if (enrolmentId !== null && mark)
        change(enrolmentId, session_id, { ...mark, session_id, attended_minutes: null });
      const isOther = one.answer === "in" && reply.answer !== "in";
      if (latest.current.shown?.one.key === one.key) {
        dispatch({ type: "answered", key: one.key, reply });
        if (isOther) signal(reply.answer);
        return null;
      }
      if (!isOther) return null;
      const { word, detail } = formatResult({ one, answer: reply.answer, reply }, latest.current);
      return `${word}. ${detail}`;
    },
    [change],
  );
  const { waiting, readWaiting, send } = useWaitingCheckIns(runId, door, handleAnswer);
  const list = useMemo(() => withWaiting(kept.list, waiting, me.name), [kept.list, waiting, me.name]);
  const [sessionId, setSessionId] = useState(() => sessionAt(list, new Date())?.id ?? 0);
  useEffect(() => {
    latest.current = { list, shown, formats };
  });

  const checkIn = useCallback(
    async (by: { scanned: string } | { row: DoorRow }, isAdmitted = false) => {
      const at = new Date();
      const { list } = latest.current;
      const row = "row" in by ? by.row : await findScannedRow(list, by.scanned);
      const decision = decide(list, row, sessionId, at);
      const answer = isAdmitted && decision === "not-paid" ? "in" : decision;
      const key = crypto.randomUUID();
      const one: Waiting = {
        key,
        runId,
        input: {
          session_id: sessionId,
          key,
          at: at.toISOString(),
          ...("row" in by ? { enrolment_id: by.row.id } : { scanned: by.scanned.slice(0, 500) }),
          ...(isAdmitted ? { let_in: true } : {}),
        },
        name: row?.name ?? null,
        enrolmentId: row?.id ?? null,
        answer,
        isUndone: false,
        refusal: null,
      };
      await keepWaiting(one);
      await readWaiting();
      dispatch({ type: "checked-in", shown: { one, answer, reply: null } });
      signal(answer);
      void send();
    },
    [readWaiting, runId, send, sessionId],
  );

  const undo = async ({ one, reply }: Shown) => {
    dispatch({ type: "undone" });
    const enrolmentId = reply?.enrolment_id ?? one.enrolmentId;
    await keepWaiting({ ...one, enrolmentId, isUndone: true });
    if (enrolmentId !== null) change(enrolmentId, one.input.session_id, null);
    await readWaiting();
    void send();
  };

  const checkedInKey = shown?.answer === "in" ? shown.one.key : null;
  useEffect(() => {
    if (checkedInKey === null) return;
    const timer = setTimeout(() => dispatch({ type: "sheet-closed" }), inClosesMs);
    return () => clearTimeout(timer);
  }, [checkedInKey]);
  useEffect(() => {
    if (!undoable) return;
    const timer = setTimeout(() => dispatch({ type: "undo-ended" }), undoMs);
    return () => clearTimeout(timer);
  }, [undoable]);
  const noCamera = useCallback(() => dispatch({ type: "camera-missing" }), []);

  const expected = list.rows.filter((row) => row.refusal !== "cancelled");
  const inside = expected.filter((row) => isIn(row, sessionId));
  return (
    <>
      <DoorHead
        runId={runId}
        list={list}
        sessionId={sessionId}
        onSession={setSessionId}
        inside={inside.length}
        expected={expected.length}
        isLive={isLive}
        readAt={kept.readAt}
        unsent={waiting.filter(({ refusal }) => refusal === null).length}
      />
      {search ? (
        <Search
          runId={runId}
          rows={search === "missing" ? expected.filter((row) => !isIn(row, sessionId)) : expected}
          total={expected.length}
          sessionId={sessionId}
          hasCamera={hasCamera}
          onBack={() => dispatch({ type: "camera-retried" })}
          onLetIn={(row) => {
            dispatch({ type: "search-changed", search: null });
            void checkIn({ row });
          }}
        />
      ) : (
        <>
          <Camera isPaused={shown !== null} onCode={(scanned) => checkIn({ scanned })} onNone={noCamera} />
          <section
            className={clsx(
              "z-1 -mt-5 max-h-[70%] flex-none overflow-y-auto rounded-t-[1.25rem] bg-white px-door pb-4",
              !shown && "pt-4",
            )}
            aria-label={m.staff_door_sheet()}
          >
            {shown ? (
              <Result
                key={shown.one.key}
                result={formatResult(shown, { list, formats })}
                shown={shown}
                runId={runId}
                closesMs={inClosesMs}
                onNext={() => dispatch({ type: "sheet-closed" })}
                onUndo={() => void undo(shown)}
                onLetIn={() => {
                  const row = list.rows.find(({ id }) => id === (shown.reply?.enrolment_id ?? shown.one.enrolmentId));
                  if (row) void checkIn({ row }, true);
                }}
                onSearch={() => dispatch({ type: "search-changed", search: "all" })}
              />
            ) : (
              <DoorSheet
                sessionId={sessionId}
                waiting={waiting}
                inside={inside}
                missing={expected.length - inside.length}
                undoable={undoable}
                onUndo={(last) => void undo(last)}
                onRefusalSeen={(key) => void dropWaiting(key).then(readWaiting)}
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
