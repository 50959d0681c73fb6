import { LIMIT, startReaders } from '../readers.mjs'
import { inTurn, valuesOf } from '../rounds.mjs'
import { median } from '../report/figures.mjs'

export const title = 'Cost by size'

/** Shares of the largest account. */
const SHARES = [0.01, 0.1, 1]

/** A read by id and a list of 100 in accounts of three sizes, one request after the other. */
export async function measure(context) {
  const { rounds, seconds, warm, rows } = context
  const sizes = SHARES.map((share) => Math.ceil(rows * share))
  const { read } = await startReaders(context, sizes)
  const kinds = {
    'read by id': { what: 'byId', contenders: ['platform', 'bare', LIMIT] },
    'list of 100': { what: 'list', contenders: ['platform', 'bare'] },
  }
  const figures = []
  const series = []
  for (const [kind, { what, contenders }] of Object.entries(kinds)) {
    // Every size and contender takes its turn in each round.
    const names = sizes.flatMap((size, at) => contenders.map((contender) => JSON.stringify([at, contender])))
    const one = (name, forSeconds) => {
      const [at, contender] = JSON.parse(name)
      return read(contender, what, 1, forSeconds, at)
    }
    for (const name of names) await one(name, warm)
    const found = valuesOf(await inTurn(rounds, names, (name) => one(name, seconds)), ({ quantiles }) => quantiles[0.5])
    const samplesAt = (at, contender) => found[JSON.stringify([at, contender])]
    sizes.forEach((size, at) =>
      figures.push({
        name: `${kind}, account of ${size}, median`,
        unit: 'ms',
        samples: Object.fromEntries(contenders.map((contender) => [contender, samplesAt(at, contender)])),
      }),
    )
    series.push({
      name: what.toLowerCase(),
      title: `Time of a ${kind}, by the customers of the account`,
      x: { label: 'customers of the account', isLogarithmic: true },
      y: { label: 'milliseconds' },
      lines: contenders.map((name) => ({
        name,
        points: sizes.map((size, at) => {
          const samples = samplesAt(at, name)
          return [size, median(samples), Math.min(...samples), Math.max(...samples)]
        }),
      })),
    })
  }
  return {
    figures,
    series,
    notes: [
      'Three accounts in one database, one connection, one request after the other. `bare` and the limit are those of the reads.',
    ],
  }
}
