-- CreateTable
CREATE TABLE "earlier_style" (
    "qr_code_id" UUID NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "settings" JSONB NOT NULL,
    "kept_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "earlier_style_pkey" PRIMARY KEY ("qr_code_id")
);

-- CreateIndex
CREATE INDEX "earlier_style_kept_until_idx" ON "earlier_style"("kept_until");

-- AddForeignKey
ALTER TABLE "earlier_style" ADD CONSTRAINT "earlier_style_qr_code_id_fkey" FOREIGN KEY ("qr_code_id") REFERENCES "qr_code"("id") ON DELETE CASCADE ON UPDATE CASCADE;
