-- Codes are counted per address of whoever asked, too (promise S12): a keyed hash, forgotten with the code.
ALTER TABLE verification ADD COLUMN address_hash bytea;
CREATE INDEX verification_address ON verification (address_hash, created_at) WHERE address_hash IS NOT NULL;
