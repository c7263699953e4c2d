"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { Built } from "../draft/build-code";
import type { Grade } from "./grade";
import { Grader, Superseded } from "./grader";

/** Drawing keeps up with typing; grading waits until a key has rested this long. */
const restMs = 140;

/** The grade of the code shown; the last stays, `isStale`, while a newer one is made. `prove` checks a styled file. */
export function useGrade(built: Built) {
  const grader = useRef<Grader | null>(null);
  const [graded, setGraded] = useState<{ of: Built; grade: Grade } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => () => grader.current?.close(), []);
  useEffect(() => {
    let isCurrent = true;
    const later = setTimeout(async () => {
      grader.current ??= new Grader();
      try {
        const grade = await grader.current.grade(built);
        if (!isCurrent) return;
        setGraded({ of: built, grade });
        setFailure(null);
      } catch (error) {
        if (isCurrent && !(error instanceof Superseded)) setFailure((error as Error).message);
      }
    }, restMs);
    return () => {
      isCurrent = false;
      clearTimeout(later);
    };
  }, [built]);
  const prove = useCallback(async (code: Built) => {
    grader.current ??= new Grader();
    return (await grader.current.prove(code)).isProven;
  }, []);
  return { grade: graded?.grade ?? null, isStale: graded?.of !== built, failure, prove };
}

export type Graded = ReturnType<typeof useGrade>;
