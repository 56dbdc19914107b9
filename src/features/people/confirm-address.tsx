import { useEffect, useState, useSyncExternalStore } from "react";
import { callApi } from "#platform/api-client.ts";
import { onSessionChange, readSession, readToken } from "#platform/session-token.ts";
import { isolate } from "#i18n/isolate.ts";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";

/** Ids of accounts with a confirmed address. An address never becomes unconfirmed again. */
const confirmedIds = new Set<string>();

/**
 * Asks the person to confirm their address, with a button that sends the link again. Renders nothing for a visitor or a
 * confirmed address. Place it where an action needs `requireConfirmedAddress`.
 */
export function ConfirmAddress({ className }: { className?: string }) {
  const user = useSyncExternalStore(onSessionChange, readSession, () => null)?.current_user ?? null;
  const [unconfirmedId, setUnconfirmedId] = useState<string>();
  const [isPending, setPending] = useState(false);
  const [result, setResult] = useState<{ isSent: boolean; text: string }>();
  const id = user?.id;

  useEffect(() => {
    if (!id || confirmedIds.has(id)) return;
    let isCurrent = true;
    const check = async () => {
      const token = readToken();
      const me = await callApi("/api/me", {});
      if (!isCurrent || !me.ok || readToken() !== token) return;
      if (me.data.email_confirmed) confirmedIds.add(id);
      setUnconfirmedId(me.data.email_confirmed ? undefined : id);
    };
    void check();
    // The link opens in another tab, so check again when the person returns to this one.
    const onReturn = () => void (document.visibilityState === "visible" && check());
    document.addEventListener("visibilitychange", onReturn);
    return () => {
      isCurrent = false;
      document.removeEventListener("visibilitychange", onReturn);
    };
  }, [id]);

  if (!user || unconfirmedId !== user.id) return null;

  async function send() {
    setPending(true);
    const reply = await callApi("/api/send-address-link", {});
    setResult({ isSent: reply.ok, text: reply.ok ? reply.data.message : reply.message });
    setPending(false);
  }

  return (
    <div data-print="hide" className={className}>
      <Alert tone="warning">
        <p>{m.accounts_confirm_notice({ email: isolate(user.email) })}</p>
        {result && (
          <p role={result.isSent ? "status" : "alert"} className="mt-2 font-medium">
            {result.text}
          </p>
        )}
        {!result?.isSent && (
          <Button
            variant="secondary"
            size="sm"
            className="mt-3"
            isPending={isPending}
            pendingText={m.common_wait()}
            onClick={() => void send()}
          >
            {m.accounts_confirm_again()}
          </Button>
        )}
      </Alert>
    </div>
  );
}
