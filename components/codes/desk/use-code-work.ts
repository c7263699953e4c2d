"use client";

import { useRouter } from "next/navigation";
import { copyBlob } from "../../maker/files/clipboard";
import type { Answer } from "../../ui/form/answer";
import { say } from "../../ui/say";
import type { CodeActions, DeskCode } from "./actions";
import { fetchPicture } from "./code-files";
import { copyShortLink } from "./copy-short-link";

/** What is done with a code besides deleting it; each says what came of it. */
export function useCodeWork({ switchCode, duplicateCode }: CodeActions) {
  const router = useRouter();
  return {
    open: (code: DeskCode) => router.push(`/codes/${code.id}`),
    edit: (code: DeskCode) => router.push(`/codes/${code.id}/edit`),

    copyLink: ({ name, shortUrl }: DeskCode) => copyShortLink(shortUrl ?? "", name),

    async copyPicture(code: DeskCode) {
      const isCopied = await copyBlob("image/png", fetchPicture(code)).then(isDone, isBarred);
      if (isCopied) say.done(`The picture of “${code.name}” is copied.`);
      else say.fault("The picture was not copied. Download it.");
    },

    async setActive({ id, name }: DeskCode, isActive: boolean) {
      const answer = await settle(switchCode(id, isActive), "Not changed: the connection dropped.");
      if (answer !== undefined) say.done(`“${name}” is ${isActive ? "on" : "off"}.`);
    },

    async duplicate({ id }: DeskCode) {
      const answer = await settle(
        duplicateCode(id),
        "The connection dropped. Look whether the copy is there.",
      );
      if (answer === undefined) return;
      say.done("The copy is made. Change what is to differ.");
      router.push(`/codes/${answer.id}/edit`);
    },
  };
}

const isDone = () => true;
const isBarred = () => false;

/** What came of it; undefined once the refusal has been said. */
async function settle<T>(work: Promise<Answer<T>>, dropped: string): Promise<T | undefined> {
  const answer = await work.catch(() => null);
  if (answer === null) say.fault(dropped);
  else if ("refusal" in answer) say.fault(answer.refusal.sentence ?? "Nothing was changed.");
  else return answer.done;
  return undefined;
}
