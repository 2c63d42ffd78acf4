#!/bin/sh
# Restores a base backup to a data directory that does not exist yet, with recovery to a point in time.
# Run it as root or as the user of PostgreSQL, then start PostgreSQL on the data directory.
# Usage: restore.sh <base backup> <folder of WAL> <data directory> [<time with time zone>]
# Without a time, all archived WAL is recovered.
set -eu
if [ $# -lt 3 ] || [ $# -gt 4 ]; then
  sed -n '2,5s/^# //p' "$0" >&2
  exit 2
fi
base=$1
wal=$2
data=$3
time=${4-}

if [ ! -e "$base/backup_label" ]; then
  echo "$base is not a base backup: it has no backup_label." >&2
  exit 1
fi
if [ -e "$data" ]; then
  echo "$data exists. Move it to another place first." >&2
  exit 1
fi
cp -a "$base" "$data"
chmod 700 "$data"
# Base backups do not need the WAL that was there: the archive has it.
rm -rf "$data/pg_wal" "$data/postmaster.pid" "$data/postmaster.opts"
mkdir -m 700 "$data/pg_wal"
{
  echo "restore_command = 'cp \"$wal/%f\" \"%p\"'"
  echo "recovery_target_action = 'promote'"
  if [ -n "$time" ]; then
    echo "recovery_target_time = '$time'"
    # Not the timeline of an earlier restore from the same archive, which lacks what followed its time.
    echo "recovery_target_timeline = 'current'"
  fi
} >> "$data/postgresql.auto.conf"
touch "$data/recovery.signal"
chown -R --reference="$base" "$data"
