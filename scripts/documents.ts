/**
 * `npm run documents`: checks the hash chain, the numbers and the sums of all tax invoices and credit notes. Exit code 3
 * when it finds a fault.
 */
import { verifyDocuments } from "../src/features/invoices/verify-documents.server.ts";
import { runCommand } from "./run-command.ts";

process.chdir(new URL("..", import.meta.url).pathname);
await runCommand(async (ctx) => {
  const { documents, faults } = await verifyDocuments(ctx);
  for (const { number, fault } of faults) console.error(`${number}\t${fault}`);
  console.log(`${documents} documents, ${faults.length} faults.`);
  process.exitCode = faults.length > 0 ? 3 : 0;
});
