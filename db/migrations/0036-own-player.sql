-- An owner says which player account is an operator's own: its money is decided by somebody else.
GRANT UPDATE (player_id) ON operator TO club_app;
