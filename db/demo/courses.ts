import { accreditationReadinessCourse } from "./courses/accreditation-readiness-course.ts";
import { biostatisticsForReaders } from "./courses/biostatistics-for-readers.ts";
import { clinicalAuditStepByStep } from "./courses/clinical-audit-step-by-step.ts";
import { clinicalEducatorProgramme } from "./courses/clinical-educator-programme.ts";
import { criticalAppraisal } from "./courses/critical-appraisal.ts";
import { firstImprovementProject } from "./courses/first-improvement-project.ts";
import { goodClinicalPractice } from "./courses/good-clinical-practice.ts";
import { healthcareQualityProfessional } from "./courses/healthcare-quality-professional.ts";
import { indicatorsThatChangePractice } from "./courses/indicators-that-change-practice.ts";
import { infectionPreventionControl } from "./courses/infection-prevention-control.ts";
import { laboratoryQualityManagement } from "./courses/laboratory-quality-management.ts";
import { leadingClinicalDepartments } from "./courses/leading-clinical-departments.ts";
import { listeningToPatients } from "./courses/listening-to-patients.ts";
import { medicationSafety } from "./courses/medication-safety.ts";
import { patientSafetyEssentials } from "./courses/patient-safety-essentials.ts";
import { researchMethods } from "./courses/research-methods.ts";
import { riskRegisterPeopleUse } from "./courses/risk-register-people-use.ts";
import { rootCauseAnalysis } from "./courses/root-cause-analysis.ts";
import { safeHandover } from "./courses/safe-handover.ts";
import { simulationAndDebriefing } from "./courses/simulation-and-debriefing.ts";
import { systematicReviews } from "./courses/systematic-reviews.ts";
import { teachingAtTheBedside } from "./courses/teaching-at-the-bedside.ts";
import { workplaceBasedAssessment } from "./courses/workplace-based-assessment.ts";
import { writingAPaper } from "./courses/writing-a-paper.ts";
import type { DemoCourse } from "./types.ts";

/** Every demo course: healthcare quality first, then medical education and clinical research. */
export const demoCourses: DemoCourse[] = [
  patientSafetyEssentials,
  healthcareQualityProfessional,
  infectionPreventionControl,
  clinicalAuditStepByStep,
  firstImprovementProject,
  safeHandover,
  rootCauseAnalysis,
  medicationSafety,
  riskRegisterPeopleUse,
  indicatorsThatChangePractice,
  listeningToPatients,
  accreditationReadinessCourse,
  laboratoryQualityManagement,
  leadingClinicalDepartments,

  researchMethods,
  goodClinicalPractice,
  biostatisticsForReaders,
  criticalAppraisal,
  systematicReviews,
  writingAPaper,
  teachingAtTheBedside,
  workplaceBasedAssessment,
  simulationAndDebriefing,
  clinicalEducatorProgramme,
];
