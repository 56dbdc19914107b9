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
 * Asks for the address of a link: a page or file of this site, found by its title, another site, an email address or a
 * phone number. An empty address removes the link. A broken address of this site is refused.
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
  const searchText = useDeferredValue(text.trim());
  const { data } = useQuery({
    queryKey: ["link-targets", searchText],
    queryFn: ({ signal }) => findTargets(searchText, signal),
    enabled: searchText !== "" && searchText !== address,
    placeholderData: keepPreviousData,
  });
  const choose = (newAddress: string) => {
    onClose();
    onChoose(newAddress);
  };
  const submit = async () => {
    // An address that was copied from the browser's address bar is a page of this site, too.
    const typedText = text.trim();
    const { origin } = location;
    const newAddress = typedText.startsWith(`${origin}/`) ? typedText.slice(origin.length) : typedText;
    if (newAddress !== "" && !isAllowed(newAddress)) return setError(m.staff_editor_link_wrong());
    if (!newAddress.startsWith("/")) return choose(newAddress);
    setIsChecking(true);
    setProblem(null);
    try {
      if ((await findTargets(newAddress)).exists) choose(newAddress);
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
      title={m.staff_editor_tools_link()}
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
        items={searchText === "" ? [] : (data?.data ?? [])}
        getKey={({ path }) => path}
        getText={({ path }) => path}
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
        onText={(value) => {
          setText(value);
          setError(undefined);
        }}
        allowsFreeText
        isServerFiltered
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
