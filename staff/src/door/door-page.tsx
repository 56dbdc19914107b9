import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useParams } from "react-router";
import { clsx } from "clsx/lite";
import { callStaff, StaffApiError } from "../api.ts";
import { endSession, useMe } from "../frame/session.ts";
import { isolate } from "../../../src/i18n/isolate.ts";
import { m } from "../messages.ts";
import { today } from "../parts/days.ts";
import { Icon } from "../../../src/ui/icon.tsx";
import { Failed, LoadingState } from "../parts/states.tsx";
import { decide, isIn, markAt, rowOfScan, sessionAt, withWaiting } from "./decide.ts";
import { Camera } from "./door-camera.tsx";
import { besideName, Buttons, Hint, line, lineName } from "./door-parts.tsx";
import { Result, resultOf, type Shown } from "./door-result.tsx";
import { Search } from "./door-search.tsx";
import {
  allWaiting,
  dropWaiting,
  keepList,
  keepWaiting,
  keptList,
  wipeLists,
  type Answer,
  type DoorRow,
  type KeptList,
  type Waiting,
} from "./door-store.ts";
import { keepDoorPage } from "./keep-page.ts";
import { sendWaiting } from "./send-waiting.ts";
import { allowSound, signal } from "./signals.ts";
import { useDoorFormats } from "./use-door-formats.ts";
import { Button } from "../../../src/ui/button.tsx";

const inClosesMs = 3000;
const undoMs = 8000;
const resendMs = 5000;
/** Other doors let people in, too. */
const readAgainMs = 15_000;

/** The list of today: from the server, else as this phone has kept it. */
function useDoorList(runId: number) {
  const me = useMe();
  const [kept, setKept] = useState<KeptList | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [isLive, setLive] = useState(true);
  const load = useCallback(async () => {
    const day = today();
    try {
      const list = await callStaff("GET /api/staff/runs/:id/door", { id: String(runId) });
      const next = { runId, day, readAt: new Date().toISOString(), list, me };
      await keepList(next);
      setKept(next);
      setLive(true);
      setError(null);
    } catch (failure) {
      if (!(failure instanceof StaffApiError)) throw failure;
      const own = await keptList(runId, day);
      setLive(false);
      if (failure.status === 401) {
        // Loaded anew, so that the camera may still be used after the sign-in; what waits is kept.
        endSession();
        location.reload();
      } else if (failure.status === 0 && own) setKept(own);
      else setError(failure);
    }
  }, [me, runId]);
  useEffect(() => {
    const first = setTimeout(() => void load());
    return () => clearTimeout(first);
  }, [load]);
  // At midnight the list is of yesterday.
  useEffect(() => {
    const timer = setInterval(() => {
      if (kept && kept.day !== today()) void wipeLists().then(() => location.reload());
    }, 30_000);
    return () => clearInterval(timer);
  }, [kept]);
  /** Takes in what the server has said of one. */
  const change = useCallback(
    (enrolmentId: number, sessionId: number, mark: DoorRow["marks"][number] | null) =>
      setKept((was) => {
        if (!was) return was;
        const rows = was.list.rows.map((row) => {
          if (row.id !== enrolmentId) return row;
          const others = row.marks.filter(({ session_id }) => session_id !== sessionId);
          return { ...row, marks: mark ? [...others, mark] : others };
        });
        const next = { ...was, list: { ...was.list, rows } };
        void keepList(next);
        return next;
      }),
    [],
  );
  return { kept, error, isLive, setLive, load, change };
}

/** The door of a run, for a phone: people come in by ticket or by name, with or without a connection. */
export default function DoorPage() {
  const { id = "" } = useParams();
  const runId = Number(id);
  const door = useDoorList(runId);
  const isKept = useRef(false);
  /** The camera's reader is a part of the page, too, and comes late. */
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
  const { localized, time, date, joined } = formats;
  const [waiting, setWaiting] = useState<Waiting[]>([]);
  const list = useMemo(() => withWaiting(kept.list, waiting, me.name), [kept.list, waiting, me.name]);
  const [sessionId, setSessionId] = useState(() => sessionAt(list, new Date())?.id ?? 0);
  const [shown, setShown] = useState<Shown | null>(null);
  /** The last one who came in, while it can be taken back. */
  const [undoable, setUndoable] = useState<Shown | null>(null);
  const [searching, setSearching] = useState<"all" | "missing" | null>(null);
  const [hasCamera, setHasCamera] = useState(true);
  const readWaiting = useCallback(
    async () => setWaiting((await allWaiting()).filter((one) => one.runId === runId)),
    [runId],
  );

  // What is sent again and again must not begin anew at each drawing.
  const latest = useRef({ list, shown, formats });
  useEffect(() => {
    latest.current = { list, shown, formats };
  });

  const { change, isLive, load, setLive } = door;
  /** What the server says otherwise than the phone did stays in sight: on the sheet, else in its words. */
  const take = useCallback(
    (one: Waiting, answer: Answer): string | null => {
      const { enrolment_id: enrolmentId, mark } = answer;
      const { session_id } = one.input;
      if (enrolmentId !== null && mark)
        change(enrolmentId, session_id, { ...mark, session_id, attended_minutes: null });
      const isOther = one.answer === "in" && answer.answer !== "in";
      if (latest.current.shown?.one.key === one.key) {
        setShown((now) => (now?.one.key === one.key ? { ...now, answer: answer.answer, reply: answer } : now));
        if (isOther) signal(answer.answer);
        return null;
      }
      if (!isOther) return null;
      const { word, detail } = resultOf({ one, answer: answer.answer, reply: answer }, latest.current);
      return `${word}. ${detail}`;
    },
    [change],
  );
  const send = useCallback(async () => {
    const isReached = await sendWaiting(take);
    if (isReached !== null) setLive(isReached);
    await readWaiting();
  }, [readWaiting, setLive, take]);

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

  const checkIn = useCallback(
    async (asked: { scanned: string } | { row: DoorRow }, letIn = false) => {
      const at = new Date();
      const { list } = latest.current;
      const row = "row" in asked ? asked.row : await rowOfScan(list, asked.scanned);
      const said = decide(list, row, sessionId, at);
      const answer = letIn && said === "not-paid" ? "in" : said;
      const key = crypto.randomUUID();
      const one: Waiting = {
        key,
        runId,
        input: {
          session_id: sessionId,
          key,
          at: at.toISOString(),
          ...("row" in asked ? { enrolment_id: asked.row.id } : { scanned: asked.scanned.slice(0, 500) }),
          ...(letIn ? { let_in: true } : {}),
        },
        name: row?.name ?? null,
        enrolmentId: row?.id ?? null,
        answer,
        isUndone: false,
        refusal: null,
      };
      await keepWaiting(one);
      await readWaiting();
      setUndoable(null);
      setShown({ one, answer, reply: null });
      signal(answer);
      void send();
    },
    [readWaiting, runId, send, sessionId],
  );

  const undo = async ({ one, reply }: Shown) => {
    setShown(null);
    setUndoable(null);
    const enrolmentId = reply?.enrolment_id ?? one.enrolmentId;
    await keepWaiting({ ...one, enrolmentId, isUndone: true });
    if (enrolmentId !== null) change(enrolmentId, one.input.session_id, null);
    await readWaiting();
    void send();
  };

  /** Makes room for the next; who came in can be taken back a little longer. */
  const close = useCallback(() => {
    const { shown } = latest.current;
    setShown(null);
    if (shown?.answer === "in") setUndoable(shown);
  }, []);
  const keyOfIn = shown?.answer === "in" ? shown.one.key : null;
  useEffect(() => {
    if (keyOfIn === null) return;
    const timer = setTimeout(close, inClosesMs);
    return () => clearTimeout(timer);
  }, [close, keyOfIn]);
  useEffect(() => {
    if (!undoable) return;
    const timer = setTimeout(() => setUndoable(null), undoMs);
    return () => clearTimeout(timer);
  }, [undoable]);
  const noCamera = useCallback(() => {
    setHasCamera(false);
    setSearching("all");
  }, []);

  const at = list.sessions.findIndex(({ id }) => id === sessionId);
  const session = list.sessions[at];
  const timeOf = (instant: string) => (list.times_confirmed ? [time(instant)] : []);
  const dayOf = (place: number) => m.staff_door_day({ day: place + 1, days: list.sessions.length });
  const expected = list.rows.filter((row) => row.refusal !== "cancelled");
  const inside = expected.filter((row) => isIn(row, sessionId));
  const unsent = waiting.filter(({ refusal }) => refusal === null);
  const refused = waiting.filter(({ refusal }) => refusal !== null);
  const last = inside
    .toSorted((one, other) =>
      (markAt(other, sessionId)?.marked_at ?? "").localeCompare(markAt(one, sessionId)?.marked_at ?? ""),
    )
    .slice(0, 3);
  return (
    <>
      <header className="flex flex-none items-center gap-2 bg-palm-900 px-door py-2 text-white">
        {/* Loaded anew: the camera and its reader are for this page only. */}
        <a
          className="-ms-2.5 grid size-11 place-items-center"
          href={`/staff/runs/${runId}/attendance`}
          aria-label={m.staff_common_action_close()}
        >
          <Icon name="x" size={24} />
        </a>
        <div className="min-w-0 flex-1">
          <h1 className="truncate font-sans text-h4 font-semibold">{localized(list.name_eng, list.name_ar)}</h1>
          {list.sessions.length > 1 ? (
            // Under the name, in spite of the browser's own padding.
            <select
              className="-ms-1 min-h-8 max-w-full bg-transparent text-palm-200 *:text-ink"
              aria-label={m.staff_door_session()}
              value={sessionId}
              onChange={(event) => setSessionId(Number(event.target.value))}
            >
              {list.sessions.map((one, place) => (
                <option key={one.id} value={one.id}>
                  {joined(dayOf(place), date(one.starts_at), ...timeOf(one.starts_at))}
                </option>
              ))}
            </select>
          ) : (
            <p>{session && joined(date(session.starts_at), ...timeOf(session.starts_at))}</p>
          )}
        </div>
      </header>
      <div className="flex flex-none items-center gap-3 bg-palm-900 px-door pt-1 pb-3 whitespace-nowrap text-palm-200">
        <p>
          <strong className="font-display text-[1.4rem] leading-none font-normal text-white">{inside.length}</strong>{" "}
          {m.staff_door_of_in({ total: expected.length })}
        </p>
        <progress
          className="h-1.5 min-w-8 flex-1 appearance-none overflow-hidden rounded-full bg-[#2b4b47] [&::-moz-progress-bar]:bg-on-band [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-on-band"
          max={Math.max(1, expected.length)}
          value={inside.length}
          aria-label={m.staff_door_progress()}
        />
        <p role="status" className="inline-flex items-center gap-1.5">
          <Icon name={isLive ? "wifi" : "wifi-off"} size={16} /> {isLive ? m.staff_door_live() : m.staff_door_offline()}
        </p>
      </div>
      {!isLive && (
        <div className="flex flex-none gap-3 bg-warning-tint px-door py-3 text-warning" role="status">
          <Icon name="cloud-off" size={20} />
          <div>
            <p className="strong">{m.staff_door_no_connection()}</p>
            <p>{m.staff_door_kept({ time: time(kept.readAt), count: unsent.length })}</p>
          </div>
        </div>
      )}
      {searching ? (
        <Search
          runId={runId}
          rows={searching === "missing" ? expected.filter((row) => !isIn(row, sessionId)) : expected}
          total={expected.length}
          sessionId={sessionId}
          hasCamera={hasCamera}
          onBack={() => {
            setHasCamera(true);
            setSearching(null);
          }}
          onLetIn={(row) => {
            setSearching(null);
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
                result={resultOf(shown, { list, formats })}
                shown={shown}
                runId={runId}
                closesMs={inClosesMs}
                onNext={close}
                onUndo={() => void undo(shown)}
                onLetIn={() => {
                  const row = list.rows.find(({ id }) => id === (shown.reply?.enrolment_id ?? shown.one.enrolmentId));
                  if (row) void checkIn({ row }, true);
                }}
                onSearch={() => {
                  setShown(null);
                  setSearching("all");
                }}
              />
            ) : (
              <>
                {undoable && (
                  <div
                    className="mb-2 flex items-center justify-between gap-3 rounded-xl bg-success-tint py-1.5 ps-3.5 pe-2 text-success"
                    role="status"
                  >
                    <span>{m.staff_door_is_in({ name: undoable.one.name ?? m.staff_door_no_name() })}</span>
                    <Button variant="secondary" size="sm" icon="undo-2" mirrorsIcon onClick={() => void undo(undoable)}>
                      {m.staff_common_action_undo()}
                    </Button>
                  </div>
                )}
                <Refused refused={refused} onSeen={(key) => void dropWaiting(key).then(readWaiting)} />
                {unsent.length > 0 ? (
                  <div className="flex items-center justify-between gap-3">
                    <h2 className="font-sans text-h4 font-semibold">{m.staff_door_to_send()}</h2>
                    <span className="inline-flex items-center gap-1.5 rounded-full bg-warning-tint px-3 py-0.5 font-semibold text-warning">
                      <Icon name="hourglass" size={16} />
                      {unsent.length}
                    </span>
                  </div>
                ) : (
                  <h2 className="sr-only">{m.staff_door_last()}</h2>
                )}
                <ul>
                  {unsent.length > 0
                    ? unsent
                        .toReversed()
                        .slice(0, 3)
                        .map((one) => (
                          <li key={one.key} className={clsx(line, "last:border-0")}>
                            <Icon name="clock" size={18} className="text-warning" />
                            <bdi className={lineName}>{one.name ?? m.staff_door_no_name()}</bdi>
                            <span className="text-ink-2 tabular-nums">{time(one.input.at)}</span>
                          </li>
                        ))
                    : last.map((row) => (
                        <li key={row.id} className={clsx(line, "last:border-0")}>
                          <Icon name="circle-check" size={18} className="text-success" />
                          <bdi className={lineName}>{row.name ?? m.staff_door_no_name()}</bdi>
                          <span className="text-ink-2 tabular-nums">
                            {time(markAt(row, sessionId)?.marked_at ?? "")}
                          </span>
                        </li>
                      ))}
                </ul>
                {unsent.length > 0 && <Hint icon="info">{m.staff_door_doubles()}</Hint>}
                <Buttons>
                  {unsent.length > 0 ? (
                    <Button variant="secondary" size="lg" icon="refresh-cw" onClick={() => void send()}>
                      {m.staff_door_send()}
                    </Button>
                  ) : (
                    <Button variant="secondary" size="lg" icon="users" onClick={() => setSearching("missing")}>
                      {m.staff_door_not_here({ count: expected.length - inside.length })}
                    </Button>
                  )}
                  <Button variant="secondary" size="lg" icon="search" onClick={() => setSearching("all")}>
                    {m.staff_door_search()}
                  </Button>
                </Buttons>
              </>
            )}
          </section>
        </>
      )}
    </>
  );
}

function Refused({ refused, onSeen }: { refused: readonly Waiting[]; onSeen(key: string): void }) {
  const { time } = useDoorFormats();
  if (refused.length === 0) return null;
  return (
    <div className="mb-3 rounded-xl bg-danger-tint p-3 text-danger" role="alert">
      <h2 className="font-sans text-h4 font-semibold">{m.staff_door_refused()}</h2>
      <ul>
        {refused.map((one) => (
          <li key={one.key} className={line}>
            <span className={lineName}>
              <bdi className="strong">{one.name ?? m.staff_door_no_name()}</bdi>, {time(one.input.at)}
              <span className={besideName}>{one.refusal}</span>
            </span>
            <Button
              variant="secondary"
              size="sm"
              aria-label={`${m.staff_door_seen()}: ${isolate(one.name ?? m.staff_door_no_name())}`}
              onClick={() => onSeen(one.key)}
            >
              {m.staff_door_seen()}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
