import { Label } from "#i18n/label.tsx";
import { useLocale } from "#i18n/link.tsx";
import { m } from "#messages";
import { Button } from "#ui/button.tsx";
import { LinkButton } from "#ui/link-button.tsx";

/**
 * Classes for parts that only one kind of visitor sees. `data-session` is set before the first paint, so nothing
 * flashes.
 */
export const signedOutOnly = "[html[data-session=in]_&]:hidden";
export const signedInOnly = "hidden [html[data-session=in]_&]:block";

export function SignedIn({ to }: { to: string }) {
  const locale = useLocale();
  const leave = async () => {
    const { logOut } = await import("../log-out.ts");
    await logOut(locale);
  };
  return (
    <div className="flex flex-wrap gap-3">
      <LinkButton to={to}>{m.accounts_signed_in_go()}</LinkButton>
      <Button variant="secondary" onClick={() => void leave()}>
        <Label name="logout" />
      </Button>
    </div>
  );
}
