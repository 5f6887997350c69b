// A slider over the range of a setting: positions 0 to POSITIONS, their values, steps of the keyboard.
export const POSITIONS = 1000;
const NEAR_OPENED = 0.012; // share of the slider within which it snaps to the opened design's value

// The largest 1, 2 or 5 times a power of ten that is at most v.
function niceBelow(v) {
  const power = 10 ** Math.floor(Math.log10(v) + 1e-9), digit = v / power;
  return power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
}
const rounded = (v, step) => +(Math.round(v / step) * step).toPrecision(12);
const twoDigits = (v, round) => { const p = 10 ** (Math.floor(Math.log10(v)) - 1); return +(round(v / p) * p).toPrecision(3); };

// Few whole numbers, shares and short ranges are linear; wide ranges are eight times the value down and up, on a
// logarithmic scale.
function linear(low, high, step) {
  const span = high - low || 1;
  return { low, high, step: () => step, grain: () => step,
    position: v => POSITIONS * (v - low) / span, value: p => low + span * p / POSITIONS };
}
function logarithmic(low, high, whole) {
  const span = Math.log(high / low), fine = (v, parts) => Math.max(whole ? 1 : 1e-9, niceBelow(Math.max(v, low) / parts));
  return { low, high, step: v => whole ? 1 : fine(v, 100), grain: v => fine(v, 50),
    position: v => POSITIONS * Math.log(Math.max(v, low) / low) / span, value: p => low * Math.exp(span * p / POSITIONS) };
}
// From 0, then logarithmic from the least value on.
function fromZero(least, high, whole) {
  const ZERO = 60, upper = logarithmic(least, high, whole);
  return { low: 0, high, step: v => v > 0 ? upper.step(v) : least, grain: v => v > 0 ? upper.grain(v) : least,
    position: v => v < least ? 0 : ZERO + upper.position(v) * (1 - ZERO / POSITIONS),
    value: p => p < ZERO / 2 ? 0 : upper.value(Math.max(0, p - ZERO) / (1 - ZERO / POSITIONS)) };
}
function shape({ lowest, highest, is_integer: whole, default: usual, isLinear }, value) {
  if (isLinear) return linear(lowest, highest, niceBelow((highest - lowest) / 100));
  if (whole && highest - lowest <= 64) return linear(lowest, highest, 1);
  const at = value || usual || 0;
  if (!whole && (highest <= 1 || (highest <= 4 && !at))) return linear(lowest, highest, niceBelow((highest - lowest) / 100));
  if (at < 0 || lowest < 0) return linear(lowest, highest, niceBelow((highest - lowest) / 100));
  const least = whole ? 1 : lowest || niceBelow(highest / 1e4);
  if (!value && lowest === 0) return fromZero(least, usual ? Math.min(highest, 32 * usual) : highest, whole);
  const low = Math.max(least, at / 8 >= 100 ? twoDigits(at / 8, Math.floor) : whole ? Math.floor(at / 8) : at / 8);
  return logarithmic(low, Math.min(highest, at * 8 >= 100 ? twoDigits(at * 8, Math.ceil) : at * 8), whole);
}

// `info`: the range of a setting. `value`: the opened design's, around which a wide range lies.
export function makeScale(info, value) {
  const s = shape(info, value), within = v => Math.min(info.highest, Math.max(info.lowest, v));
  const whole = v => info.is_integer ? Math.round(v) : v;
  return {
    low: s.low, high: s.high,
    position: v => Math.min(POSITIONS, Math.max(0, s.position(v))),
    value(position) {
      if (value !== null && Math.abs(position - s.position(value)) < NEAR_OPENED * POSITIONS) return value;
      const v = s.value(position);
      return within(Math.min(s.high, Math.max(s.low, whole(rounded(v, s.grain(v))))));
    },
    // so many steps on from a value
    moved: (v, count) => within(whole(+(v + count * s.step(v)).toPrecision(12))),
    has: v => v >= s.low && v <= s.high,
  };
}
