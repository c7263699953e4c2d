/** For whoever lays pictures on pages of a document of its own; loads the PDF library. */
export { collectPdf, drawOnPdf } from "../draw/pdf";
