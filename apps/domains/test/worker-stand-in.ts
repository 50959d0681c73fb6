import { randomUUID } from 'node:crypto'
import { Controller } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import type { Payload } from '@nameyard/contracts/event'
import type { Input, Result } from '@nameyard/contracts/operation'
import { checkNames } from '@nameyard/contracts/registry/check-names'
import { describeRegistryOperations } from '@nameyard/contracts/registry/describe-operations'
import { listTranscripts } from '@nameyard/contracts/registry/list-transcripts'
import { raiseRegistryAlarm } from '@nameyard/contracts/registry/raise-alarm'
import { setTimers } from '@nameyard/contracts/registry/set-timers'
import { submitRegistryOperation } from '@nameyard/contracts/registry/submit-operation'
import { Consumes } from '@nameyard/messaging/consumes'
import { Handles } from '@nameyard/messaging/handles'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'

export type Submission = Payload<typeof submitRegistryOperation>
/** The answers of the registries, set by the tests, and the requests to them. */
export const registries = {
  taken: new Set<string>(),
  premium: new Set<string>(),
  away: false,
  asked: [] as string[][],
  operations: new Map<string, Result<typeof describeRegistryOperations>['operations'][number]>(),
  described: [] as string[][],
  submitted: [] as Submission[],
  /** The texts of all raised alarms. */
  alarms: [] as string[],
  /** The newest timers of each domain. */
  timers: new Map<number, Payload<typeof setTimers>>(),
}

/** Replaces the registry worker: checks names. */
@Controller()
class RegistryWorkerStandIn {
  @Handles(checkNames)
  async execute({ names }: Input<typeof checkNames>): Promise<Result<typeof checkNames>> {
    registries.asked.push(names)
    if (registries.away) fail('registry_unavailable')
    return {
      results: names.map((name) => ({
        name,
        available: !registries.taken.has(name),
        ...(registries.premium.has(name) && { premium: { currency: 'USD', create: 100 } }),
      })),
    }
  }
}

/** Replaces the registry worker: describes the operations that the tests have set. */
@Controller()
class OperationsStandIn {
  @Handles(describeRegistryOperations)
  async execute({
    operationIds,
  }: Input<typeof describeRegistryOperations>): Promise<Result<typeof describeRegistryOperations>> {
    registries.described.push(operationIds)
    return { operations: operationIds.flatMap((id) => registries.operations.get(id) ?? []) }
  }
}

/** Replaces the registry worker: returns one transcript for each domain. */
@Controller()
class TranscriptsStandIn {
  @Handles(listTranscripts)
  async execute({ domains }: Input<typeof listTranscripts>): Promise<Result<typeof listTranscripts>> {
    const transcripts = domains.map(({ name }) => [
      {
        operationId: randomUUID(),
        command: 'domain:create',
        preparedAt: '2027-01-01T00:00:00.000Z',
        sent: `<create>${name}</create>`,
        received: '<result/>',
      },
    ])
    return { transcripts }
  }
}

/** The secret with which the domains service seals auth codes. */
export const CODE_SECRET = 's'.repeat(32)
const codes = new AuthCodeCipher([CODE_SECRET])

/** Opens the auth codes of a submission, as the worker does. Refuses one that is not sealed. */
function opened(submission: Submission): Submission {
  const { object } = submission
  const open = (code: string) => {
    if (!codes.isSealed(code)) throw new Error(`an auth code of ${object} is not sealed`)
    return codes.open(object, code)
  }
  const { authInfo, desired } = submission.intent as { authInfo?: string; desired?: { authInfo?: string } }
  const intent = {
    ...submission.intent,
    ...(authInfo !== undefined && { authInfo: open(authInfo) }),
    ...(desired?.authInfo !== undefined && { desired: { ...desired, authInfo: open(desired.authInfo) } }),
  }
  return { ...submission, intent } as Submission
}

@Controller()
class OnSubmitted {
  @Consumes(submitRegistryOperation)
  async on(submission: Submission): Promise<void> {
    registries.submitted.push(opened(submission))
  }
}

@Controller()
class OnRaiseAlarm {
  @Consumes(raiseRegistryAlarm)
  async on({ text }: Payload<typeof raiseRegistryAlarm>): Promise<void> {
    registries.alarms.push(text)
  }
}

@Controller()
class OnSetTimers {
  @Consumes(setTimers)
  async on(setting: Payload<typeof setTimers>): Promise<void> {
    const known = registries.timers.get(setting.domainId)
    if (!known || known.version < setting.version) registries.timers.set(setting.domainId, setting)
  }
}

/** The controllers in place of the registry worker. */
export const workerStandIns = [
  RegistryWorkerStandIn,
  TranscriptsStandIn,
  OperationsStandIn,
  OnSetTimers,
  OnRaiseAlarm,
  OnSubmitted,
]
