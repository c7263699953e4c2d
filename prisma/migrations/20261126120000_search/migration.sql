-- AlterTable
ALTER TABLE "qr_code" ADD COLUMN     "search_content" TEXT,
ADD COLUMN     "search_name" TEXT;

-- Numbers by value: "Table 2" before "Table 10". Otherwise the root collation, whatever the database's own locale.
CREATE COLLATION "natural_order" (provider = icu, locale = 'und-u-kn-true');

-- Text as a search compares it: with Unicode full case folding, without the marks of Latin, Greek and Cyrillic letters, in NFC.
-- The way over lower, upper and lower is full case folding but for ς, and for ı, which counts as i.
CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN normalize(regexp_replace(
  normalize(translate(lower(upper(lower(value COLLATE "und-x-icu"))), 'ς', 'σ'), NFD),
  U&'([a-z\00DF-\024F\0250-\02AF\0370-\03FF\0400-\052F\1C80-\1C8A\1D00-\1DBF\1E00-\1FFF\2C60-\2C7F\A640-\A69F\A720-\A7FF\AB30-\AB64])[\0300-\036F\0483-\0489\1AB0-\1AFF\1DC0-\1DFF\20D0-\20F0\FE20-\FE2F]+',
  '\1', 'g'), NFC);

CREATE FUNCTION fold_code() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_name := fold_text(NEW.name);
  NEW.search_content := fold_text(NEW.content);
  RETURN NEW;
END
$$;

CREATE TRIGGER fold_code_written
  BEFORE INSERT OR UPDATE OF name, content ON "qr_code"
  FOR EACH ROW EXECUTE FUNCTION fold_code();
