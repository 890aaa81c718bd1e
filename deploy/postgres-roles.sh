#!/bin/sh
# Run once by the image of PostgreSQL, when its folder is empty: both roles of the club and its database.
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$(cat /run/secrets/owner)" -v app="$(cat /run/secrets/app)" <<'SQL'
CREATE ROLE club_owner LOGIN PASSWORD :'owner';
CREATE ROLE club_app LOGIN PASSWORD :'app';
CREATE DATABASE club OWNER club_owner;
SQL
