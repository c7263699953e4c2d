-- compose.yaml's PostgreSQL runs this once, before it listens to anybody: Quietzone has a role and a database of its own.
-- The role is no superuser: who takes the service over has its rows, not the machine's files or another database.
\getenv password POSTGRES_PASSWORD
CREATE ROLE quietzone LOGIN PASSWORD :'password';
CREATE DATABASE quietzone OWNER quietzone;
REVOKE CONNECT ON DATABASE quietzone FROM PUBLIC;
-- The superuser was made with the same password. From here on it comes in from inside the container alone, without one.
ALTER ROLE CURRENT_USER PASSWORD NULL;
