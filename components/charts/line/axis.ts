/** Steps that a reader can add up in the head. */
const roundSteps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7.5, 10];
const steps = 4;

/** Ticks of an axis of counts: from 0 in four equal steps on round numbers to no less than the most. */
export function chooseTicks(most: number): number[] {
  const least = most / steps;
  const scale = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, least))));
  const fits = (step: number) => step * scale >= least && Number.isInteger(step * scale);
  const step = (roundSteps.find(fits) ?? 10) * scale;
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** How far apart names may stand: so that they fall on the same weekday, hour or quarter again. */
const strides = {
  "5min": [1, 3, 6],
  hour: [1, 2, 3, 6, 12],
  day: [1, 2, 7, 14, 28, 91, 182],
};

/** Of so many places those that are named below: evenly from the first on where there is room before the last. */
export function chooseNamed(unit: keyof typeof strides, places: number, most: number): number[] {
  const last = places - 1;
  if (last < 1) return last === 0 ? [0] : [];
  const stride = strides[unit].find((wide) => last / wide < most) ?? last;
  const named = [0];
  for (let place = stride; place <= last - stride * 0.75; place += stride) named.push(place);
  return [...named, last];
}
