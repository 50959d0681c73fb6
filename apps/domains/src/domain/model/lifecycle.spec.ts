import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lifecyclePage } from '../lifecycle-page'
import { phases, transitions } from './lifecycle'
import { lifecycleFaults } from './lifecycle-check'
import { operationsByPhase } from './permissions'

describe('the life of a domain', () => {
  it('is whole: every phase reached, every event used, every operation decided', () => {
    expect(lifecycleFaults()).toEqual([])
  })

  it('has one line at most for a phase, an event and a guard', () => {
    const lines = transitions.map(({ from, on, when }) => `${from} ${on} ${when ?? ''}`)
    expect(lines).toEqual([...new Set(lines)])
  })

  it('decides every operation in every phase', () => {
    for (const decisions of Object.values(operationsByPhase)) {
      expect(Object.keys(decisions).sort()).toEqual([...phases].sort())
    }
  })

  it('never leaves a phase that ends it', () => {
    const ends = transitions.filter(({ from, to }) => (from === 'gone' || from === 'left') && to !== from)
    expect(ends).toEqual([])
  })

  it('is printed in the documents as it is; `npm run golden` prints it anew', () => {
    expect(readFileSync(join(__dirname, '../../../../../docs/lifecycle.md'), 'utf8')).toBe(lifecyclePage())
  })
})
