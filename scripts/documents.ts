/**
 * `npm run documents`: checks the hash chain and the numbers of all tax invoices and credit notes. Exit code 3 when one
 * does not hold.
 */
import { systemContext } from "../src/context.server.ts";
import { verifyDocuments } from "../src/features/invoices/verify-documents.server.ts";
import { openServices } from "../src/services.server.ts";
import { operator, readSettings } from "./settings.ts";

process.chdir(new URL("..", import.meta.url).pathname);
const services = await openServices({ ...(await readSettings()), LOG_LEVEL: "error" }, { mayShare: true }).catch(
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
try {
  const { documents, faults } = await verifyDocuments(systemContext(services, operator()));
  for (const { number, fault } of faults) console.error(`${number}\t${fault}`);
  console.log(`${documents} documents, ${faults.length} faults.`);
  process.exitCode = faults.length > 0 ? 3 : 0;
} finally {
  await services.close();
}
