-- Since when the books have been off by a cent or more; settling waits until they balance again (promise P21).
ALTER TABLE club ADD COLUMN books_off_at timestamptz(3);
