import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lifecyclePage } from '../lifecycle-page'
import { phases, transitions } from './lifecycle'
import { lifecycleFaults } from './lifecycle-check'
import { operationsByPhase } from './permissions'

describe('the lifecycle of a domain', () => {
  it('has no faults: every phase is reached, every event used, every operation decided', () => {
    expect(lifecycleFaults()).toEqual([])
  })

  it('has at most one line for a phase, an event and a guard', () => {
    const lines = transitions.map(({ from, on, when }) => `${from} ${on} ${when ?? ''}`)
    expect(lines).toEqual([...new Set(lines)])
  })

  it('decides every operation in every phase', () => {
    for (const decisions of Object.values(operationsByPhase)) {
      expect(Object.keys(decisions).sort()).toEqual([...phases].sort())
    }
  })

  it('has no transition out of a final phase', () => {
    const ends = transitions.filter(({ from, to }) => (from === 'purged' || from === 'transferredAway') && to !== from)
    expect(ends).toEqual([])
  })

  it('equals docs/lifecycle.md; `npm run golden` prints it again', () => {
    expect(readFileSync(join(__dirname, '../../../../../docs/lifecycle.md'), 'utf8')).toBe(lifecyclePage())
  })
})
