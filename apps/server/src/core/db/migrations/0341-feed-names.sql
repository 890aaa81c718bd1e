-- What the feed called the sides when the club last believed it, as they stood in the file. Other names under the same
-- event may be another match: its prices are not taken before a person has looked. Null: the next file says it.
ALTER TABLE sport_event ADD COLUMN fed_home text, ADD COLUMN fed_away text;
