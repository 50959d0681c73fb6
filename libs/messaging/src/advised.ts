import type { Warning } from '@nameyard/contracts/envelope'

/** A result with advice that refuses nothing. The advice becomes the `warnings` of the envelope. */
export class Advised<Result> {
  constructor(
    readonly result: Result,
    readonly warnings: readonly Warning[],
  ) {}

  /** A stored result has no advice: the advice was about that moment. */
  toJSON(): Result {
    return this.result
  }
}

/** Adds advice to a handler's result. */
export function advised<Result>(result: Result, warnings: readonly Warning[]): Advised<Result> {
  return new Advised(result, warnings)
}
