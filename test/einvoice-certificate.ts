/**
 * Creates a key with a certificate like those that the authority issues. openssl makes both; the site's `stampKey` only
 * reads them.
 */
import { execFileSync } from "node:child_process";
import { createPrivateKey, X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stampKey, type StampKey } from "#features/invoices/einvoices/stamp.ts";

export function openSslStampKey(): StampKey {
  const folder = mkdtempSync(join(tmpdir(), "nama-stamp-"));
  try {
    const openssl = (...args: string[]) =>
      execFileSync("openssl", args, { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
    openssl("ecparam", "-name", "secp256k1", "-genkey", "-noout", "-out", "ca.pem");
    openssl(
      "req",
      "-x509",
      "-new",
      "-key",
      "ca.pem",
      "-subj",
      "/DC=local/DC=gov/DC=extgazt/CN=Sub CA",
      "-out",
      "ca.crt",
      "-days",
      "30",
    );
    openssl("ecparam", "-name", "secp256k1", "-genkey", "-noout", "-out", "unit.pem");
    openssl("req", "-new", "-key", "unit.pem", "-subj", "/C=SA/OU=Riyadh/O=Nama/CN=EGS1", "-out", "unit.csr");
    openssl(
      "x509",
      "-req",
      "-in",
      "unit.csr",
      "-CA",
      "ca.crt",
      "-CAkey",
      "ca.pem",
      "-CAcreateserial",
      "-days",
      "30",
      "-out",
      "unit.crt",
    );
    const certificate = new X509Certificate(openssl("x509", "-in", "unit.crt"));
    return stampKey(createPrivateKey(openssl("pkey", "-in", "unit.pem")), certificate.raw.toString("base64"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
