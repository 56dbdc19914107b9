import { useState } from "react";
import { fullDate, riyadhDate } from "#i18n/dates.ts";
import { useLocale } from "#i18n/link.tsx";
import { riyadhMoment } from "#i18n/riyadh-clock.ts";
import { callApi, type Reply } from "#platform/api-client.ts";
import { useApiQuery } from "#platform/use-api-query.ts";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { Loading } from "#ui/skeleton.tsx";
import type { FlashMessage } from "#features/people/use-flash-message.ts";
import { Modal } from "#ui/modal.tsx";
import { PasswordConfirmation } from "./password-confirmation.tsx";

type MySession = Reply<"/api/sessions">["sessions"][number];

interface EndSessionsProps {
  /** The id of the session to end, or `others` for all but the current one; null when the dialog is closed. */
  which: string | "others" | null;
  onClose: () => void;
  /** Also called when the session had ended already. */
  onEnded: (answer: { ok: boolean; message: string }) => void;
}

/** Dialog to end sessions. It requires the password, so that someone at an open browser cannot lock its owner out. */
function EndSessions({ which, onClose, onEnded }: EndSessionsProps) {
  async function end(password: string) {
    const answer =
      which === "others"
        ? await callApi("/api/end-other-sessions", { password })
        : await callApi("/api/end-session", { id: which ?? "", password });
    if (!answer.ok && answer.status !== 404) return answer;
    onEnded({ ok: answer.ok, message: answer.ok ? answer.data.message : answer.message });
    onClose();
    return undefined;
  }

  return (
    <Modal
      isOpen={which !== null}
      onClose={onClose}
      title={which === "others" ? m.profile_sessions_end_others_sure() : m.profile_session_end_sure()}
    >
      <PasswordConfirmation
        label={which === "others" ? m.profile_sessions_end_others() : m.profile_session_end()}
        onConfirm={end}
        onCancel={onClose}
      />
    </Modal>
  );
}

/** Lists the person's sessions, and lets them end each one or all others. */
export function SessionList({
  reloadKey,
  show,
}: {
  /** The list is fetched again when this changes. Null while the person is unknown. */
  reloadKey: string | null;
  show: (message: FlashMessage | undefined) => void;
}) {
  const { answer, refetch } = useApiQuery(reloadKey, (signal) => callApi("/api/sessions", {}, signal));
  const [toEnd, setToEnd] = useState<string | null>(null);

  function showResult({ ok, message }: { ok: boolean; message: string }) {
    show({ tone: ok ? "success" : "danger", text: message });
    refetch();
  }

  const [loaded, setLoaded] = useState<{ sessions: MySession[] } | null>(null);
  if (answer?.ok && answer.data !== loaded) setLoaded(answer.data);
  const list = reloadKey === null || answer?.ok === false ? null : (loaded?.sessions ?? null);
  return (
    <Card as="section" aria-labelledby="sessions" className="mt-6">
      <h2 id="sessions" className="mb-1.5 text-h3">
        {m.profile_sessions()}
      </h2>
      <p className="mb-4 text-ink-2">{m.profile_sessions_lead()}</p>
      {list && (
        <ul className="mb-5 border-t border-line">
          {list.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => setToEnd(session.id)} />
          ))}
        </ul>
      )}
      {!answer && !list && <Loading rows={2} />}
      {answer?.ok === false && answer.status !== 401 && (
        <div className="grid justify-items-start gap-4">
          <Alert tone="danger" className="w-full" announces>
            {answer.message}
          </Alert>
          <Button variant="secondary" onClick={refetch}>
            {m.common_action_try_again()}
          </Button>
        </div>
      )}
      {list && list.length > 1 && (
        <Button variant="secondary" onClick={() => setToEnd("others")}>
          {m.profile_sessions_end_others()}
        </Button>
      )}
      <EndSessions which={toEnd} onClose={() => setToEnd(null)} onEnded={showResult} />
    </Card>
  );
}

function SessionRow({ session, onEnd }: { session: MySession; onEnd: () => void }) {
  const locale = useLocale();
  const formatDay = (instant: string) => fullDate(riyadhDate(new Date(instant)), locale);
  const browser = session.browser || m.profile_session_unknown();
  const since = riyadhMoment(new Date(session.created_at), locale);
  return (
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <bdi>{browser}</bdi>
          {session.current && <Badge>{m.profile_session_current()}</Badge>}
        </p>
        <p className="text-sm text-ink-3">
          {m.profile_session_times({ since, used: formatDay(session.used_at), until: formatDay(session.expires_at) })}
        </p>
      </div>
      {!session.current && (
        <Button
          variant="secondary"
          size="sm"
          onClick={onEnd}
          aria-label={m.profile_session_end_name({ browser, since })}
        >
          {m.profile_session_end()}
        </Button>
      )}
    </li>
  );
}
