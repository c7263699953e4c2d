-- Apart from the change of the table, whose lock would keep short URLs waiting.
UPDATE "qr_code" SET search_name = fold_text(name), search_content = fold_text(content) WHERE search_name IS NULL;
