#!/bin/sh
# recover.sh <base backup> <wal folder> <time, such as '2026-11-23 08:19:16+00'> <data folder>: prepares a server as it was at that time, as postgres.
# Start PostgreSQL on the data folder afterwards: it replays the log up to the time and then takes writes, waiting for no standby. Proven by
# test/deploy/point-in-time.test.ts.
set -eu
base=$1 wal=$2 time=$3 data=$4
if [ -e "$data" ] && [ -n "$(ls -A "$data")" ]; then
  echo "$data is not empty. Move it away first." >&2
  exit 1
fi
mkdir -p "$data"
cp -a "$base/." "$data"
chmod 700 "$data"
cat >>"$data/postgresql.auto.conf" <<END
restore_command = 'cp $wal/%f %p'
recovery_target_time = '$time'
recovery_target_action = 'promote'
synchronous_standby_names = ''
END
touch "$data/recovery.signal"
