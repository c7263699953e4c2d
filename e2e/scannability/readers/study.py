"""Answers each {"file", "payload"} of standard input with the share of the battery that each reader survives."""

import json
import multiprocessing
import sys

import cv2

from distort import battery, scale, to_grey
from read import READERS

MOST_PIXELS = 560


def judge(line):
    task = json.loads(line)
    grey = to_grey(cv2.imread(task["file"], cv2.IMREAD_UNCHANGED))
    if grey.shape[1] > MOST_PIXELS:
        grey = scale(grey, MOST_PIXELS / grey.shape[1])
    seen = list(battery(grey))
    shares = {name: sum(task["payload"] in read(one) for one in seen) / len(seen) for name, read in READERS.items()}
    return json.dumps(shares)


if __name__ == "__main__":
    cv2.setNumThreads(1)
    with multiprocessing.Pool() as pool:
        for answer in pool.imap(judge, sys.stdin.readlines(), chunksize=2):
            print(answer, flush=True)
