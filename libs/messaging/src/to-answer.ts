import { Refusal } from '@nameyard/contracts/errors'
import { Advised } from './advised'
import { Replayed, replayedWarning } from './carry-out'
import { Printed } from './printed'
import { answerKind, type Answer } from './wire'

/** Returns what a handler has given, a refusal included, as an answer on the wire. */
export function toAnswer(sequence: number, given: unknown): Answer {
  if (given instanceof Refusal) {
    const { refusal: name, details, faults } = given
    return { sequence, kind: answerKind.refusal, data: JSON.stringify({ name, details, faults }), warnings: '' }
  }
  if (given instanceof Replayed)
    return { sequence, kind: answerKind.replayed, data: given.data, warnings: JSON.stringify([replayedWarning]) }
  if (given instanceof Printed) return { sequence, kind: answerKind.result, data: given.text, warnings: '' }
  const advised = given instanceof Advised ? given : undefined
  // `undefined` has no JSON text.
  const data = JSON.stringify(advised ? advised.result : given) ?? 'null'
  return { sequence, kind: answerKind.result, data, warnings: advised ? JSON.stringify(advised.warnings) : '' }
}
