import { X509Certificate } from 'node:crypto'
import { Controller } from '@nestjs/common'
import { tellAudit } from '@nameyard/contracts/audit/carried-out'
import { fail } from '@nameyard/contracts/errors'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { testRegistryAccount } from '@nameyard/contracts/registry/test-account'
import { Handles } from '@nameyard/messaging/handles'
import { Clock } from '@nameyard/runtime/clock'
import type { AccountTest } from '../operations/driver'
import { Drivers } from '../operations/drivers'
import { Registries } from '../registries/registries'
import { speaksEpp, type Registry } from '../registries/registry'
import { SessionTest } from '../sessions/session-test'
import { clockObstacle, missingServices, type Obstacle } from './account-obstacles'

const DAY_MS = 86_400_000
/** A registry pins our certificate: a new one takes days. */
const CERTIFICATE_DAYS = 14

/** Tests the settings of an account: at a registry that speaks EPP with one session. */
@Controller()
export class TestAccount {
  constructor(
    private readonly registries: Registries,
    private readonly test: SessionTest,
    private readonly drivers: Drivers,
    private readonly clock: Clock,
  ) {}

  @Handles(testRegistryAccount)
  async execute(
    { account }: Input<typeof testRegistryAccount>,
    call: Call,
  ): Promise<Result<typeof testRegistryAccount>> {
    if (!this.registries.has(account)) fail('registry_account_not_found', { account })
    const registry = this.registries.named(account)
    const found = await (speaksEpp(registry)
      ? this.session(registry)
      : this.drivers.of(registry).test?.(registry, this.registries.servedBy(registry)))
    if (!found) fail('invalid_input', { field: 'account', problem: 'has a driver without a test' })
    const { obstacles } = found
    tellAudit(call, {
      resellerId: null,
      subject: `registry account ${account}`,
      changes: { test: { to: obstacles.length === 0 ? 'works' : obstacles.map(({ step }) => step).join(', ') } },
    })
    return { account, ...found }
  }

  /** Opens one session of EPP, and compares what the registry offers with what the account needs. */
  private async session(registry: Registry): Promise<AccountTest> {
    const { greeting, clockAheadMs, isLoggedIn, warnings, obstacle } = await this.test.run(registry)
    const served = this.registries.servedBy(registry).map((suffix) => ({ suffix, tld: registry.tlds.get(suffix)! }))
    const obstacles: Obstacle[] = [
      ...(obstacle ? [obstacle] : []),
      ...(greeting ? missingServices(greeting, served) : []),
      ...(clockAheadMs === undefined ? [] : clockObstacle(clockAheadMs)),
      ...this.certificate(registry),
    ]
    return {
      obstacles,
      ...(greeting && {
        server: {
          name: greeting.svID,
          clockAheadMs: clockAheadMs ?? 0,
          objects: [...greeting.objURIs],
          eppExtensions: [...greeting.extURIs],
        },
      }),
      isLoggedIn,
      warnings: [...warnings],
    }
  }

  private certificate({ connection }: Registry): Obstacle[] {
    const { cert } = connection.tls
    if (cert === undefined) return []
    const end = new Date(new X509Certificate(cert).validTo)
    if (end.getTime() > this.clock.machineMs() + CERTIFICATE_DAYS * DAY_MS) return []
    return [{ step: 'certificate', text: `Our client certificate ends on ${end.toISOString().slice(0, 10)}.` }]
  }
}
