import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { certifyRegistryAccount } from '@nameyard/contracts/registry/certify-account'
import { Handles } from '@nameyard/messaging/handles'
import { Clock } from '@nameyard/runtime/clock'
import { Accounts } from '../accounts/account.store'
import type { RegistryTld } from '../dialects/dialect'
import { Drivers } from '../operations/drivers'
import { DrainPollQueue } from '../poll/drain-poll-queue'
import { Registries } from '../registries/registries'
import { speaksEpp, type Registry } from '../registries/registry'
import { TestSessions } from '../sessions/test-sessions'
import { runScript } from './acceptance-script'
import { namesBelow } from './course'
import { Examination } from './examination'
import { PollSteps } from './poll-steps'
import { Registrar } from './registrar'

/** Longer than any test. The queues are polled again when it has ended, or crashed. */
const POLL_PAUSE_MS = 15 * 60_000

/** Runs the acceptance test of a registry with an account in its test environment. */
@Controller()
export class CertifyAccount {
  constructor(
    private readonly registries: Registries,
    private readonly drivers: Drivers,
    private readonly accounts: Accounts,
    private readonly sessions: TestSessions,
    private readonly queue: DrainPollQueue,
    private readonly clock: Clock,
  ) {}

  @Handles(certifyRegistryAccount)
  async execute(
    input: Input<typeof certifyRegistryAccount>,
    call: Call,
  ): Promise<Result<typeof certifyRegistryAccount>> {
    const { secondAccount, isTestEnvironment, registrant, years, transfer } = input
    const registry = this.registry('account', input.account, isTestEnvironment)
    const { extension, tld } = rulesIn(registry, input.extension)
    const other =
      secondAccount === undefined ? undefined : this.registry('secondAccount', secondAccount, isTestEnvironment)
    if (other) refuseUnfit(registry, other, tld)
    const exam = new Examination()
    const registrar = (of: Registry) => new Registrar(of, tld, this.sessions, exam.note)
    const [first, second] = [registrar(registry), other && registrar(other)]
    const names = namesBelow(extension, registrant)
    const course = { exam, first, second, names, years, transfer, now: () => this.clock.now(), left: [] }
    const accounts = [registry, ...(other ? [other] : [])].map(({ account }) => account)
    const startedAt = this.clock.now().toISOString()
    try {
      for (const account of accounts) await this.accounts.pausePoll(account, POLL_PAUSE_MS)
      await runScript(course, new PollSteps(this.queue))
    } finally {
      await Promise.all([first.end(), second?.end()])
      for (const account of accounts) await this.accounts.pausePoll(account, null)
    }
    return this.told(call, { account: registry.account, extension, dialect: tld.dialect.name, startedAt }, course)
  }

  private told(
    call: Call,
    about: Pick<Result<typeof certifyRegistryAccount>, 'account' | 'extension' | 'dialect' | 'startedAt'>,
    {
      exam,
      left,
    }: { readonly exam: Examination; readonly left: readonly { readonly kind: string; readonly id: string }[] },
  ): Result<typeof certifyRegistryAccount> {
    const failed = exam.steps.filter(({ verdict }) => verdict === 'failed').map(({ name }) => name)
    const verdict = failed.length === 0 ? ('passed' as const) : ('failed' as const)
    tellAudit(call, {
      resellerId: null,
      subject: `registry account ${about.account}`,
      changes: { certified: { to: [verdict, ...failed].join(', ') }, extension: { to: about.extension } },
    })
    const endedAt = this.clock.now().toISOString()
    return { ...about, verdict, endedAt, steps: exam.steps, left: left.map(({ kind, id }) => `${kind} ${id}`) }
  }

  private registry(field: string, account: string, isTestEnvironment: boolean): Registry {
    if (!this.registries.has(account)) fail('registry_account_not_found', { account })
    const registry = this.registries.named(account)
    if (!speaksEpp(registry)) {
      const { unoffered } = this.drivers.of(registry)
      return fail('invalid_input', { field, problem: unoffered?.certification ?? 'does not speak EPP' })
    }
    if (!registry.isTestEnvironment && !isTestEnvironment)
      fail('invalid_input', {
        field,
        problem: 'is not marked as a test environment: set "environment": "test", or confirm that it is one',
      })
    return registry
  }
}

function rulesIn({ tlds }: Registry, wanted: string | undefined): { extension: string; tld: RegistryTld } {
  const extension = wanted ?? [...tlds.keys()][0]
  const tld = extension === undefined ? undefined : tlds.get(extension)
  if (extension === undefined || !tld)
    fail('invalid_input', { field: 'extension', problem: 'is not served by the account: name one that it serves' })
  return { extension, tld }
}

function refuseUnfit(registry: Registry, other: Registry, { dialect }: RegistryTld): void {
  const field = 'secondAccount'
  if (other.registrarId === registry.registrarId)
    fail('invalid_input', { field, problem: 'is the same registrar as the account' })
  if (!other.dialects.includes(dialect))
    fail('invalid_input', { field, problem: `does not speak the dialect ${dialect.name}` })
}
