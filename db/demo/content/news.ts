import { anIndicatorSomebodyActsOn } from "./news/an-indicator-somebody-acts-on.ts";
import { choosingYourTrainingDays } from "./news/choosing-your-training-days.ts";
import { everyNearMiss } from "./news/every-near-miss.ts";
import { feedbackInFiveMinutes } from "./news/feedback-in-five-minutes.ts";
import { fiveQuestionsBeforeASurvey } from "./news/five-questions-before-a-survey.ts";
import { handoverInFiveSentences } from "./news/handover-in-five-sentences.ts";
import { highAlertDrugsAtNight } from "./news/high-alert-drugs-at-night.ts";
import { howABedRequestTravels } from "./news/how-a-bed-request-travels.ts";
import { howCmeHoursAreCounted } from "./news/how-cme-hours-are-counted.ts";
import { infectionControlWorkshopNotes } from "./news/infection-control-workshop-notes.ts";
import { instructionsPatientsCanFollow } from "./news/instructions-patients-can-follow.ts";
import { laboratorySystemFirstMonth } from "./news/laboratory-system-first-month.ts";
import { preparingForARootCauseAnalysis } from "./news/preparing-for-a-root-cause-analysis.ts";
import { readingAStudyInTenMinutes } from "./news/reading-a-study-in-ten-minutes.ts";
import { researchHoursForClinicians } from "./news/research-hours-for-clinicians.ts";
import { whatChangedInTheCatalogue } from "./news/what-changed-in-the-catalogue.ts";
import type { DemoNews } from "./types.ts";

/** The demo stories, newest first; palettes are dealt so that neighbours in a row or a column of three differ. */
export const demoNews: DemoNews[] = [
  whatChangedInTheCatalogue,
  everyNearMiss,
  choosingYourTrainingDays,
  howCmeHoursAreCounted,
  laboratorySystemFirstMonth,
  preparingForARootCauseAnalysis,
  fiveQuestionsBeforeASurvey,
  infectionControlWorkshopNotes,
  howABedRequestTravels,
  researchHoursForClinicians,
  handoverInFiveSentences,
  anIndicatorSomebodyActsOn,
  highAlertDrugsAtNight,
  instructionsPatientsCanFollow,
  feedbackInFiveMinutes,
  readingAStudyInTenMinutes,
];
