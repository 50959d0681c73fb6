import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { planted, type Planted } from './planted/planted'

export interface Options {
  readonly seeds: readonly string[]
  readonly minutes: number
  /** A bug that the run must find. */
  readonly planted?: Planted
}

const names = planted.map(({ name }) => name).join(', ')

export const usage = `npm run prove -- [--seed SEED] [--seeds NUMBER] [--minutes MINUTES] [--planted NAME]

  --seed     repeats the run of this seed; without it the seed is random
  --seeds    runs so many seeds one after the other (default 1)
  --minutes  how long each run is disturbed (default 10)
  --planted  breaks the platform on purpose: ${names}
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
  const bug = planted.find(({ name }) => name === values.planted)
  if (values.planted !== undefined && !bug) throw new Error(`--planted must be one of: ${names}.`)
  const first = values.seed ?? randomBytes(4).toString('hex')
  const seeds = Array.from({ length: number('seeds', 1) }, (_, at) => (at === 0 ? first : `${first}-${at}`))
  return { seeds, minutes: number('minutes', 10), ...(bug && { planted: bug }) }
}
