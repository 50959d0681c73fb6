import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { planted, type Planted } from './planted/planted'

export interface Options {
  readonly seeds: readonly string[]
  readonly minutes: number
  /** Bugs that a run of their own must find. Without one, the platform is tested as it is. */
  readonly bugs: readonly Planted[]
}

/** How long each run is disturbed, when the options do not say it. */
const MINUTES = 10

const names = planted.map(({ name }) => name).join(', ')

export const usage = `npm run prove -- [--seed SEED] [--seeds NUMBER] [--minutes MINUTES] [--planted NAME|all]

  --seed     repeats the run of this seed; without it the seed is random
  --seeds    runs so many seeds one after the other (default 1)
  --minutes  how long each run is disturbed (default ${MINUTES})
  --planted  breaks the platform on purpose, with each bug in a run of its own: all, ${names}
`

/** Reads the options. Throws an error with one sentence when one is wrong. */
export function readOptions(args: readonly string[]): Options {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args: [...args], options: { seed: text, seeds: text, minutes: text, planted: text } })
  const number = (name: 'seeds' | 'minutes', usual: number) => {
    const value = Number(values[name] ?? usual)
    if (!(value > 0)) throw new Error(`--${name} must be a number above 0.`)
    return value
  }
  const bugs = planted.filter(({ name }) => values.planted === 'all' || name === values.planted)
  if (values.planted !== undefined && bugs.length === 0) throw new Error(`--planted must be one of: all, ${names}.`)
  const first = values.seed ?? randomBytes(4).toString('hex')
  const seeds = Array.from({ length: number('seeds', 1) }, (_, at) => (at === 0 ? first : `${first}-${at}`))
  return { seeds, minutes: number('minutes', MINUTES), bugs }
}
