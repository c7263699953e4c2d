import { describeEncryptionKey } from "@/lib/platform/secrets";
import { acceptEncryptionKey } from "../database";
import { command } from "./command";
import { UsageError } from "./flags";

export const acceptKeyCommand = command(
  "encryption-key:accept",
  "Takes the encryption key here for the database's, after the one that it was used with is lost for good: whatever that one sealed stays closed.",
  {},
  () => async () => {
    const lost = await acceptEncryptionKey();
    if (lost === null)
      throw new UsageError(["The encryption key here is the database's own; nothing is lost."]);
    return { encryptionKey: describeEncryptionKey().fingerprint, lost };
  },
);
