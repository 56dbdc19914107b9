import { useNotify } from "../frame/notices.tsx";
import { m } from "../messages.ts";
import { buildBccLink } from "./mail-links.ts";
import { Button } from "../../../src/ui/button.tsx";
import { LinkButton } from "../../../src/ui/link-button.tsx";

/** A button that copies the addresses of everyone on a list, and a link to email them unless it would be too long. */
export function ContactEveryone({ emails }: { emails: readonly string[] }) {
  const notify = useNotify();
  if (emails.length === 0) return null;
  const link = buildBccLink(emails);
  const copy = async () => {
    await navigator.clipboard.writeText(emails.join(", "));
    notify(m.staff_waiting_addresses_copied(), { type: "success" });
  };
  return (
    <>
      <Button variant="secondary" icon="copy" onClick={() => void copy()}>
        {m.staff_waiting_copy_addresses()}
      </Button>
      {link && (
        <LinkButton variant="secondary" icon="mail" href={link}>
          {m.staff_waiting_write_to_all()}
        </LinkButton>
      )}
    </>
  );
}
