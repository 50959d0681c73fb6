import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errors, type ErrorName } from '@nameyard/contracts/errors'

/** A cell of the published table: what an operation does in a phase, or its refusal. */
export interface Cell {
  /** The row of the table. */
  readonly operation: string
  readonly phase: string
  /** The decision of the table; absent for a refusal. */
  readonly does?: string
  readonly refused?: ErrorName
}

/** How the API shows a phase to resellers. */
export interface Shown {
  readonly status: string
  readonly deleteStatus: string
}

const page = readFileSync(join(__dirname, '../../../docs/lifecycle.md'), 'utf8')
const section = (heading: string) => page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
const codesIn = (text: string) => [...text.matchAll(/`([A-Za-z_.]+)`/g)].map(([, code]) => code!)

/** The phases, and how the API shows them. */
export const phases: ReadonlyMap<string, Shown> = new Map(
  section('Phases')
    .split('\n')
    .flatMap((line) => {
      const [, phase = '', status = '', deleteStatus = ''] = line.split('|').map((text) => text.trim())
      return codesIn(phase).map((name) => [name, { status, deleteStatus }] as const)
    }),
)

/** Every cell of the table of operations by phase. */
export const cells: readonly Cell[] = section('Operations by phase')
  .split('\n### ')
  .slice(1)
  .flatMap((table) => {
    const [operation = '', ...lines] = table.split('\n')
    return lines.flatMap((line) => {
      const [, listed = '', decision = ''] = line.split('|').map((text) => text.trim())
      const [refused] = codesIn(decision)
      return codesIn(listed)
        .filter((phase) => phases.has(phase))
        .map((phase) => ({ operation, phase, ...decided(decision, refused) }))
    })
  })

function decided(decision: string, refused: string | undefined): Pick<Cell, 'does' | 'refused'> {
  if (refused === undefined) return { does: decision }
  if (!(refused in errors)) throw new Error(`the page names ${refused}, which is no refusal`)
  return { refused: refused as ErrorName }
}
