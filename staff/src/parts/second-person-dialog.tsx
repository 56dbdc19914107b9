import { useState, type ReactNode } from "react";
import { useCan, useMe } from "../frame/session.ts";
import { useNotify } from "../frame/notices.tsx";
import { m, type PlainKey } from "../messages.ts";
import { Dialog } from "./dialog.tsx";
import { TextArea } from "../../../src/ui/text-area.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { isolate } from "../../../src/i18n/isolate.ts";
import { callStaff } from "../api.ts";
import { useForm } from "./use-form.ts";
import { Alert } from "../../../src/ui/alert.tsx";
import { Problem } from "./problem.tsx";
import { Button } from "../../../src/ui/button.tsx";

export type Decision = "approve" | "decline" | "withdraw";

export interface SecondPersonDialogProps {
  title: string;
  /** The request, who made it, and its consequences. */
  children: ReactNode;
  askedBy: { id: string; name: string };
  /** Tells the person who made the request that someone else must approve it. */
  ownRequestText: string;
  /** Label of the button that approves, such as "Agree and pay back". */
  approveLabel: string;
  /** Message keys of the notice after each decision. */
  doneMessages: Record<Decision, PlainKey>;
  /** Whether all facts are loaded. Until then, nobody can approve the request. */
  isReady?: boolean;
  decide(decision: Decision, reason: string): Promise<void>;
  onDone(): void;
  onClose(): void;
}

/**
 * Asks a second person to approve or decline a request. To approve it, they enter a code of their own. The person who
 * made the request can only withdraw it.
 */
export function SecondPersonDialog(props: SecondPersonDialogProps) {
  const { title, children, askedBy, ownRequestText, approveLabel, isReady = true, onClose } = props;
  const notify = useNotify();
  const can = useCan();
  const me = useMe();
  const [reason, setReason] = useState("");
  const [code, setCode] = useState("");
  const [runningDecision, setRunningDecision] = useState<Decision | null>(null);
  const form = useForm([]);
  const isOwnRequest = me.id === askedBy.id;
  const canDecide = can("orders.approve") && !isOwnRequest;
  const decide = async (decision: Decision) => {
    setRunningDecision(decision);
    try {
      await form.submit(async () => {
        if (decision === "approve") await callStaff("POST /api/staff/confirm", { code: code.replaceAll(/\s/g, "") });
        await props.decide(decision, reason.trim());
        notify(m[props.doneMessages[decision]](), { type: "success" });
        props.onDone();
        onClose();
      });
    } finally {
      setRunningDecision(null);
    }
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      isWaiting={runningDecision !== null}
      size="sm"
      actions={
        <>
          {isOwnRequest && (
            <Button
              variant="danger-secondary"
              isPending={runningDecision === "withdraw"}
              onClick={() => void decide("withdraw")}
            >
              {m.staff_orders_approve_withdraw()}
            </Button>
          )}
          {canDecide ? (
            <>
              <Button
                variant="danger-secondary"
                isPending={runningDecision === "decline"}
                disabled={runningDecision !== null}
                onClick={() => void decide("decline")}
              >
                {m.staff_orders_approve_decline()}
              </Button>
              <Button
                variant="primary"
                isPending={runningDecision === "approve"}
                disabled={runningDecision !== null || !isReady || !/^\s*\d{3}\s?\d{3}\s*$/.test(code)}
                onClick={() => void decide("approve")}
              >
                {approveLabel}
              </Button>
            </>
          ) : (
            <Button variant="secondary" onClick={onClose}>
              {m.staff_common_action_close()}
            </Button>
          )}
        </>
      }
    >
      {children}
      {isOwnRequest && <Alert tone="info">{ownRequestText}</Alert>}
      {canDecide && (
        <>
          <TextArea
            rows={2}
            label={m.staff_orders_approve_word({ name: isolate(askedBy.name) })}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            dir="auto"
            maxLength={500}
          />
          <TextField
            required
            className="short-field max-w-56"
            label={m.staff_sign_in_code_title()}
            placeholder="000 000"
            value={code}
            onChange={(event) => setCode(event.target.value)}
            inputMode="numeric"
            autoComplete="one-time-code"
            dir="ltr"
            maxLength={12}
          />
        </>
      )}
      <Problem>{form.problem}</Problem>
    </Dialog>
  );
}
