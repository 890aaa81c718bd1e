-- Once, on the primary, as whoever may make roles and databases (no superuser is needed):
--   psql -v owner=... -v app=... -f roles.sql
CREATE ROLE club_owner LOGIN PASSWORD :'owner' CONNECTION LIMIT 20;
CREATE ROLE club_app LOGIN PASSWORD :'app';
-- On PostgreSQL 16 and newer whoever is no superuser takes the right to make a database for another role.
GRANT club_owner TO CURRENT_USER;
CREATE DATABASE club OWNER club_owner;
REVOKE ALL ON DATABASE club FROM PUBLIC;
GRANT CONNECT ON DATABASE club TO club_app;
