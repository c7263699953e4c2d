import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type DnsRecord, type Question, readQuestion, type responseCodes, writeReply } from "./dns-messages";

/** What a name answers; left out: that it does not exist. */
interface DnsAnswer {
  a?: readonly string[];
  aaaa?: readonly string[];
  txt?: readonly string[];
  /** Names through which the answer goes; the addresses belong to the last one. */
  cname?: readonly string[];
  code?: keyof typeof responseCodes;
  /** No answer at all. */
  silent?: boolean;
  delayMs?: number;
  /** So many records in all, the first address over and over: an answer as big as it takes. */
  records?: number;
  ttl?: number;
}

export interface Asked {
  name: string;
  /** `A`, `AAAA`, `CNAME`, `TXT`, or the number of another type. */
  type: string;
  transport: "udp" | "tcp";
}

/** One answer for all questions, or what decides by the number of the question of this name and type, from 0. */
export type DnsScript = DnsAnswer | ((asked: Asked, number: number) => DnsAnswer);

const longestOverUdp = 1_232;

function listRecords(
  question: Question,
  { a = [], aaaa = [], txt = [], cname = [], records, ttl }: DnsAnswer,
) {
  const owners = [undefined, ...cname];
  const chain = cname.map((value, place): DnsRecord => ({ type: "CNAME", name: owners[place], value, ttl }));
  const type = question.type as "A" | "AAAA" | "TXT";
  const values = { A: a, AAAA: aaaa, TXT: txt }[type] ?? [];
  const wanted = values.length === 0 ? 0 : (records ?? values.length);
  const found = Array.from({ length: wanted }, (_, place): DnsRecord => {
    return { type, name: owners.at(-1), value: values[place % values.length] as string, ttl };
  });
  return [...chain, ...found];
}

/** A name server of one test on loopback, over UDP and TCP on one port; it counts what it is asked. */
export class DnsStub {
  /** Every question, in the order in which they came. */
  readonly questions: Asked[] = [];
  readonly #names = new Map<string, DnsScript>();
  readonly #udp = createSocket("udp4");
  #isClosed = false;
  readonly #tcp = createServer((socket) => this.#serve(socket));
  readonly #sockets = new Set<Socket>();

  /** As `WEBHOOK_DNS_SERVERS` takes it. */
  get address(): string {
    return `127.0.0.1:${(this.#tcp.address() as AddressInfo).port}`;
  }

  /** What a name answers from now on; `*.example.test` for every name below, where none is named itself. */
  answer(name: string, script: DnsScript): void {
    this.#names.set(name.toLowerCase(), script);
  }

  /** Questions for a name, of one type or of all. */
  countOf(name: string, type?: string): number {
    return this.questions.filter((asked) => asked.name === name && (type ?? asked.type) === asked.type)
      .length;
  }

  async open(): Promise<this> {
    this.#tcp.listen(0, "127.0.0.1");
    await once(this.#tcp, "listening");
    this.#udp.on("message", async (message, { address, port }) => {
      const reply = await this.#reply(message, "udp");
      // A delayed reply may come due after the end.
      if (reply !== null && !this.#isClosed) this.#udp.send(reply, port, address, () => {});
    });
    this.#udp.bind((this.#tcp.address() as AddressInfo).port, "127.0.0.1");
    await once(this.#udp, "listening");
    return this;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const socket of this.#sockets) socket.destroy();
    this.#udp.close();
    const closed = once(this.#tcp, "close");
    this.#tcp.close();
    await closed;
  }

  async #reply(message: Buffer, transport: Asked["transport"]): Promise<Buffer | null> {
    const question = readQuestion(message);
    const asked: Asked = { name: question.name, type: question.type, transport };
    const number = this.countOf(asked.name, asked.type);
    this.questions.push(asked);
    const script = this.#names.get(asked.name) ?? this.#names.get(asked.name.replace(/^[^.]+/, "*"));
    const answer = typeof script === "function" ? script(asked, number) : (script ?? { code: "NXDOMAIN" });
    if (answer.delayMs) await sleep(answer.delayMs, undefined, { ref: false });
    if (answer.silent) return null;
    const records = listRecords(question, answer);
    const whole = writeReply(question, answer.code ?? "NOERROR", records, false);
    if (transport === "tcp" || whole.length <= longestOverUdp) return whole;
    return writeReply(question, "NOERROR", records, true);
  }

  #serve(socket: Socket): void {
    let bytes: Buffer = Buffer.alloc(0);
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket)).on("error", () => {});
    socket.on("data", async (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      while (bytes.length >= 2 && bytes.length >= 2 + bytes.readUInt16BE(0)) {
        const message = bytes.subarray(2, 2 + bytes.readUInt16BE(0));
        bytes = bytes.subarray(2 + message.length);
        const reply = await this.#reply(message, "tcp");
        if (reply === null || !socket.writable) continue;
        const length = Buffer.alloc(2);
        length.writeUInt16BE(reply.length);
        socket.write(Buffer.concat([length, reply]));
      }
    });
  }
}

/**
 * Every name below `example.test` is loopback, where the receivers are; `ip-10-0-0-1.example.test` is the address in
 * its name. Other names do not exist until `answer` tells them.
 */
export async function startDnsStub(): Promise<DnsStub> {
  const stub = await new DnsStub().open();
  stub.answer("*.example.test", ({ name }) => {
    const named = /^ip-(\d+)-(\d+)-(\d+)-(\d+)\./.exec(name);
    return { a: [named === null ? "127.0.0.1" : named.slice(1).join(".")] };
  });
  return stub;
}
