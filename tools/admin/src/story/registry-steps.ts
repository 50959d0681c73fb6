import type { Result } from '@nameyard/contracts/operation'
import type { inspectRegistryOperations } from '@nameyard/contracts/registry/inspect-operations'
import { inspectTranscripts } from '@nameyard/contracts/registry/inspect-transcripts'
import type { Operator } from '../operator'
import type { Step } from './step'

/** An operation at a registry. */
export type Operation = Result<typeof inspectRegistryOperations>['operations'][number]

/** The begin of an operation, each command with its answer, and the end or what stops it. */
export async function registrySteps(platform: Operator, operation: Operation): Promise<Step[]> {
  const { operationId, account, kind, object, state, submittedAt, settledAt, attempts, text, stuck } = operation
  const { transcripts } = await platform.ask(inspectTranscripts, { operationId, limit: 500 })
  const about = `${kind} of ${object}`
  const end = settledAt ?? stuck?.since
  const why = stuck?.why ?? text
  return [
    { at: submittedAt, source: 'registry', what: `${about} at ${account} begins, operation ${operationId}` },
    ...transcripts.map(
      ({ preparedAt, answeredAt, command, object: on, state: sentState, code, sent, received }): Step => {
        const answered = answeredAt ? ` at ${answeredAt}` : ''
        const outcome = `${sentState}${code === undefined ? '' : ` ${code}`}`
        return { at: preparedAt, source: 'registry', what: `${command} ${on}: ${outcome}${answered}`, sent, received }
      },
    ),
    ...(end === undefined
      ? []
      : [
          {
            at: end,
            source: 'registry' as const,
            what: `${about} is ${settledAt ? state : `stuck (${state})`}, attempts: ${attempts}${why ? `: ${why}` : ''}`,
          },
        ]),
  ]
}
