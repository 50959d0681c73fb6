import type { Misbehaviour, Sandbox } from '@nameyard/e2e/sandbox'
import type { Random } from '../random'

/** Faults by how often they happen: a lost request, an effect without an answer, and a refusal more often. */
const kinds = {
  'drop-request': 3,
  'drop-response': 3,
  'close-before-answer': 3,
  partial: 1,
  delay: 2,
  'out-of-order': 1,
  garbage: 1,
  'wrong-trid': 1,
  'inject-code': 6,
  'end-session': 1,
} as const

/** Codes of refusals: for good, and more often for now, after which the worker repeats the command (RFC 5730 section 3). */
const codes = [2308, 2400, 2400] as const

/** Commands by how often they are disturbed: those that cost money more often. */
const commands = {
  'domain:create': 4,
  'domain:renew': 4,
  'domain:update': 6,
  'domain:transfer': 2,
  'domain:delete': 1,
  'domain:info': 1,
  'contact:create': 1,
  'host:create': 1,
  poll: 1,
} as const

/** Makes the registry drop, delay and garble its answers, and refuse commands. */
export class RegistryDisturbance {
  constructor(
    private readonly sandbox: Sandbox,
    private readonly random: Random,
  ) {}

  /** Plants one fault. Returns which. */
  async step(): Promise<string> {
    const { random } = this
    const kind = random.weighted(kinds)
    const fault: Misbehaviour = {
      kind,
      command: random.weighted(commands),
      registrar: 'nameyard',
      times: random.between(1, 3),
      ...(kind === 'inject-code' && { code: random.one(codes) }),
      ...(kind === 'delay' && { ms: random.between(200, 5_000) }),
    }
    try {
      await this.sandbox.misbehave(fault)
      return `registry: ${JSON.stringify(fault)}`
    } catch {
      return 'registry: not reached'
    }
  }
}
