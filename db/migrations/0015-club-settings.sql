-- Ways to top up have settings of their own. A club that had turned the sandbox card on keeps it; the versions of the
-- old row stay, as everything does that the club has ever set.
INSERT INTO setting (name, version, value, changed_by)
SELECT 'top_up.sandbox_card', 1, jsonb_build_object('is_open', true), s.changed_by
FROM setting s
WHERE s.name = 'sandbox_card' AND s.value = 'true'
  AND s.version = (SELECT max(n.version) FROM setting n WHERE n.name = 'sandbox_card')
ON CONFLICT DO NOTHING;
