import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useParams } from "react-router";
import { clsx } from "clsx/lite";
import type { DoorAnswer } from "../../../src/features/learning/attendance/attendance.ts";
import { callStaff, StaffApiError } from "../api.ts";
import { useLocale } from "../frame/locale.ts";
import { useUndo } from "../frame/notices.tsx";
import { useMe } from "../frame/session.ts";
import { m, underscored } from "../messages.ts";
import { Button } from "../parts/button.tsx";
import { today } from "../parts/days.ts";
import { formatDate, formatDays } from "../parts/formats.ts";
import { Icon } from "../parts/icon.tsx";
import type { IconName } from "../parts/icon-names.ts";
import { Failed, Loading } from "../parts/states.tsx";
import { decide, folded, isIn, markAt, rowOfScan, sessionAt } from "./decide.ts";
import {
  allWaiting,
  dropWaiting,
  keepList,
  keepWaiting,
  keptList,
  wipeLists,
  type Answer,
  type DoorList,
  type DoorRow,
  type KeptList,
  type Waiting,
} from "./door-store.ts";
import { startScanner, type Scanner } from "./scanner.ts";
import { sendWaiting } from "./send-waiting.ts";
import { allowSound, signal } from "./signals.ts";
import "./door.css";

/** What the sheet says of the last check-in. */
interface Shown {
  answer: DoorAnswer;
  key: string;
  name: string | null;
  nameOther: string | null;
  enrolmentId: number | null;
  scanned: string | null;
  detail: string;
  /** The server has not heard of it yet. */
  isWaiting: boolean;
}

const looks: Record<DoorAnswer, { tone: string; icon: IconName }> = {
  in: { tone: "good", icon: "check" },
  "already-in": { tone: "attention", icon: "circle-alert" },
  "other-run": { tone: "info", icon: "calendar-x" },
  "not-today": { tone: "info", icon: "calendar-x" },
  "not-paid": { tone: "wrong", icon: "clock-alert" },
  cancelled: { tone: "wrong", icon: "x" },
  unknown: { tone: "unknown", icon: "circle-alert" },
  undone: { tone: "unknown", icon: "undo-2" },
};

const sameTicketMs = 10_000;
const inClosesMs = 3000;
const resendMs = 5000;

/** The list of today: from the server, else as this phone has kept it; with the marks that this phone has made. */
function useDoorList(runId: number) {
  const [kept, setKept] = useState<KeptList | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [isLive, setLive] = useState(true);
  const load = useCallback(async () => {
    const day = today();
    try {
      const list = await callStaff("GET /api/staff/runs/:id/door", { id: String(runId) });
      const next = { runId, day, readAt: new Date().toISOString(), list };
      await keepList(next);
      setKept(next);
      setLive(true);
      setError(null);
    } catch (failure) {
      if (!(failure instanceof StaffApiError)) throw failure;
      const own = await keptList(runId, day);
      setLive(false);
      if (failure.status === 0 && own) setKept(own);
      else setError(failure);
    }
  }, [runId]);
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
  return (
    <main className="door" onPointerDown={allowSound}>
      {door.kept ? (
        <Door runId={runId} door={door} kept={door.kept} />
      ) : door.error ? (
        <div className="door-none">
          <Failed error={door.error} onRetry={() => void door.load()} />
        </div>
      ) : (
        <Loading lines={6} />
      )}
    </main>
  );
}

function Door({ runId, door, kept }: { runId: number; door: ReturnType<typeof useDoorList>; kept: KeptList }) {
  const { list } = kept;
  const me = useMe();
  const { localized, time, date, range } = useDoorFormats();
  const offerUndo = useUndo();
  const [sessionId, setSessionId] = useState(() => sessionAt(list, new Date())?.id ?? 0);
  const [shown, setShown] = useState<Shown | null>(null);
  const [isSearching, setSearching] = useState(false);
  const [waiting, setWaiting] = useState<Waiting[]>([]);
  const session = list.sessions.find((one) => one.id === sessionId);
  const readWaiting = useCallback(
    async () => setWaiting((await allWaiting()).filter((one) => one.runId === runId)),
    [runId],
  );

  const detailOf = useCallback(
    (answer: Answer): string => {
      const { mark, other_run: other, next_session_at: next } = answer;
      if (answer.answer === "already-in" && mark)
        return m.staff_door_since({ time: time(mark.marked_at), name: mark.marked_by ?? "" });
      if (answer.answer === "in" && mark?.late_minutes) return m.staff_door_late({ minutes: mark.late_minutes });
      if (other) return `${localized(other.name_eng, other.name_ar)}, ${range(other.start_date, other.end_date)}`;
      if (answer.answer === "not-today" && next) return m.staff_door_next_session({ date: date(next) });
      return m[`staff_door_answers_${underscored(answer.answer)}_text`]();
    },
    [date, localized, range, time],
  );

  const markOf = useCallback(
    (state: "present" | "late", minutes: number | null, at: string, by: string | null) => ({
      session_id: sessionId,
      state,
      late_minutes: minutes,
      attended_minutes: null,
      way: "door" as const,
      marked_at: at,
      marked_by: by,
    }),
    [sessionId],
  );

  const { change, setLive } = door;
  /** Takes in what the server has answered; what it says otherwise than the phone did stays in sight. */
  const take = useCallback(
    (one: Waiting, answer: Answer) => {
      const { enrolment_id: enrolmentId, mark } = answer;
      const isPresent = mark && (mark.state === "present" || mark.state === "late");
      if (enrolmentId !== null && isPresent)
        change(enrolmentId, one.input.session_id, {
          ...markOf(mark.state as "present" | "late", mark.late_minutes, mark.marked_at, mark.marked_by),
          session_id: one.input.session_id,
        });
      else if (one.enrolmentId !== null && answer.answer !== "in") change(one.enrolmentId, one.input.session_id, null);
      setShown((now) =>
        now?.key === one.key
          ? {
              ...now,
              answer: answer.answer,
              name: answer.name ?? now.name,
              nameOther: answer.name_other ?? now.nameOther,
              enrolmentId: answer.enrolment_id,
              detail: detailOf(answer),
              isWaiting: false,
            }
          : now,
      );
    },
    [change, detailOf, markOf],
  );

  const send = useCallback(async () => {
    const late: Waiting[] = [];
    const isReached = await sendWaiting((one, answer) => {
      take(one, answer);
      const age = Date.now() - Date.parse(one.input.at);
      if (age > resendMs && answer.answer !== "in")
        late.push({ ...one, refusal: m[`staff_door_answers_${underscored(answer.answer)}`]() });
    });
    // What waited and came to nothing is looked at by someone.
    for (const one of late) await keepWaiting(one);
    setLive(isReached);
    await readWaiting();
  }, [readWaiting, setLive, take]);

  useEffect(() => {
    const first = setTimeout(() => void readWaiting().then(send));
    const again = () => void send();
    globalThis.addEventListener("online", again);
    const timer = setInterval(again, resendMs);
    return () => {
      globalThis.removeEventListener("online", again);
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [readWaiting, send]);

  const listRef = useRef(list);
  useEffect(() => {
    listRef.current = list;
  });
  const checkIn = useCallback(
    async (asked: { scanned: string } | { row: DoorRow }, letIn = false) => {
      const at = new Date();
      const row = "row" in asked ? asked.row : await rowOfScan(listRef.current, asked.scanned);
      const answer = decide(listRef.current, row, sessionId, at);
      const key = crypto.randomUUID();
      const isByList = letIn && answer === "not-paid" ? "in" : answer;
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
        refusal: null,
      };
      await keepWaiting(one);
      setShown({
        answer: isByList,
        key,
        name: row?.name ?? null,
        nameOther: row?.name_other ?? null,
        enrolmentId: row?.id ?? null,
        scanned: "row" in asked ? null : asked.scanned,
        detail: m[`staff_door_answers_${underscored(isByList)}_text`](),
        isWaiting: true,
      });
      if (isByList === "in" && row) change(row.id, sessionId, markOf("present", null, at.toISOString(), me.name));
      signal(isByList);
      await send();
    },
    [change, markOf, me.name, runId, send, sessionId],
  );

  const undo = useCallback(
    async ({ key, enrolmentId }: Shown) => {
      setShown(null);
      await dropWaiting(key);
      if (enrolmentId !== null) change(enrolmentId, sessionId, null);
      try {
        await callStaff("POST /api/staff/runs/:id/attendance/undo", { id: String(runId), key });
      } catch (error) {
        // Never reached the server: there is nothing to take back.
        if (!(error instanceof StaffApiError && [0, 404].includes(error.status))) throw error;
      }
      await readWaiting();
    },
    [change, readWaiting, runId, sessionId],
  );

  // "In" makes room for the next by itself, and can be taken back a little longer.
  const undoRef = useRef(undo);
  useEffect(() => {
    undoRef.current = undo;
  });
  useEffect(() => {
    if (shown?.answer !== "in") return;
    const timer = setTimeout(() => {
      setShown((now) => (now?.key === shown.key ? null : now));
      offerUndo(m.staff_door_is_in({ name: shown.name ?? m.staff_door_no_name() }), () => void undoRef.current(shown));
    }, inClosesMs);
    return () => clearTimeout(timer);
  }, [offerUndo, shown]);

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
      <header className="door-head">
        {/* Loaded anew: the camera and its reader are for this page only. */}
        <a className="door-icon" href={`/staff/runs/${runId}/attendance`} aria-label={m.staff_common_action_close()}>
          <Icon name="x" size={24} />
        </a>
        <div className="door-title">
          <h1>{localized(list.name_eng, list.name_ar)}</h1>
          {list.sessions.length > 1 ? (
            <select
              aria-label={m.staff_door_session()}
              value={sessionId}
              onChange={(event) => setSessionId(Number(event.target.value))}
            >
              {list.sessions.map((one) => (
                <option key={one.id} value={one.id}>
                  {date(one.starts_at)}, {time(one.starts_at)}
                </option>
              ))}
            </select>
          ) : (
            <p>{session && `${date(session.starts_at)}, ${time(session.starts_at)}`}</p>
          )}
        </div>
      </header>
      <div className="door-count">
        <p>
          <strong>{inside.length}</strong> {m.staff_door_of_in({ total: expected.length })}
        </p>
        <progress max={Math.max(1, expected.length)} value={inside.length} aria-label={m.staff_door_progress()} />
        <p role="status">
          <Icon name={door.isLive ? "wifi" : "wifi-off"} size={16} />{" "}
          {door.isLive ? m.staff_door_live() : m.staff_door_offline()}
        </p>
      </div>
      {!door.isLive && (
        <div className="door-offline" role="status">
          <Icon name="cloud-off" size={20} />
          <div>
            <p className="strong">{m.staff_door_no_connection()}</p>
            <p>{m.staff_door_kept({ time: time(kept.readAt), count: unsent.length })}</p>
          </div>
        </div>
      )}
      {isSearching ? (
        <Search
          rows={expected}
          sessionId={sessionId}
          onBack={() => setSearching(false)}
          onLetIn={(row) => {
            setSearching(false);
            void checkIn({ row });
          }}
        />
      ) : (
        <>
          <Camera isPaused={shown !== null} onCode={(scanned) => void checkIn({ scanned })} />
          <section className="door-sheet">
            {shown ? (
              <Result
                shown={shown}
                onNext={() => setShown(null)}
                onUndo={() => void undo(shown)}
                onLetIn={() => {
                  const row = list.rows.find(({ id }) => id === shown.enrolmentId);
                  if (row) void checkIn({ row }, true);
                }}
                onSearch={() => {
                  setShown(null);
                  setSearching(true);
                }}
              />
            ) : (
              <>
                {refused.length > 0 && (
                  <div className="door-refused" role="alert">
                    <h2>{m.staff_door_refused()}</h2>
                    <ul>
                      {refused.map((one) => (
                        <li key={one.key}>
                          <span>
                            <bdi>{one.name ?? m.staff_door_no_name()}</bdi>, {time(one.input.at)}: {one.refusal}
                          </span>
                          <Button size="sm" onClick={() => void dropWaiting(one.key).then(readWaiting)}>
                            {m.staff_door_seen()}
                          </Button>
                        </li>
                      ))}
                    </ul>
                  </div>
                )}
                <h2>{unsent.length > 0 ? m.staff_door_waiting({ count: unsent.length }) : m.staff_door_last()}</h2>
                <ul className="door-last">
                  {unsent.length > 0
                    ? unsent.slice(-3).map((one) => (
                        <li key={one.key}>
                          <Icon name="clock" size={18} />
                          <bdi>{one.name ?? m.staff_door_no_name()}</bdi>
                          <span>{time(one.input.at)}</span>
                        </li>
                      ))
                    : last.map((row) => (
                        <li key={row.id}>
                          <Icon name="circle-check" size={18} className="good" />
                          <bdi>{row.name ?? m.staff_door_no_name()}</bdi>
                          <span>{time(markAt(row, sessionId)?.marked_at ?? "")}</span>
                        </li>
                      ))}
                </ul>
                {unsent.length > 0 && <p className="small quiet">{m.staff_door_doubles()}</p>}
                <div className="door-buttons">
                  {unsent.length > 0 && (
                    <Button size="lg" icon="refresh-cw" onClick={() => void send()}>
                      {m.staff_door_send()}
                    </Button>
                  )}
                  <Button size="lg" icon="search" onClick={() => setSearching(true)}>
                    {m.staff_door_search()}
                  </Button>
                </div>
              </>
            )}
          </section>
        </>
      )}
    </>
  );
}

/** The same functions until the language changes: what is sent again by them must not begin anew at each drawing. */
function useDoorFormats() {
  const locale = useLocale() === "ar" ? "ar" : "en";
  return useMemo(
    () => ({
      localized: (english: string, arabic: string | null) => (locale === "ar" && arabic ? arabic : english),
      time: (instant: string) => (instant ? formatDate(instant, "time", locale) : ""),
      date: (instant: string) => formatDate(instant, "dayMonth", locale),
      range: (from: string, to: string) => formatDays(from, to, locale),
    }),
    [locale],
  );
}

function Result(props: { shown: Shown; onNext(): void; onUndo(): void; onLetIn(): void; onSearch(): void }) {
  const { shown, onNext, onUndo, onLetIn, onSearch } = props;
  const { answer, name, nameOther, detail, isWaiting } = shown;
  const { tone, icon } = looks[answer];
  return (
    <div className="door-result">
      <div className={clsx("door-answer", tone)} role="alert">
        <span className="door-seal">
          <Icon name={icon} size={32} />
        </span>
        <div>
          <p className="door-word">{m[`staff_door_answers_${underscored(answer)}`]()}</p>
          <p>{detail}</p>
        </div>
      </div>
      {name !== null && (
        <p className="door-name">
          <bdi>{name}</bdi>
          {nameOther && <bdi className="second-line">{nameOther}</bdi>}
        </p>
      )}
      {isWaiting && <p className="small quiet">{m.staff_door_is_waiting()}</p>}
      <div className="door-buttons">
        {answer === "in" && (
          <Button size="lg" icon="undo-2" onClick={onUndo}>
            {m.staff_common_action_undo()}
          </Button>
        )}
        {answer === "not-paid" && (
          <Button size="lg" icon="door-open" onClick={onLetIn}>
            {m.staff_door_let_in()}
          </Button>
        )}
        {answer === "unknown" && (
          <Button size="lg" icon="search" onClick={onSearch}>
            {m.staff_door_search()}
          </Button>
        )}
        <Button size="lg" variant="primary" autoFocus onClick={onNext}>
          {answer === "not-paid" ? m.staff_door_keep_out() : m.staff_door_next()}
        </Button>
      </div>
    </div>
  );
}

/** The camera's picture; without one the search by name is what is left. */
function Camera({ isPaused, onCode }: { isPaused: boolean; onCode(code: string): void }) {
  const video = useRef<HTMLVideoElement>(null);
  const seen = useRef({ code: "", at: 0 });
  const state = useRef({ isPaused, onCode });
  useEffect(() => {
    state.current = { isPaused, onCode };
  });
  const [scanner, setScanner] = useState<Scanner | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [isLit, setLit] = useState(false);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    let isOver = false;
    let started: Scanner | null = null;
    const found = (code: string) => {
      const now = Date.now();
      const isSame = seen.current.code === code && now - seen.current.at < sameTicketMs;
      if (state.current.isPaused || isSame) return;
      seen.current = { code, at: now };
      state.current.onCode(code);
    };
    startScanner(element, found).then(
      (scanner) => {
        started = scanner;
        if (isOver) scanner.stop();
        else setScanner(scanner);
      },
      () => setFailed(true),
    );
    return () => {
      isOver = true;
      started?.stop();
    };
  }, []);
  const torch = scanner?.torch;
  return (
    <div className="door-camera">
      <video ref={video} muted playsInline />
      {hasFailed ? <p role="alert">{m.staff_door_no_camera()}</p> : <p>{m.staff_door_hold()}</p>}
      <span className="door-frame" aria-hidden="true" />
      {torch && (
        <button
          type="button"
          className="door-torch"
          aria-pressed={isLit}
          aria-label={m.staff_door_torch()}
          onClick={() => void torch(!isLit).then(() => setLit(!isLit))}
        >
          <Icon name="flashlight" size={24} />
        </button>
      )}
    </div>
  );
}

function Search(props: { rows: DoorList["rows"]; sessionId: number; onBack(): void; onLetIn(row: DoorRow): void }) {
  const { rows, sessionId, onBack, onLetIn } = props;
  const { time } = useDoorFormats();
  const [text, setText] = useState("");
  const wanted = folded(text).trim();
  const found = rows.filter((row) => folded(`${row.name ?? ""} ${row.name_other ?? ""} ${row.code}`).includes(wanted));
  return (
    <section className="door-search">
      <input
        type="search"
        autoFocus
        aria-label={m.staff_door_search_label()}
        placeholder={m.staff_door_search_label()}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="small quiet" role="status">
        {m.staff_door_found({ count: found.length, total: rows.length })}
      </p>
      <ul>
        {found.map((row) => {
          const mark = markAt(row, sessionId);
          return (
            <li key={row.id}>
              <span>
                <bdi className="strong">{row.name ?? m.staff_door_no_name()}</bdi>
                {row.name_other && <bdi className="second-line">{row.name_other}</bdi>}
              </span>
              {mark && isIn(row, sessionId) ? (
                <span className="door-chip">{m.staff_door_in_at({ time: time(mark.marked_at) })}</span>
              ) : (
                <Button variant="primary" onClick={() => onLetIn(row)}>
                  {m.staff_door_let_in()}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <footer>
        <p className="small quiet">{m.staff_door_look_at_id()}</p>
        <Button size="lg" icon="camera" onClick={onBack}>
          {m.staff_door_back()}
        </Button>
      </footer>
    </section>
  );
}
