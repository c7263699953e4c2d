import type pg from "pg";
import { draw, urlOf } from "@/e2e/support/logos";
import { insertAccounts } from "@/e2e/support/tenants";
import { createCode } from "@/lib/codes";
import type { NewCode } from "@/lib/codes/schema";
import { entitlements, type Plan } from "@/lib/plans";
import { openConnection, sql } from "@/lib/platform/db";
import { createPublicCode } from "@/lib/public-codes";
import type { Ratio } from "../report";
import { formatMillion, formatTables, grownBy, sizeOf, type TableBytes, totalOf } from "./tables";

/** As many as one account may have drawn at a time. */
const together = 2;
/** Codes of a kind that is quickly drawn, and of one whose finished pixels are read back. */
const plain = 5_000;
const proven = 500;

interface Kind {
  name: string;
  count: number;
  input(place: number): NewCode;
}

const address = (place: number) => `https://example.com/menu/autumn/table-${place}?ref=qr`;
const url = (place: number): NewCode => ({ name: `Table ${place}`, type: "url", content: address(place) });
const frame = { enabled: true, text: "Scan the menu", color: "#123456" };
const contact = { firstName: "Ada", lastName: "Lovelace", organization: "Engines", email: "ada@example.com" };

/** What codes leave on the disk, by kind: those of accounts as the service itself stores them, and public ones. */
export async function measureCodes(): Promise<Ratio[]> {
  const client = openConnection("quietzone bench");
  await client.connect();
  try {
    const logo = { enabled: true, dataUrl: urlOf(await draw("png", 256, 256), "png") };
    const kinds: Kind[] = [
      { name: "dynamic codes", count: plain, input: (place) => ({ ...url(place), isDynamic: true }) },
      {
        name: "contacts",
        count: plain,
        input: (place) => ({
          ...url(place),
          type: "vcard",
          content: JSON.stringify({ ...contact, phone: `+4930${place}` }),
        }),
      },
      {
        name: "codes with a frame and colours",
        count: proven,
        input: (place) => ({ ...url(place), settings: { foregroundColor: "#102030", frame } }),
      },
      {
        name: `codes with a logo of ${logo.dataUrl.length} characters`,
        count: proven,
        input: (place) => ({ ...url(place), settings: { logo } }),
      },
    ];
    await storeKind(client, { name: "warm-up", count: proven, input: url });
    const base = await storeKind(client, { name: "static", count: plain, input: url });
    const ratios = [compare("static codes of 50 characters : themselves", base, base)];
    for (const kind of kinds)
      ratios.push(compare(`${kind.name} : static codes`, await storeKind(client, kind), base));
    ratios.push(compare("public codes (24 hours) : static codes", await storePublic(client), base));
    return ratios;
  } finally {
    await client.end();
  }
}

interface Stored {
  bytes: TableBytes;
  count: number;
}

const eachOf = ({ bytes, count }: Stored) => totalOf(bytes) / count;

function compare(what: string, stored: Stored, base: Stored): Ratio {
  return {
    what: `a million ${what}`,
    ours: formatTables(stored.bytes, stored.count),
    peer: formatMillion(totalOf(base.bytes), base.count),
    ratio: eachOf(stored) / eachOf(base),
    aim: null,
  };
}

async function storeKind(client: pg.Client, { count, input }: Kind): Promise<Stored> {
  const perAccount = entitlements.pro.codes;
  const accounts = await insertAccounts(sql, Array<Plan>(Math.ceil(count / perAccount)).fill("pro"));
  return store(client, "qr_code", count, (place) =>
    createCode(
      { accountId: accounts[place % accounts.length]!, plan: "pro", environment: "production", key: null },
      input(place),
    ),
  );
}

function storePublic(client: pg.Client): Promise<Stored> {
  return store(client, "public_code", plain, (place) =>
    createPublicCode({ type: "url", content: address(place), grade: false }, new Date()),
  );
}

async function store(
  client: pg.Client,
  table: string,
  count: number,
  make: (place: number) => Promise<unknown>,
): Promise<Stored> {
  const before = await sizeOf(client, table);
  let next = 0;
  const hand = async () => {
    while (next < count) await make(next++);
  };
  await Promise.all(Array.from({ length: together }, hand));
  return { bytes: grownBy(await sizeOf(client, table), before), count };
}
