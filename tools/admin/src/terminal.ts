import type { Operator } from './operator'

/** The result of a command: facts for programs, and the same as lines for people. */
export interface Answer {
  readonly facts: object
  readonly lines: readonly string[]
  /** Why the command fails although it has a result, in one sentence. */
  readonly failure?: string
}

/** How a command reaches the platform and the user. */
export interface Terminal {
  /** Connects to the platform, runs the work, and shows its answer. */
  run(work: (operator: Operator, who: string) => Promise<Answer>): Promise<void>
  /** Shows an answer that needs no platform. */
  show(answer: Answer): void
  /** Shows lines before the answer, except to programs. */
  note(lines: readonly string[]): void
  /** Asks the user whether to go on. False for a program, and without a terminal. */
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

/** Most names that a report lists below one title. */
const MOST_LISTED = 20

/** Names below their titles, with their number. */
export function listed(found: readonly (readonly [title: string, name: string])[]): string[] {
  const byTitle = new Map<string, string[]>()
  for (const [title, name] of found) byTitle.set(title, [...(byTitle.get(title) ?? []), name])
  return [...byTitle].flatMap(([title, names]) => [
    `${names.length} × ${title}:`,
    ...names.slice(0, MOST_LISTED).map((name) => `  ${name}`),
    ...(names.length > MOST_LISTED ? [`  and ${names.length - MOST_LISTED} more`] : []),
  ])
}
