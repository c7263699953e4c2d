-- On its domain a code with a slug opens by its generated code, too, without a row: that path is closed like the others.
CREATE OR REPLACE FUNCTION disown_short_url_paths() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.domain_id IS NOT NULL THEN
    INSERT INTO short_url_path (key, path, domain_id, qr_code_id)
    VALUES (OLD.domain_id || '/' || lower(OLD.short_code), OLD.short_code, OLD.domain_id, OLD.id)
    ON CONFLICT (key) DO NOTHING;
  END IF;
  UPDATE short_url_path SET account_id = NULL WHERE qr_code_id = OLD.id;
  RETURN OLD;
END
$$;
