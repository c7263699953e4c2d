"""Shows pictures of codes to three readers, each beside segno's plain symbol of the same payload.

Standard input holds one JSON object a line: {"file", "payload", "module", "level"}. Standard output holds an answer for
each, in order: {"ours", "plain"}, each {"zxing", "opencv", "zbar"} with "read", "missed" or "wrong".
"""

import json
import multiprocessing
import os
import sys

os.environ["OPENCV_LOG_LEVEL"] = "OFF"

import cv2
import numpy
import segno
import zxingcpp
from pyzbar import pyzbar

from distort import mild, to_grey

PAPER = 255
QUIET_MODULES = 4


def read_zxing(grey):
    return [found.text for found in zxingcpp.read_barcodes(grey, formats=zxingcpp.BarcodeFormat.QRCode)]


def read_zbar(grey):
    found = pyzbar.decode(grey, symbols=[pyzbar.ZBarSymbol.QRCODE])
    return [code.data.decode("utf-8", "replace") for code in found]


def read_opencv(grey):
    """OpenCV hands over the bytes of a declared ISO/IEC 8859-1 text as they are in the symbol."""
    try:
        data = cv2.QRCodeDetector().detectAndDecodeBytes(grey)[0]
    except cv2.error:
        return []
    if not data:
        return []
    try:
        return [data.decode("utf-8")]
    except UnicodeDecodeError:
        return [data.decode("latin-1")]


READERS = {"zxing": read_zxing, "opencv": read_opencv, "zbar": read_zbar}


def show(grey, module, payload):
    """Read is what gives back the payload in three of five variations; a wrong text in any that is shown is wrong."""
    seen = [vary(grey, module) for vary in mild]
    return {name: judge_reader(read, seen, payload) for name, read in READERS.items()}


def judge_reader(read, seen, payload):
    good = bad = 0
    for picture in seen:
        texts = read(picture)
        if any(text != payload for text in texts):
            return "wrong"
        good += len(texts) > 0
        bad += len(texts) == 0
        if max(good, bad) == 3:
            break
    return "read" if good >= 3 else "missed"


def draw_plain(payload, level, module):
    symbol = segno.make(payload, error=level, micro=False, eci=True, boost_error=False)
    rows = numpy.array([list(row) for row in symbol.matrix], dtype=bool)
    rows = numpy.pad(rows, QUIET_MODULES)
    return numpy.kron(numpy.where(rows, 0, PAPER).astype(numpy.uint8), numpy.ones((module, module), numpy.uint8))


def judge(line):
    task = json.loads(line)
    payload, module = task["payload"], task["module"]
    ours = show(to_grey(cv2.imread(task["file"], cv2.IMREAD_UNCHANGED)), module, payload)
    plain = show(draw_plain(payload, task["level"], max(2, round(module))), module, payload)
    return json.dumps({"ours": ours, "plain": plain})


def main():
    cv2.setNumThreads(1)
    with multiprocessing.Pool() as pool:
        for answer in pool.imap(judge, sys.stdin.readlines(), chunksize=4):
            print(answer, flush=True)


if __name__ == "__main__":
    main()
