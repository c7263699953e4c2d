import { expect, it } from "vitest";
import { chooseLanguage } from "./language";

it.each([
  [undefined, "en"],
  ["", "en"],
  ["de", "de"],
  ["de-CH", "de"],
  ["DE-at", "de"],
  ["pt-BR,pt;q=0.9,en;q=0.8", "pt"],
  ["nl-NL,nl;q=0.9,fr;q=0.7,en;q=0.5", "fr"],
  ["ja,zh;q=0.9", "en"],
  ["en;q=0.5,es;q=0.9", "es"],
  ["es;q=0.9, fr;q=0.9", "es"],
  ["fr;q=0.9, es;q=0.9", "fr"],
  ["de;q=0,fr;q=0.1", "fr"],
  ["de;q=0", "en"],
  ["*", "en"],
  ["*;q=0.5,de;q=0.4", "en"],
  ["*;q=0.1,de;q=0.4", "de"],
  ["de ; q = 0.2 , fr ; q = 0.3", "fr"],
  ["de;q=1.000,fr", "de"],
  ["de;q=2,fr;q=0.1", "fr"],
  ["de;q=high,fr;q=0.1", "fr"],
  ["de;q=0.1234,fr;q=0.1", "fr"],
  ["de;q=-1,fr;q=0.1", "fr"],
  ["english", "en"],
  ["deutsch,fr", "fr"],
  ["\u0000<script>,fr", "fr"],
  [`${"ja,".repeat(40)}de`, "en"],
])("chooseLanguage reads %j as %s", (header, language) => {
  expect(chooseLanguage(header)).toBe(language);
});
