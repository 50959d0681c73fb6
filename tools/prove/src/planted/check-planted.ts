import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Planted } from './planted'

const root = join(__dirname, '../../../..')

/** Throws when the text of a planted bug is not exactly once in its file: the bug would not be in the run. */
export function checkPlanted({ name, file, from }: Planted): void {
  const times = readFileSync(join(root, file), 'utf8').split(from).length - 1
  if (times !== 1) throw new Error(`The text of the planted bug ${name} is ${times} times in ${file}, not once.`)
}
