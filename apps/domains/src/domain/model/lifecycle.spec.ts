import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { firstPhase, lifecycleEvents, phases, transitions, visibleStatus, type Phase } from './lifecycle'

describe('the life of a domain', () => {
  it('reaches every phase from the first', () => {
    const reached = new Set<Phase>([firstPhase])
    for (const phase of reached) for (const after of Object.values(transitions[phase])) reached.add(after)
    expect([...reached].sort()).toEqual([...phases].sort())
  })

  it('uses every event', () => {
    const used = new Set(phases.flatMap((phase) => Object.keys(transitions[phase])))
    expect([...used].sort()).toEqual([...lifecycleEvents].sort())
  })

  it('shows a status in every phase', () => {
    expect(Object.keys(visibleStatus).sort()).toEqual([...phases].sort())
  })

  it('is drawn in the documents as it is', () => {
    const drawn = phases.flatMap((phase) => {
      const next = Object.entries(transitions[phase]) as [string, string][]
      const lines = next.map(
        ([event, after]) => `| \`${phase}\` | ${visibleStatus[phase]} | \`${event}\` | \`${after}\` |`,
      )
      return lines.length > 0 ? lines : [`| \`${phase}\` | ${visibleStatus[phase]} | | |`]
    })
    const page = readFileSync(join(__dirname, '../../../../../docs/lifecycle.md'), 'utf8')
    const rows = page
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.replaceAll(/ +/g, ' '))
    expect(rows).toEqual(drawn)
  })
})
