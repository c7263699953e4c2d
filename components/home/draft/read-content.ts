import { contactKeys, type Draft } from "./draft";

/** The content string of the public interface for what is entered: structured types are JSON without empty members. */
export function readContent(draft: Draft): string {
  switch (draft.tab) {
    case "url":
      return draft.url.trim();
    case "text":
      return draft.text;
    case "wifi":
      return JSON.stringify(readWifi(draft.wifi));
    case "contact":
      return JSON.stringify(
        Object.fromEntries(
          contactKeys.flatMap((key) => {
            const value = draft.contact[key].trim();
            return value === "" ? [] : [[key, value]];
          }),
        ),
      );
  }
}

function readWifi({ ssid, password, security, hidden }: Draft["wifi"]): Record<string, string | boolean> {
  return {
    ssid,
    ...(security === "nopass" ? {} : { password }),
    security,
    ...(hidden ? { hidden } : {}),
  };
}

/** What the code is called: its title for screen readers and the stem of its file's name. Never empty. */
export function nameDraft(draft: Draft): string {
  switch (draft.tab) {
    case "url":
      return draft.url.trim().replace(/^https?:\/\//i, "");
    case "text":
      return draft.text.trim().slice(0, 60) || "text";
    case "wifi":
      return `Wi-Fi ${draft.wifi.ssid}`;
    case "contact": {
      const { firstName, lastName, organization } = draft.contact;
      return [firstName, lastName].join(" ").trim() || organization || "contact";
    }
  }
}
