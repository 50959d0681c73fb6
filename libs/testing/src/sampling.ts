import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'

/** Whether this run tries everything, not a sample: `npm run test:faults`. */
export const isWhole = process.env.TEST_FAULTS === 'all'

const seed = process.env.TEST_SEED ?? seedOfCommit()

/** How the sample of this run was chosen. Test names contain it, so that a run can be repeated. */
export const choice = isWhole ? 'all of them' : `seed ${seed}`

/**
 * Returns everything in a whole run. In any other run the seed chooses `ofEachKind` of each kind; another `place` is
 * another choice.
 */
export function sampled<T>(
  all: readonly T[],
  ofEachKind: number,
  kindOf: (one: T) => string,
  place = '',
): readonly T[] {
  if (isWhole) return all
  const rankOf = (one: T) =>
    createHash('sha256')
      .update(`${seed} ${place}${JSON.stringify(one)}`)
      .digest('hex')
  const shuffled = all.toSorted((one, other) => rankOf(one).localeCompare(rankOf(other)))
  const kinds = new Set(all.map(kindOf))
  return [...kinds].flatMap((kind) => shuffled.filter((one) => kindOf(one) === kind).slice(0, ofEachKind))
}

/** The random seed is the commit hash, so a failed run can be repeated. */
function seedOfCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: __dirname, encoding: 'utf8' }).trim()
  } catch {
    return 'nameyard'
  }
}
