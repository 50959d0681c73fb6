/** A bound of a figure, or of its ratio to another contender. */
export interface Target {
  /** The contender that must reach it; by default `platform`. */
  readonly of?: string
  /** The contender that it is compared with. Absent: the bound has the unit of the figure. */
  readonly against?: string
  readonly atLeast?: number
  readonly atMost?: number
  /** The share of the rounds that must reach it. Absent: the median of the rounds must. */
  readonly inRounds?: number
}

/** One measured quantity. */
export interface Figure {
  readonly name: string
  readonly unit: string
  /** By contender: one value for each round. */
  readonly samples: Readonly<Record<string, readonly number[]>>
  readonly targets?: readonly Target[]
  /** Figures of one group are summed up in one table of the page. */
  readonly group?: string
}

export interface Spread {
  readonly median: number
  readonly least: number
  readonly most: number
}

export interface Verdict {
  readonly claim: string
  readonly unit: string
  readonly found?: Spread
  readonly outcome: 'met' | 'missed' | 'not measured'
  readonly margin?: number
}

/** A plot. The points of `lines` are `[x, y, least y, most y]`; `bars` are sums of named parts. */
export interface Series {
  /** Part of the file name. */
  readonly name: string
  readonly title: string
  readonly x?: { readonly label: string; readonly isLogarithmic?: boolean }
  readonly y: { readonly label: string; readonly isLogarithmic?: boolean }
  readonly lines?: readonly { readonly name: string; readonly points: readonly (readonly number[])[] }[]
  readonly bars?: readonly { readonly name: string; readonly parts: Readonly<Record<string, number>> }[]
}

/** What one run of a part has measured. */
export interface PartResult {
  readonly title: string
  readonly notes: readonly string[]
  readonly run: Readonly<Record<string, string | number>>
  readonly figures: readonly Figure[]
  readonly series: readonly Series[]
}

export function median(numbers: readonly number[]): number
export function quantilesOf(times: readonly number[]): Record<string, number>
export function spread(numbers: readonly number[]): Spread
export function verdictOf(figure: Figure, target: Target): Verdict
export function rounded(value: number): string
export function withSpread(spread: Spread): string
