"""Answers for a test what local days, hours and weekdays are, by Python's zoneinfo. Reads one JSON document, writes one."""

import json
import sys
from datetime import datetime, time, timedelta, timezone
from zoneinfo import TZPATH, ZoneInfo, available_timezones

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
MS = timedelta(milliseconds=1)


def local(ms, zone):
    return (EPOCH + ms * MS).astimezone(zone)


def instant(moment):
    return (moment - EPOCH) // MS


def version():
    for folder in TZPATH:
        try:
            with open(f"{folder}/tzdata.zi", encoding="utf-8") as file:
                return file.readline().split()[-1]
        except OSError:
            continue
    return "unknown"


def list_transitions(zone, start, end):
    """Every change of a zone's offset: its first instant, and the seconds ahead of UTC before and after it."""
    found = []
    step = 86_400_000
    low, before = start, local(start, zone).utcoffset()
    while low < end:
        high = min(low + step, end)
        after = local(high, zone).utcoffset()
        if after != before:
            left, right = low, high
            while right - left > 1:
                middle = (left + right) // 2
                left, right = (middle, right) if local(middle, zone).utcoffset() == before else (left, middle)
            found.append([right, int(before.total_seconds()), int(after.total_seconds())])
        low, before = high, after
    return found


def exists(day, zone):
    noon = datetime.combine(day, time(12), zone)
    return noon.astimezone(timezone.utc).astimezone(zone).date() == day


def first_instant(day, zone):
    midnight = datetime.combine(day, time(0), zone).astimezone(timezone.utc)
    back = midnight.astimezone(zone)
    if back.date() == day and back.time() == time(0):
        return instant(midnight)
    low, high = instant(midnight) - 86_400_000, instant(midnight)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if local(middle, zone).date() < day else (low, middle)
    return high


def list_days(case, zone):
    """The window's days: so many that there are, or those that so many hours touch."""
    today = local(case["now"], zone).date()
    days = []
    if "days" in case:
        day = today
        while len(days) < case["days"]:
            if exists(day, zone):
                days.append(day)
            day -= timedelta(days=1)
        return first_instant(days[-1], zone), days[::-1]
    start = case["now"] - case["hours"] * 3_600_000
    day = local(start, zone).date()
    while day <= today:
        if exists(day, zone):
            days.append(day)
        day += timedelta(days=1)
    return start, days


def count(case):
    zone = ZoneInfo(case["zone"])
    start, days = list_days(case, zone)
    dates = [day.isoformat() for day in days]
    daily, hourly, weekly = dict.fromkeys(dates, 0), [0] * 24, [0] * 7
    outside = 0
    for ms in case["instants"]:
        if ms < start or ms > case["now"]:
            outside += 1
            continue
        moment = local(ms, zone)
        daily[moment.date().isoformat()] += 1
        hourly[moment.hour] += 1
        weekly[moment.weekday()] += 1
    counts = [daily[day] for day in dates]
    return {"start": start, "dates": dates, "daily": counts, "hourly": hourly, "weekly": weekly, "outside": outside}


request = json.load(sys.stdin)
answer = {"version": version()}
if "from" in request:
    start, end = request["from"], request["to"]
    answer["zones"] = [
        {
            "zone": name,
            "ahead": int(local(start, ZoneInfo(name)).utcoffset().total_seconds()),
            "changes": list_transitions(ZoneInfo(name), start, end),
        }
        for name in sorted(available_timezones())
    ]
if "cases" in request:
    answer["windows"] = [count(case) for case in request["cases"]]
json.dump(answer, sys.stdout)
