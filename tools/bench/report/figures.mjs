/** What a part of the bench measures, and whether it reaches its targets. The types are in `figures.d.mts`. */

/** The median. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** The shares of requests whose times describe a distribution. */
export const QUANTILES = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999]

/** The times below which the shares of {@link QUANTILES} lie, by share. Without any time they are NaN. */
export function quantilesOf(times) {
  const sorted = Float64Array.from(times).sort()
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
  return Object.fromEntries(QUANTILES.map((share) => [share, at(share)]))
}

/** Median, smallest and largest of numbers. */
export const spread = (numbers) => ({
  median: median(numbers),
  least: Math.min(...numbers),
  most: Math.max(...numbers),
})

/**
 * Compares a figure with one of its targets. Without a contender to compare with, the values of the rounds are compared
 * with a bound; with one, the ratios of the rounds, because other load on the machine affects both sides of a round. The
 * median decides, or with `inRounds` the share of the rounds that reach the target.
 */
export function verdictOf(figure, target) {
  const { of = 'platform', against, atLeast, atMost, inRounds } = target
  const bound = atLeast ?? atMost
  const own = figure.samples[of] ?? []
  const other = against === undefined ? undefined : (figure.samples[against] ?? [])
  const found = other ? own.slice(0, other.length).map((value, round) => value / other[round]) : own
  const unit = other ? 'x' : figure.unit
  const claim = `${of === 'platform' ? '' : `${of} `}${atLeast === undefined ? '<=' : '>='} ${bound} ${unit}${other ? ` ${against}` : ''}`
  if (found.length === 0) return { claim, unit, outcome: 'not measured' }
  const reaches = (value) => (atLeast === undefined ? value <= bound : value >= bound)
  const middle = spread(found)
  const isMet =
    inRounds === undefined ? reaches(middle.median) : found.filter(reaches).length >= Math.ceil(inRounds * found.length)
  return {
    claim: inRounds === undefined ? claim : `${claim} in ${Math.round(inRounds * 100)} % of the rounds`,
    unit,
    found: middle,
    outcome: isMet ? 'met' : 'missed',
    /** How far the median is from the bound, as a share of the bound; negative on the wrong side. */
    margin: (atLeast === undefined ? bound - middle.median : middle.median - bound) / bound,
  }
}

/** Three significant digits, whole numbers from a thousand on. */
export function rounded(value) {
  if (!Number.isFinite(value)) return '-'
  const size = Math.abs(value)
  if (size >= 100) return value.toFixed(0)
  return value.toFixed(size >= 10 ? 1 : 2)
}

/** The median, and the range if there is one. */
export const withSpread = ({ median: middle, least, most }) =>
  least === most ? rounded(middle) : `${rounded(middle)} (${rounded(least)}-${rounded(most)})`
