#!/bin/sh
# The archive_command of postgresql.conf. Copies a WAL segment to a folder, and never replaces another one.
# Usage: archive-wal.sh <folder> <path of the segment> <name of the segment>
set -eu
folder=$1
segment=$2
name=$3

# After a crash, PostgreSQL may archive the same segment again.
if [ -e "$folder/$name" ]; then
  cmp "$segment" "$folder/$name"
  exit
fi
cp "$segment" "$folder/.$name.partial"
sync "$folder/.$name.partial"
mv "$folder/.$name.partial" "$folder/$name"
sync "$folder"
