-- The state of each licence that a contact was sent to before 0015: as the register has it, else where the home stands, for who
-- lists or advertises it: they have a licence of there. One statement over the contacts that have none, which locks no more
-- than their rows.
UPDATE contact c SET recipient_license_state = found.state
  FROM (
    SELECT o.contact_id, coalesce(r.license_state, a.license_state,
        CASE WHEN o.recipient_role IN ('listing_agent', 'advertising_broker')
          THEN upper(substring(o.home_path from '^/([a-z]{2})/')) END) AS state
      FROM contact o
      LEFT JOIN realtor r ON r.realtor_id = o.realtor_id AND r.license_number = o.recipient_license
      LEFT JOIN agent a ON a.agent_id = o.agent_id AND a.license_number = o.recipient_license
      WHERE o.recipient_license IS NOT NULL AND o.recipient_license_state IS NULL
  ) found
  WHERE found.contact_id = c.contact_id AND found.state IS NOT NULL;
