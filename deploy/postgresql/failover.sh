#!/bin/sh
# Makes this standby the primary; HAProxy finds it by itself and the site is not touched. Run it on the standby as postgres once the primary is
# gone for good: switched off, or cut off from HAProxy. Proven by test/deploy/failover.test.ts.
set -eu
# Nothing waits for a standby until there is one again (docs/operations.md).
psql -XAtq -v ON_ERROR_STOP=1 \
  -c "alter system set synchronous_standby_names = ''" \
  -c "select pg_reload_conf()" \
  -c "select case when pg_is_in_recovery() then pg_promote(true, 30) else true end"
