import type { Warning } from '@nameyard/contracts/envelope'

/** A result with advice that refuses nothing; the advice stands in the envelope's `warnings`. */
export class Advised<Result> {
  constructor(
    readonly result: Result,
    readonly warnings: readonly Warning[],
  ) {}

  /** Where the result is kept, the advice is not: it was for that moment. */
  toJSON(): Result {
    return this.result
  }
}

/** Adds advice to a handler's result. */
export function advised<Result>(result: Result, warnings: readonly Warning[]): Advised<Result> {
  return new Advised(result, warnings)
}
