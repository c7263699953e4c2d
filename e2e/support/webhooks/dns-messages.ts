import { isIPv6 } from "node:net";

/** Just enough of RFC 1035 for a stub: one question in, records out. */

const recordTypes = { A: 1, CNAME: 5, TXT: 16, AAAA: 28 } as const;
export const responseCodes = { NOERROR: 0, FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;

export interface Question {
  id: number;
  /** In lower case, without a dot at its end. */
  name: string;
  /** `A`, `AAAA`, or the number of another type. */
  type: string;
  /** The question's bytes, to be repeated. */
  bytes: Buffer;
}

export interface DnsRecord {
  type: keyof typeof recordTypes;
  /** Left out: the name that was asked for. */
  name?: string | undefined;
  /** An address, the name that a CNAME leads to, or a text in ASCII. */
  value: string;
  ttl?: number | undefined;
}

export function readQuestion(message: Buffer): Question {
  const labels: string[] = [];
  let at = 12;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const number = message.readUInt16BE(at + 1);
  const type = Object.entries(recordTypes).find(([, value]) => value === number)?.[0] ?? String(number);
  return {
    id: message.readUInt16BE(0),
    name: labels.join(".").toLowerCase(),
    type,
    bytes: message.subarray(12, at + 5),
  };
}

function writeName(name: string): Buffer {
  const labels = name.replace(/\.$/, "").split(".");
  return Buffer.concat([
    ...labels.map((label) => Buffer.concat([Buffer.of(label.length), Buffer.from(label, "latin1")])),
    Buffer.of(0),
  ]);
}

/** The eight groups of an IPv6 address, written in any way without a dotted tail. */
function writeAddress(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split(".").map(Number));
  const halves = address.split("::").map((half) => half.split(":").filter((group) => group !== ""));
  const [head = [], tail = []] = halves;
  const zeros = Array<string>(8 - head.length - tail.length).fill("0");
  const groups = [...head, ...(halves.length > 1 ? zeros : []), ...tail];
  return Buffer.concat(
    groups.map((group) => {
      const value = Number.parseInt(group, 16);
      return Buffer.of(value >> 8, value & 0xff);
    }),
  );
}

/** A text in parts of at most `partLength` bytes, each behind its length. */
function writeText(text: string, partLength: number): Buffer {
  const parts = text.match(new RegExp(`.{1,${partLength}}`, "g")) ?? [""];
  return Buffer.concat(parts.flatMap((part) => [Buffer.of(part.length), Buffer.from(part, "latin1")]));
}

/** Short, so that every text is one of several parts. */
const partLength = 20;

const writers = {
  A: writeAddress,
  AAAA: writeAddress,
  CNAME: writeName,
  TXT: (text: string) => writeText(text, partLength),
};

function writeRecord({ type, name, value, ttl = 0 }: DnsRecord): Buffer {
  const data = writers[type](value);
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(recordTypes[type], 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(ttl, 4);
  fixed.writeUInt16BE(data.length, 8);
  // A pointer to the question's name where the record names none of its own.
  return Buffer.concat([name === undefined ? Buffer.of(0xc0, 12) : writeName(name), fixed, data]);
}

export function writeReply(
  question: Question,
  code: keyof typeof responseCodes,
  records: readonly DnsRecord[],
  isTruncated: boolean,
): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(question.id, 0);
  head.writeUInt16BE(0x8180 | (isTruncated ? 0x0200 : 0) | responseCodes[code], 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(isTruncated ? 0 : records.length, 6);
  return Buffer.concat([head, question.bytes, ...(isTruncated ? [] : records.map(writeRecord))]);
}
