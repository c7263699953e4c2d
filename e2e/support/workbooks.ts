import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

/** The files of a ZIP by path. */
export type Parts = Record<string, string | Buffer>;

export async function zip(parts: Parts): Promise<Uint8Array<ArrayBuffer>> {
  const file = new ZipFile();
  for (const [path, content] of Object.entries(parts)) file.addBuffer(Buffer.from(content), path);
  file.end();
  return new Uint8Array(await buffer(file.outputStream as unknown as NodeJS.ReadableStream));
}

const head = '<?xml version="1.0" encoding="UTF-8"?>';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** The files of a workbook as Excel writes them; `rows` is what stands in `sheetData`. */
export function partsOf(sheets: Record<string, string>, shared: readonly string[] = []): Parts {
  const names = Object.keys(sheets);
  const list = (write: (name: string, at: number) => string) =>
    names.map((name, at) => write(name, at + 1)).join("");
  return {
    "[Content_Types].xml": `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "xl/workbook.xml": `${head}<workbook ${main} xmlns:r="${relations}"><sheets>${list((name, at) => `<sheet name="${name}" sheetId="${at}" r:id="rId${at}"/>`)}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list((_, at) => `<Relationship Id="rId${at}" Type="${relations}/worksheet" Target="worksheets/sheet${at}.xml"/>`)}<Relationship Id="rId90" Type="${relations}/styles" Target="styles.xml"/><Relationship Id="rId91" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    "xl/styles.xml": `${head}<styleSheet ${main}><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
    "xl/sharedStrings.xml": `${head}<sst ${main}>${shared.map((text) => `<si><t>${text}</t></si>`).join("")}</sst>`,
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `${head}<worksheet ${main}><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ]),
    ),
  };
}

export const textCell = (at: string, value: string) =>
  `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;

/** A workbook of one sheet with these rows of text. */
export function writeWorkbook(rows: readonly (readonly string[])[]): Promise<Uint8Array> {
  const cells = rows.map((row, at) => {
    const filled = row.map((value, column) =>
      textCell(`${String.fromCharCode(65 + column)}${at + 1}`, value),
    );
    return `<row r="${at + 1}">${filled.join("")}</row>`;
  });
  return zip(partsOf({ Codes: cells.join(""), Notes: "" }));
}
