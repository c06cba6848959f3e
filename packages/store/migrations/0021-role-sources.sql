-- Where an account's role comes from, for the admin's screen and for sign-in: a role that ADMIN_EMAILS gave ends with the
-- setting, one that an admin took is not given back by it. When it was given is `role_changed_at`.

ALTER TABLE account
  -- 'setting': ADMIN_EMAILS; 'admin': another admin (`role_given_by`); 'profile': a realtor's profile was created. Null: the
  -- role of a new account, or one that was changed before this was recorded.
  ADD COLUMN role_source text CHECK (role_source IN ('setting', 'admin', 'profile')),
  ADD COLUMN role_given_by text,
  -- When an admin took the role of an admin from this account; null again when an admin gives it back.
  ADD COLUMN admin_taken_at timestamptz;

-- What the audit log still knows of roles that were given before.
UPDATE account a SET
  role_source = CASE WHEN l.action = 'account.set_role' THEN 'setting' ELSE 'admin' END,
  role_given_by = l.actor_id
FROM (
  SELECT DISTINCT ON (subject) subject, action, actor_id, coalesce(facts ->> 'to', facts ->> 'role') AS role
  FROM audit_log WHERE action IN ('account.set_role', 'user.change_role') ORDER BY subject, audit_id DESC
) l
WHERE l.subject = a.user_id AND l.role = a.role;

UPDATE account a SET admin_taken_at = l.at
FROM (
  SELECT DISTINCT ON (subject) subject, at, facts ->> 'from' AS taken
  FROM audit_log
  WHERE action IN ('account.set_role', 'user.change_role')
    AND 'admin' IN (facts ->> 'from', facts ->> 'to', facts ->> 'role')
  ORDER BY subject, audit_id DESC
) l
WHERE l.subject = a.user_id AND l.taken = 'admin' AND a.role <> 'admin';
