-- Who an operator is at the club's identity provider. The owner writes the address; at the first sign-in with that
-- address verified, the provider's own name of the person is kept, and from then on it alone counts: an address may be
-- given to somebody else one day, a subject never is.
CREATE TABLE operator_identity (
  operator_id  uuid PRIMARY KEY REFERENCES operator,
  email        text NOT NULL UNIQUE CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
  issuer       text CHECK (length(issuer) BETWEEN 1 AND 500),
  subject      text CHECK (length(subject) BETWEEN 1 AND 255),
  bound_at     timestamptz(3),
  CHECK ((issuer IS NULL) = (subject IS NULL) AND (subject IS NULL) = (bound_at IS NULL)),
  UNIQUE (issuer, subject)
);
