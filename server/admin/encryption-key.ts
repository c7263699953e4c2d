import { describeEncryptionKey } from "@/lib/platform/secrets";
import { acceptEncryptionKey } from "../database";
import { command } from "./command";
import { UsageError } from "./flags";

export const acceptKeyCommand = command(
  "encryption-key:accept",
  "Takes the encryption key here for the database's, after the one that it was used with is lost for good: whatever that one sealed stays closed.",
  {
    "lost-key": {
      meaning:
        "The fingerprint of the key that is lost, as the refused start tells it; `unknown` where it tells none.",
      isRequired: true,
    },
  },
  (values) => async () => {
    const lost = await acceptEncryptionKey(values["lost-key"]);
    if (lost === null)
      throw new UsageError(["The encryption key here opens what the database holds; nothing is lost."]);
    return { encryptionKey: describeEncryptionKey().fingerprint, lost };
  },
);
