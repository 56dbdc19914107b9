import { Link } from "#i18n/link.tsx";
import { m } from "#messages";
import { Alert } from "#ui/alert.tsx";
import type { OpenRequestState } from "#features/changes/change.schema.ts";

/** Note about an undecided request. The buyer can send no other request until it is decided. */
export function RequestNote({ orderId, state }: { orderId: number; state: OpenRequestState }) {
  const isQuestioned = state === "questioned";
  return (
    <Alert tone={isQuestioned ? "warning" : "info"}>
      <strong className="font-medium">
        {isQuestioned ? m.changes_mail_question_heading() : m.changes_done_asked()}
        {". "}
      </strong>
      {isQuestioned ? m.changes_mail_question_preview() : m.changes_done_asked_text()}{" "}
      <Link to={`/my-courses/${orderId}`} className="font-medium underline underline-offset-3">
        {isQuestioned ? m.changes_answer_now() : m.changes_back_to_order()}
      </Link>
    </Alert>
  );
}
