import Link from "next/link";
import { describe, expect, it } from "vitest";
import { CodeBlock, CodeChoice } from "./code-block";
import { Code, DocLink, DocsPage, DocsSection, Facts } from "./docs-page";
import { writeMarkdown } from "./markdown";

const write = (children: React.ReactNode) =>
  writeMarkdown(
    <DocsPage path="/docs/x" title="Title" lead={<>A lead.</>}>
      {children}
    </DocsPage>,
    "https://qr.example",
  );
const bodyOf = async (children: React.ReactNode) =>
  (await write(children)).text.replace("# Title\n\nA lead.\n\n", "").trimEnd();

describe("writeMarkdown", () => {
  it("begins with the title and the lead", async () => {
    expect(await write(<p>Text.</p>)).toEqual({
      title: "Title",
      lead: "A lead.",
      text: "# Title\n\nA lead.\n\nText.\n",
    });
  });

  it("writes sections, paragraphs and lists", async () => {
    const page = (
      <DocsSection id="a" title="Section">
        <p>
          One <Code>two</Code> <strong>three</strong>, <em>four</em>.
        </p>
        <ul>
          <li>First</li>
          <li>
            404
            <span>
              <a href="#x">a</a>
              <a href="#y">b</a>
            </span>
          </li>
        </ul>
        <ol>
          <li>Step</li>
          <li>Next</li>
        </ol>
      </DocsSection>
    );
    expect(await bodyOf(page)).toBe(
      "## Section\n\nOne `two` **three**, **four**.\n\n- First\n- 404 a b\n\n1. Step\n2. Next",
    );
  });

  it("writes a name and its description as one list item", async () => {
    expect(
      await bodyOf(
        <Facts
          facts={[
            ["`a`, `b`", "Both `c`."],
            ["d", ""],
          ]}
        />,
      ),
    ).toBe("- `a`, `b`: Both `c`.\n- d");
    const members = (
      <dl>
        <dt>
          <code>page</code>whole number<span>, required</span>
        </dt>
        <dd>
          Counted from 1.<span>1 or more</span>
        </dd>
      </dl>
    );
    expect(await bodyOf(members)).toBe("- `page` whole number, required: Counted from 1. 1 or more");
  });

  it("keeps code unchanged, even if it contains backticks", async () => {
    const text = "a = `b`\n\n```\nc * <d>\n";
    expect(await bodyOf(<CodeBlock label="x.js" language="js" text={text} canCopy />)).toBe(
      `x.js:\n\n\`\`\`\`js\n${text}\`\`\`\``,
    );
    expect(await bodyOf(<Code>a`b</Code>)).toBe("`` a`b ``");
  });

  it("writes every option of a code choice under its name", async () => {
    const choices = ["One", "Two"].map((name) => ({
      name,
      note: `Note of \`${name}\`.`,
      block: { label: "File", language: "text" as const, text: name },
    }));
    expect(await bodyOf(<CodeChoice name="x" label="X" choices={choices} />)).toBe(
      ["One", "Two"]
        .map((name) => `**${name}**\n\nNote of \`${name}\`.\n\nFile:\n\n\`\`\`\n${name}\n\`\`\``)
        .join("\n\n"),
    );
  });

  it("makes links absolute and points docs links to their Markdown pages", async () => {
    const links = (
      <p>
        <DocLink href="/docs">a</DocLink> <Link href="/docs/api/tags#listTags">b</Link>{" "}
        <a href="/api-keys?environment=sandbox">c</a> <a href="https://example.com/docs">d</a>{" "}
        <a href="#here">e</a> <a href="/docsy">f</a>
      </p>
    );
    expect(await bodyOf(links)).toBe(
      "[a](https://qr.example/docs.md) [b](https://qr.example/docs/api/tags.md#listTags) [c](https://qr.example/api-keys?environment=sandbox) [d](https://example.com/docs) e [f](https://qr.example/docsy)",
    );
  });

  it("escapes Markdown characters in text", async () => {
    expect(await bodyOf(<p>{"a * b * <c> [d] \\ e_f"}</p>)).toBe("a \\* b \\* \\<c\\> \\[d\\] \\\\ e_f");
  });

  it("rejects content that is not a docs page", async () => {
    await expect(writeMarkdown(<p>Text.</p>, "https://qr.example")).rejects.toThrow("must return a DocsPage");
  });
});
