import { useState } from "react";
import { m } from "#messages";
import { callApi } from "#platform/api-client.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { FormAlert } from "#ui/form-alert.tsx";
import { Form, getFormText } from "#ui/form.tsx";
import { Select } from "#ui/select.tsx";
import { TextArea } from "#ui/text-area.tsx";
import type { ChangeLine } from "#features/changes/change.schema.ts";
import { AttachFiles, type AttachedFile } from "./attach-files.tsx";
import { DateRows, SeatBoxes, type Choice } from "./change-choices.tsx";

interface ExceptionFormProps {
  orderId: number;
  line: ChangeLine;
  onSent: () => void;
}

/** Form in which the buyer requests a change that the policy does not allow. */
export function ExceptionForm({ orderId, line, onSent }: ExceptionFormProps) {
  const [isOpen, setOpen] = useState(false);
  const [kind, setKind] = useState<Choice>("cancel");
  const lineSeatIds = line.seats.map(({ id }) => id);
  const [seatIds, setSeatIds] = useState<number[]>(lineSeatIds.length === 1 ? lineSeatIds : []);
  const [toRun, setToRun] = useState<number | null>(null);
  const [files, setFiles] = useState<AttachedFile[]>([]);
  const [key] = useState(() => crypto.randomUUID());

  async function send(data: FormData) {
    const sent = await callApi("/api/change-exception", {
      order_id: orderId,
      course_id: line.course_id,
      kind,
      seat_ids: seatIds,
      to_course_id: kind === "move" ? toRun : null,
      message: getFormText(data, "message"),
      file_ids: files.map(({ id }) => id),
      key,
    });
    if (!sent.ok)
      return { ...sent, message: sent.message || (sent.fields["seat_ids"] ?? sent.fields["file_ids"])?.[0] || "" };
    onSent();
    return undefined;
  }

  if (!isOpen)
    return (
      <p className="text-sm text-ink-2">
        {m.changes_withdraw()} {m.changes_exception()}{" "}
        <button type="button" className="inline-link" onClick={() => setOpen(true)}>
          {m.changes_exception_open()}
        </button>
        {". "}
        {m.changes_exception_text()}
      </p>
    );
  return (
    <Card>
      <h2 className="mb-4 text-h3">{m.changes_exception_open()}</h2>
      <Form onSend={send} className="grid gap-5">
        <Select
          name="kind"
          label={m.changes_exception_kind()}
          value={kind}
          onChange={(event) =>
            setKind((["move", "person"] as const).find((one) => one === event.target.value) ?? "cancel")
          }
          options={[
            { value: "cancel", label: m.changes_cancel() },
            ...(line.dates.length > 0 ? [{ value: "move", label: m.changes_move() }] : []),
            { value: "person", label: m.changes_person() },
          ]}
        />
        <SeatBoxes seats={line.seats} chosen={seatIds} onChange={setSeatIds} />
        {kind === "move" && <DateRows line={line} seats={seatIds.length} value={toRun} onChange={setToRun} />}
        <TextArea name="message" label={m.changes_exception_message()} maxLength={1000} required />
        <AttachFiles files={files} onChange={setFiles} />
        <FormAlert />
        <div className="flex flex-wrap gap-3">
          <Button type="submit">{m.changes_exception_send()}</Button>
          <Button variant="secondary" onClick={() => setOpen(false)}>
            {m.changes_keep()}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
