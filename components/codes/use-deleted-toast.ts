import { useRouter } from "next/navigation";
import type { Answer } from "../ui/form/answer";
import { callSafely } from "../ui/form/call-safely";
import { showUndo, toast } from "../ui/toast";

/** By then the server has deleted for good what nobody brought back: ten seconds, and what the job takes. */
const goneMs = 13_000;

interface Deleted<T> {
  message: string;
  /** The server keeps what is deleted until then. */
  until: string;
  restore: () => Promise<Answer<T>>;
  notRestored: string;
  onRestored: (done: T) => void;
}

/** Says that codes are deleted, with Undo for as long as the server keeps them. */
export function useDeletedToast() {
  const router = useRouter();
  return <T>({ message, until, restore, notRestored, onRestored }: Deleted<T>) => {
    // What they held of the plan is free then, and is shown so wherever one is by that time.
    const gone = setTimeout(() => router.refresh(), goneMs);
    const undo = async () => {
      const answer = await callSafely(restore);
      if (answer === null || "refusal" in answer) {
        toast.fault(answer?.refusal.sentence ?? notRestored);
        return;
      }
      clearTimeout(gone);
      router.refresh();
      onRestored(answer.done);
    };
    showUndo(message, undo, until);
  };
}
