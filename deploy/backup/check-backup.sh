#!/bin/sh
# Checks the pgBackRest backup of the stanza parley by a restore to a scratch folder: it starts PostgreSQL on the
# copy without a network, checks every row against its indexes and prints the age of the newest data.
# Run it as the user postgres. Exits with 1 and a reason if the backup could not be used.
# Usage: check-backup.sh <scratch folder> <folder of the binaries of PostgreSQL> [<database>]
set -eu
if [ $# -lt 2 ] || [ $# -gt 3 ]; then
  sed -n '2,5s/^# //p' "$0" >&2
  exit 2
fi
scratch=$1
bin=$2
database=${3-parley}
# Seconds. The newest archived change must not be older.
max_age=${MAX_AGE_SECONDS-3600}

if [ -e "$scratch" ]; then
  echo "$scratch exists. Remove it first: an earlier check may have been killed." >&2
  exit 1
fi
stop() {
  if [ -e "$scratch/data/postmaster.pid" ]; then "$bin/pg_ctl" stop -D "$scratch/data" -m immediate -s || true; fi
  rm -rf "$scratch"
}
trap stop EXIT
trap 'exit 1' INT TERM
mkdir -m 700 "$scratch" "$scratch/data"

pgbackrest --stanza=parley check
pgbackrest --stanza=parley --pg1-path="$scratch/data" --archive-mode=off restore
# On Debian, the configuration files are not in the data directory.
printf 'local all all peer\n' > "$scratch/hba.conf"
: > "$scratch/ident.conf"
: >> "$scratch/data/postgresql.conf"
# Without hot_standby, no connection is accepted before the recovery has ended.
"$bin/pg_ctl" start -D "$scratch/data" -s -w -t 86400 -l "$scratch/postgres.log" -o "\
  -c listen_addresses='' -c unix_socket_directories=$scratch -c port=5432 -c ssl=off \
  -c hba_file=$scratch/hba.conf -c ident_file=$scratch/ident.conf -c data_directory=$scratch/data \
  -c external_pid_file='' -c logging_collector=off -c hot_standby=off" \
  || { cat "$scratch/postgres.log" >&2; exit 1; }
query() { psql -XAtq -v ON_ERROR_STOP=1 -h "$scratch" -p 5432 -d "$database" -c "$1"; }

until query 'SELECT' 2> /dev/null; do
  "$bin/pg_ctl" status -D "$scratch/data" > /dev/null || { cat "$scratch/postgres.log" >&2; exit 1; }
  sleep 1
done
# Reads every row and index. Pages with a wrong checksum fail.
query 'CREATE EXTENSION IF NOT EXISTS amcheck'
query "SELECT count(bt_index_check(c.oid, true)) FROM pg_class c JOIN pg_am a ON a.oid = c.relam
  WHERE c.relkind = 'i' AND a.amname = 'btree' AND c.relnamespace = 'public'::regnamespace" > "$scratch/indexes"
age=$(query 'SELECT extract(epoch FROM now() - pg_last_xact_replay_timestamp())::bigint')
sessions=$(query 'SELECT count(*) FROM proxy_session')
echo "restored: $(cat "$scratch/indexes") indexes checked, $sessions sessions, newest change ${age:-unknown} s ago"
if [ "${age:-$((max_age + 1))}" -gt "$max_age" ]; then
  echo "The newest change is older than $max_age s: the archive is late, or nothing was written." >&2
  exit 1
fi
