import type { Operator } from './operator'

/** What a command answers: facts for programs, and the same in lines for people. */
export interface Shown {
  readonly facts: object
  readonly lines: readonly string[]
  /** Why the command fails although it has an answer, in one sentence. */
  readonly failure?: string
}

/** Where commands run. */
export interface Terminal {
  /** Connects to the platform, has the work done, and shows what came of it. */
  run(work: (operator: Operator, who: string) => Promise<Shown>): Promise<void>
  /** Shows what needs no platform. */
  show(shown: Shown): void
  /** Shows lines before the answer, to people only. */
  tell(lines: readonly string[]): void
  /** Asks whoever sits there whether to go on; nobody there, or a program, has not said yes. */
  confirm(question: string): Promise<boolean>
}

/** A table in plain text: columns as wide as their widest cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]!.length)))
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}
