"""What happens to a picture between the file and a reader."""

import cv2
import numpy

PAPER = 255
PADDING_PIXELS = 20


def to_grey(picture):
    """Brightness by ITU-R BT.601, transparency on white paper."""
    if picture.ndim == 2:
        return picture
    if picture.shape[2] == 3:
        return cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    share = picture[:, :, 3].astype(numpy.float32) / 255
    grey = cv2.cvtColor(picture[:, :, :3], cv2.COLOR_BGR2GRAY)
    return numpy.rint(grey * share + PAPER * (1 - share)).astype(numpy.uint8)


def ground(grey):
    """The picture's own ground goes on around it."""
    return int(grey[0, 0])


def pad(grey, pixels=PADDING_PIXELS):
    return cv2.copyMakeBorder(grey, *[pixels] * 4, cv2.BORDER_CONSTANT, value=ground(grey))


def turn(grey, degrees):
    side = max(grey.shape)
    padded = pad(grey, side // 8)
    height, width = padded.shape
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1)
    return cv2.warpAffine(padded, matrix, (width, height), flags=cv2.INTER_LINEAR, borderValue=ground(grey))


def scale(grey, factor):
    method = cv2.INTER_LINEAR if factor > 1 else cv2.INTER_AREA
    return cv2.resize(grey, None, fx=factor, fy=factor, interpolation=method)


def blur(grey, pixels):
    return cv2.GaussianBlur(grey, (0, 0), max(pixels, 0.1), borderType=cv2.BORDER_REPLICATE)


# Five mild variations of a picture with so many pixels a module; a code that cannot stand them is not readable.
mild = [
    lambda grey, module: pad(grey),
    lambda grey, module: turn(grey, 3),
    lambda grey, module: turn(grey, 7),
    lambda grey, module: scale(grey, 1.5),
    lambda grey, module: blur(grey, 0.3 * module),
]


def fade(grey, share, random):
    """What is left of the ink's contrast to the paper in poor light, with a sensor's noise."""
    faded = PAPER - (PAPER - grey.astype(numpy.float32)) * share
    return add_noise(faded, 2, random)


def add_noise(grey, deviation, random):
    return numpy.clip(grey + random.normal(0, deviation, grey.shape), 0, PAPER).astype(numpy.uint8)


def tilt(grey, degrees):
    """Seen from the side: the far edge is shorter, and all of it lower."""
    padded = pad(grey, grey.shape[0] // 8)
    height, width = padded.shape
    angle = numpy.radians(degrees)
    inset = width * 0.25 * numpy.sin(angle)
    top = height * (1 - numpy.cos(angle))
    source = numpy.float32([[0, 0], [width, 0], [width, height], [0, height]])
    target = numpy.float32([[inset, top], [width - inset, top], [width, height], [0, height]])
    matrix = cv2.getPerspectiveTransform(source, target)
    return cv2.warpPerspective(padded, matrix, (width, height), borderValue=ground(grey))


def compress(grey, quality):
    _, data = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return cv2.imdecode(data, cv2.IMREAD_GRAYSCALE)


def move(grey, share):
    length = max(3, round(grey.shape[1] * share)) | 1
    return cv2.filter2D(grey, -1, numpy.full((1, length), 1 / length, numpy.float32))


def shade(grey):
    return (grey * numpy.linspace(0.35, 1, grey.shape[1])[None, :]).astype(numpy.uint8)


def glare(grey):
    height, width = grey.shape
    rows, columns = numpy.mgrid[:height, :width]
    spot = numpy.exp(-((columns - width * 0.6) ** 2 + (rows - height * 0.5) ** 2) / (2 * (width * 0.12) ** 2))
    return numpy.clip(grey + 200 * spot, 0, PAPER).astype(numpy.uint8)


def speckle(grey, share, random):
    dirty = grey.copy()
    side = max(2, grey.shape[1] // 60)
    for _ in range(int(share * grey.size / side**2)):
        row, column = random.integers(0, grey.shape[0]), random.integers(0, grey.shape[1])
        dirty[row : row + side, column : column + side] = random.choice([0, 128, PAPER])
    return dirty


def battery(grey):
    """34 distortions of rising strength, the same for the same picture: what happens to prints and in phones."""
    random = numpy.random.default_rng(20261123)
    side = grey.shape[1]
    yield from (scale(grey, width / side) for width in (90, 120, 150, 200, 280))
    yield from (blur(grey, share * side) for share in (0.002, 0.004, 0.006, 0.008, 0.011))
    yield from (fade(grey, share, random) for share in (0.5, 0.3, 0.15))
    yield from (turn(grey, degrees) for degrees in (10, 20, 30, 45))
    yield from (tilt(grey, degrees) for degrees in (20, 35, 50))
    yield from (add_noise(grey, deviation, random) for deviation in (15, 35, 60, 90))
    yield from (compress(grey, quality) for quality in (30, 15, 7))
    yield from (move(grey, share) for share in (0.01, 0.02))
    yield shade(grey)
    yield glare(grey)
    yield from (speckle(grey, share, random) for share in (0.02, 0.05))
    yield compress(add_noise(turn(blur(grey, 0.004 * side), 12), 12, random), 40)
