#!/bin/sh
# base-backup.sh <folder> <wal folder> [<keep>]: a base backup for point-in-time recovery, as postgres, while the server runs. Keeps the newest 3 or
# <keep>, and the log that they need. Proven by test/deploy/point-in-time.test.ts.
set -eu
# The timer runs on both machines; the primary makes it.
[ "$(psql -XAtd postgres -c 'select pg_is_in_recovery()')" = f ] || exit 0
folder=$1 wal=$2 keep=${3:-3}
name=$folder/base-$(date -u +%Y-%m-%dT%H-%M-%SZ)
umask 077
trap 'rm -rf "$name.unfinished"' EXIT
pg_basebackup --pgdata="$name.unfinished" --checkpoint=fast --wal-method=fetch
mv "$name.unfinished" "$name"
ls -d "$folder"/base-*Z | head -n -"$keep" | while read -r old; do rm -rf "$old"; done
oldest=$(ls -d "$folder"/base-*Z | head -n 1)
# The piece of the log with which the oldest one begins.
pg_archivecleanup "$wal" "$(sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p' "$oldest/backup_label")"
