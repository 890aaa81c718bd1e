-- Pages that the club edits (rules, about, help) and notices. The shipped text is version 0 and stands in the code; a row
-- is what an operator wrote, and no version is ever changed or taken away.
CREATE TABLE content_page (
  area        text NOT NULL CHECK (area IN ('rules', 'about', 'help')),
  slug        text NOT NULL,
  language    text NOT NULL,
  version     integer NOT NULL CHECK (version > 0),
  title       text NOT NULL,
  body        text NOT NULL,
  created_by  uuid NOT NULL,
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (area, slug, language, version)
);
CREATE TRIGGER content_page_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON content_page
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_edit();
REVOKE UPDATE, DELETE, TRUNCATE ON content_page FROM club_app;

-- The version that players read; without a row the shipped one.
CREATE TABLE content_live (
  area          text NOT NULL,
  slug          text NOT NULL,
  language      text NOT NULL,
  version       integer NOT NULL CHECK (version >= 0),
  published_at  timestamptz(3) NOT NULL DEFAULT club_now_ms(),
  PRIMARY KEY (area, slug, language)
);

CREATE TABLE content_notice (
  id          uuid PRIMARY KEY,
  tone        text NOT NULL CHECK (tone IN ('info', 'warning')),
  status      text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'published', 'withdrawn')),
  starts_at   timestamptz(3) NOT NULL,
  ends_at     timestamptz(3) CHECK (ends_at > starts_at),
  texts       jsonb NOT NULL,                     -- { language: { title, body } }
  version     integer NOT NULL DEFAULT 1,
  created_at  timestamptz(3) NOT NULL DEFAULT club_now_ms()
);
CREATE INDEX content_notice_live ON content_notice (starts_at) WHERE status = 'published';
