import type { RegistryOperationKind } from '@nameyard/contracts/registry/submit-operation'
import { eventually } from '@nameyard/testing/eventually'
import { person, startPlatform, type Platform } from './platform'
import { charges, order, registered } from './registry-lifecycle'

let platform: Platform

beforeAll(async () => {
  platform = await startPlatform()
  await platform.openRegistry()
  await platform.worker()
  await platform.worker()
})
afterAll(() => platform?.close())

/** Disconnects the worker that has claimed the operation. To the other workers it looks crashed. */
async function kill(operationId: string): Promise<void> {
  const { rows } = await platform.sql.query<{ pid: number }>(
    `select l.pid from pg_locks l join operation o on o.worker = l.objid::int
     where l.locktype = 'advisory' and l.classid = 7305813 and o.id = $1`,
    [operationId],
  )
  await platform.sql.query('select pg_terminate_backend($1)', [rows[0]!.pid])
}

const desired = {
  registrant: person('Other Owner'),
  nameservers: [{ name: 'ns3.nameserver.example' }, { name: 'ns4.nameserver.example' }],
  authInfo: 'qQ5#qQ5#qQ5#qQ5#',
}

interface Case {
  readonly kind: RegistryOperationKind
  /** The commands in the journal and at the registry. */
  readonly command: string
  readonly audited: string
  readonly charged: readonly string[]
  /** Submits the operation on a domain in the state that it needs. */
  readonly place: (name: string) => Promise<string>
}

const period = { value: 1, unit: 'y' as const }
const cases: readonly Case[] = [
  {
    kind: 'domain.renew',
    command: 'domain:renew',
    audited: 'domain:renew',
    charged: ['create', 'renew'],
    place: async (name) => {
      const { expiresAt = '' } = await registered(platform, name)
      return order(platform, 'domain.renew', name, { expiresOn: expiresAt.slice(0, 10), period })
    },
  },
  {
    kind: 'domain.update',
    command: 'domain:update',
    audited: 'domain:update',
    charged: ['create'],
    place: async (name) => {
      await registered(platform, name)
      return order(platform, 'domain.update', name, { desired })
    },
  },
  {
    kind: 'domain.delete',
    command: 'domain:delete',
    audited: 'domain:delete',
    charged: ['create', '-create'],
    place: async (name) => {
      await registered(platform, name)
      return order(platform, 'domain.delete', name, { freesHosts: false })
    },
  },
  {
    kind: 'domain.restore',
    command: 'domain:restore-request',
    audited: 'domain:update',
    charged: ['create', 'restore'],
    place: async (name) => {
      await registered(platform, name)
      platform.clock.advance(6 * 86_400_000)
      const { settledAt } = await platform.ended(await order(platform, 'domain.delete', name, { freesHosts: false }))
      return order(platform, 'domain.restore', name, { deletedAt: settledAt, reason: 'Registrant error' })
    },
  },
]

const reached = (operationId: string, command: string, state: string) =>
  eventually(async () => (await platform.journal(operationId, command)).includes(state), `${command} in state ${state}`)

describe('a worker that crashes', () => {
  it.each(cases)('while it waits for the answer to a $kind leaves one effect', async ({ kind, place, ...rest }) => {
    const name = `${kind.replace('.', '-')}-out.org`
    const audited = { command: rest.audited, object: name, kind: 'drop-response' }
    await platform.fault(audited)
    const operationId = await place(name)
    await reached(operationId, rest.command, 'sent')
    await kill(operationId)
    expect(await platform.ended(operationId)).toMatchObject({ outcome: 'done', kind })
    expect(await platform.journal(operationId, rest.command)).toEqual(['reconciled'])
    expect(await charges(platform, name)).toEqual(rest.charged)
    expect(platform.settledOf(operationId)).toHaveLength(1)
  })

  it.each(cases.filter(({ kind }) => kind === 'domain.renew' || kind === 'domain.delete'))(
    'between the answer to a $kind and its settlement leaves one effect',
    async ({ kind, place, ...rest }) => {
      const name = `${kind.replace('.', '-')}-answered.org`
      await registered(platform, `warm-${name}`)
      await platform.fault({ command: 'domain:info', object: name, kind: 'drop-response' })
      const operationId = await place(name)
      const answer = 'answered 1000'
      await reached(operationId, rest.command, answer)
      await kill(operationId)
      expect(await platform.ended(operationId)).toMatchObject({ outcome: 'done', kind })
      expect(await platform.journal(operationId, rest.command)).toEqual([answer])
      expect(await charges(platform, name)).toEqual(rest.charged)
    },
  )

  it('during a transfer request leaves one transfer request', async () => {
    const name = 'taken.nl'
    await platform.fault({ command: 'domain:transfer', object: name, kind: 'drop-response' })
    const operationId = await order(platform, 'domain.transfer', name, { authInfo: 'Rival-0ne-Code', desired })
    await reached(operationId, 'domain:transfer-request', 'sent')
    await kill(operationId)
    expect(await platform.ended(operationId)).toMatchObject({ outcome: 'done', registry: { presence: 'ours' } })
    expect(await platform.journal(operationId, 'domain:transfer-request')).toEqual(['reconciled'])
    expect(await charges(platform, name)).toEqual(['transfer'])
  })

  it('after it removed a lock leaves the lock in place', async () => {
    const name = 'locked-and-dead.org'
    const { expiresAt = '' } = await registered(platform, name)
    const statuses = ['clientRenewProhibited' as const]
    await platform.ended(await order(platform, 'domain.update', name, { desired: { statuses } }))
    await platform.fault({ command: 'domain:update', object: name, kind: 'drop-response' })
    const renewal = { expiresOn: expiresAt.slice(0, 10), period }
    const operationId = await order(platform, 'domain.renew', name, renewal)
    await reached(operationId, 'domain:unlock', 'sent')
    await kill(operationId)
    expect(await platform.ended(operationId)).toMatchObject({ outcome: 'done' })
    const seen = await platform.ended(await order(platform, 'domain.inspect', name, {}))
    expect(seen.registry.statuses).toEqual(statuses)
    expect(await charges(platform, name)).toEqual(['create', 'renew'])
  })
})
