/** For code that places pictures on pages of its own documents; loads the PDF library. */
export { collectPdf, drawOnPdf } from "../draw/pdf";
