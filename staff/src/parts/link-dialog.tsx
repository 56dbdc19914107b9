import { useDeferredValue, useState } from "react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { callStaff, StaffApiError } from "../api.ts";
import type { StaffReply } from "../api-types.ts";
import { m } from "../messages.ts";
import { ComboBox } from "./combo-box.tsx";
import { Dialog } from "./dialog.tsx";
import { useFormats } from "./formats.ts";
import { Problem } from "./problem.tsx";
import { Button } from "../../../src/ui/button.tsx";

type Target = StaffReply<"GET /api/staff/link-targets">["data"][number];

const findTargets = (q: string, signal?: AbortSignal) => callStaff("GET /api/staff/link-targets", { q }, signal);

/**
 * Asks for the address of a link: a page or file of this site found by title, another site, an email address or a phone
 * number. An empty address removes the link. A broken address of this site is refused.
 */
export function LinkDialog({
  address,
  isAllowed,
  onClose,
  onChoose,
}: {
  address: string;
  isAllowed(address: string): boolean;
  onClose(): void;
  onChoose(address: string): void;
}) {
  const { localized } = useFormats();
  const [text, setText] = useState(address);
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const q = useDeferredValue(text.trim());
  const { data } = useQuery({
    queryKey: ["link-targets", q],
    queryFn: ({ signal }) => findTargets(q, signal),
    enabled: q !== "" && q !== address,
    placeholderData: keepPreviousData,
  });
  const choose = (chosen: string) => {
    onClose();
    onChoose(chosen);
  };
  const submit = async () => {
    const chosen = text.trim();
    if (chosen !== "" && !isAllowed(chosen)) return setError(m.staff_editor_link_wrong());
    if (!chosen.startsWith("/")) return choose(chosen);
    setIsChecking(true);
    setProblem(null);
    try {
      if ((await findTargets(chosen)).exists) choose(chosen);
      else setError(m.staff_editor_link_nowhere());
    } catch (failure) {
      if (!(failure instanceof StaffApiError)) throw failure;
      setProblem(failure.message);
    } finally {
      setIsChecking(false);
    }
  };
  return (
    <Dialog
      title={m.staff_editor_link_title()}
      onClose={onClose}
      size="sm"
      onSubmit={() => void submit()}
      actions={
        <>
          {address && (
            <Button variant="secondary" onClick={() => choose("")}>
              {m.staff_editor_link_remove()}
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            {m.staff_common_action_cancel()}
          </Button>
          <Button type="submit" variant="primary" isPending={isChecking}>
            {m.staff_editor_link_use()}
          </Button>
        </>
      }
    >
      <ComboBox<Target>
        label={m.staff_editor_link_address()}
        items={q === "" ? [] : (data?.data ?? [])}
        keyOf={({ path }) => path}
        textOf={({ path }) => path}
        renderItem={({ kind, path, title_eng, title_ar }) => (
          <>
            <span className="block truncate">
              <bdi>{localized(title_eng, title_ar)}</bdi>
            </span>
            <span className="block truncate text-sm text-ink-3">
              {m[`staff_editor_link_kinds_${kind}`]()} · <bdi dir="ltr">{path}</bdi>
            </span>
          </>
        )}
        value={null}
        onChange={(target) => target && setText(target.path)}
        text={text}
        onText={(words) => {
          setText(words);
          setError(undefined);
        }}
        allowsOwnText
        isSearched
        emptyText={m.staff_editor_link_none()}
        error={error}
        hint={error ? undefined : m.staff_editor_link_hint()}
        autoFocus
        maxLength={300}
      />
      <Problem>{problem}</Problem>
    </Dialog>
  );
}
