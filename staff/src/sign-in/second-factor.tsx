import { useNotify } from "../frame/notices.tsx";
import { qrPicture } from "../../../src/ui/qr-image.ts";
import { m } from "../messages.ts";
import { TooltipButton } from "../parts/tooltip-button.tsx";

/** Shows the key that sets up an authenticator app as the second factor, as a QR code and as text. */
export function SecondFactor({ uri, setupKey }: { uri: string; setupKey: string }) {
  return (
    <div className="grid items-start gap-6 max-md:justify-items-center md:grid-cols-[176px_minmax(0,1fr)]">
      <QrCode text={uri} />
      <div className="grid gap-3">
        <p>{m.staff_sign_in_scan()}</p>
        <p className="text-sm text-ink-3">{m.staff_sign_in_no_camera()}</p>
        <SetupKey value={setupKey} />
        <p>{m.staff_sign_in_type_code()}</p>
      </div>
    </div>
  );
}

function SetupKey({ value }: { value: string }) {
  const notify = useNotify();
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    notify(m.staff_common_copied());
  };
  return (
    <span className="setup-key flex items-center gap-2 rounded-control bg-sunken px-3 py-2.5 font-medium wrap-anywhere text-ink">
      <bdi className="min-w-0 flex-1">{value.replaceAll(/(.{4})/g, "$1 ").trim()}</bdi>
      <TooltipButton icon="copy" label={m.staff_sign_in_copy_key()} onClick={() => void copy()} />
    </span>
  );
}

function QrCode({ text }: { text: string }) {
  const { path, size } = qrPicture(text);
  return (
    <span className="rounded-xl border border-line bg-white p-3.5">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        width="148"
        height="148"
        role="img"
        aria-label={m.staff_sign_in_qr()}
        shapeRendering="crispEdges"
      >
        <path d={path} className="fill-palm-950" />
      </svg>
    </span>
  );
}
