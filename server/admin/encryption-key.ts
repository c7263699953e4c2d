import { describeEncryptionKey } from "@/lib/platform/secrets";
import { acceptEncryptionKey } from "../database";
import { command } from "./command";

export const acceptKeyCommand = command(
  "encryption-key:accept",
  "Takes the encryption key here for the database's, after the one that it was used with is lost for good: whatever that one sealed stays closed.",
  {},
  () => async () => {
    const lost = await acceptEncryptionKey();
    return { encryptionKey: describeEncryptionKey().fingerprint, lost };
  },
);
