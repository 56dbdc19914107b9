/** What the films show, told in words; they have no sound. Times in seconds. */
export interface Cue {
  from: number;
  to: number;
  en: string;
  ar: string;
}

export const captions: Record<string, readonly Cue[]> = {
  radar: [
    {
      from: 0,
      to: 3,
      en: "[No sound] A radar beam turns over a pattern of stars.",
      ar: "[بلا صوت] شعاع رادار يدور فوق نقش من النجوم.",
    },
    {
      from: 3,
      to: 6,
      en: "First turn: wherever the beam passes, a reported incident lights up.",
      ar: "الدورة الأولى: حيثما مرّ الشعاع أضاءت حادثة مُبلَّغ عنها.",
    },
    {
      from: 6,
      to: 9,
      en: "Second turn: a line runs from each incident to the centre.",
      ar: "الدورة الثانية: يمتدّ خط من كل حادثة إلى المركز.",
    },
    { from: 9, to: 12, en: "Each one now has someone who takes care of it.", ar: "صار لكل حادثة من يتولّى متابعتها." },
    {
      from: 12,
      to: 15,
      en: "Third turn: the incidents close and become quiet stars.",
      ar: "الدورة الثالثة: تُغلق الحوادث وتصير نجومًا هادئة.",
    },
    {
      from: 15,
      to: 18,
      en: "The screen is calm again, and the beam keeps turning.",
      ar: "تهدأ الشاشة من جديد، ويواصل الشعاع دورانه.",
    },
  ],
  "digital-health": [
    {
      from: 0,
      to: 2.6,
      en: "[No sound] A star opens in the middle: one record.",
      ar: "[بلا صوت] تتفتّح نجمة في الوسط: سجل واحد.",
    },
    {
      from: 2.6,
      to: 5.6,
      en: "The ward’s beds, the laboratory’s samples and the pharmacy’s list are joined to it.",
      ar: "تتصل به أسرّة القسم وعيّنات المختبر وقائمة الصيدلية.",
    },
    {
      from: 5.6,
      to: 8.6,
      en: "What is entered once travels to the patient’s trace and to the indicators.",
      ar: "ما يُدخَل مرة واحدة ينتقل إلى تخطيط قلب المريض وإلى المؤشرات.",
    },
    {
      from: 8.6,
      to: 11.6,
      en: "A bed is free, a task is ticked, a result is outside its limits.",
      ar: "سرير يخلو، ومهمة تُنجَز، ونتيجة تخرج عن حدودها.",
    },
    {
      from: 11.6,
      to: 14.6,
      en: "One indicator stands above its limit and is marked; the team acts.",
      ar: "يقف مؤشر فوق حدّه وقد عُلِّم، فيتحرّك الفريق.",
    },
    {
      from: 14.6,
      to: 18,
      en: "The column falls below the limit, and the next step is clear.",
      ar: "ينخفض العمود دون الحد، وتتضح الخطوة التالية.",
    },
  ],
  fellowship: [
    {
      from: 0,
      to: 2.4,
      en: "[No sound] Sixteen points appear and join into a ring: the year.",
      ar: "[بلا صوت] تظهر ست عشرة نقطة وتلتقي في حلقة: هي السنة.",
    },
    {
      from: 2.4,
      to: 5.4,
      en: "Short lines join neighbours: fellows begin in their own hospital.",
      ar: "خطوط قصيرة تصل المتجاورات: يبدأ المشاركون من مستشفياتهم.",
    },
    {
      from: 5.4,
      to: 8.6,
      en: "Longer lines reach further: work with a mentor, week after week.",
      ar: "خطوط أطول تصل إلى أبعد: عمل مع مرشد أسبوعًا بعد أسبوع.",
    },
    {
      from: 8.6,
      to: 11.8,
      en: "The last lines cross the ring and leave a space in the middle.",
      ar: "تعبر الخطوط الأخيرة الحلقة وتترك فراغًا في الوسط.",
    },
    {
      from: 11.8,
      to: 14.4,
      en: "A golden star opens there: the improvement each fellow presents.",
      ar: "تتفتّح فيه نجمة ذهبية: التحسين الذي يعرضه كل مشارك.",
    },
    { from: 14.4, to: 18, en: "Its light passes to the stars around it.", ar: "وينتقل ضوؤها إلى النجوم من حولها." },
  ],
};

const clock = (seconds: number): string => `00:${new Date(seconds * 1000).toISOString().slice(14, 23)}`;

/**
 * A WebVTT file of one language. With a `line` of its own a caption stands there at once; else browsers show it at the
 * top and move it down.
 */
export const webVtt = (cues: readonly Cue[], locale: "en" | "ar"): string =>
  `WEBVTT\n\n${cues.map((cue) => `${clock(cue.from)} --> ${clock(cue.to)} line:76%\n${cue[locale]}\n`).join("\n")}`;
