import { m } from "#messages";
import { Badge, type Tone } from "#ui/badge.tsx";
import { ProductScreen } from "../digital/product-screen.tsx";

const lessons: { title: () => string; done: string; tone: Tone; state: () => string }[] = [
  { title: m.site_learning_screen_hygiene, done: "w-full", tone: "success", state: m.site_learning_screen_done },
  { title: m.site_learning_screen_medication, done: "w-[70%]", tone: "info", state: m.site_learning_screen_progress },
  { title: m.site_learning_screen_incident, done: "w-0", tone: "warning", state: m.site_learning_screen_due },
  { title: m.site_learning_screen_line, done: "w-0", tone: "muted", state: m.site_learning_screen_upcoming },
];

export function PathScreen() {
  return (
    <ProductScreen
      label={m.site_learning_screen_path()}
      title={m.site_learning_screen_my()}
      note={m.site_learning_screen_who()}
      ground="bg-sunken"
    >
      {lessons.map(({ title, done, tone, state }) => (
        <div
          key={title()}
          className="flex items-center justify-between gap-4 px-4 py-[.8rem] md:px-[1.35rem] not-last:border-b not-last:border-line"
        >
          <div className="grid min-w-0 flex-1 gap-[.45rem] text-sm font-medium">
            {title()}
            <span className="block h-[5px] max-w-52 overflow-hidden rounded-full bg-line">
              <span className={`block h-full rounded-full bg-primary ${done}`} />
            </span>
          </div>
          <Badge tone={tone} className="ltr:text-[.72rem]!">
            {state()}
          </Badge>
        </div>
      ))}
    </ProductScreen>
  );
}
