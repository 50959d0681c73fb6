import { partNames } from '../installation/parts'
import type { Invariant } from './invariant'

/** No process has ended that no disturbance ended. */
export const processesRun: Invariant = {
  name: 'no process ended by itself',
  check: ({ installation }) => ({ count: partNames.length, broken: installation.lost }),
}
