-- CreateTable
CREATE TABLE "saved_view" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "page" VARCHAR(16) NOT NULL,
    "name" VARCHAR(60) NOT NULL,
    "query" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "saved_view_user_id_page_idx" ON "saved_view"("user_id", "page");

-- AddForeignKey
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
