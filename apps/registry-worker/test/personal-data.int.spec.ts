import { personalDataOfRegistry } from '@nameyard/contracts/registry/personal-data-of-registry'
import { OperatedPlatform } from './operated-platform'

const operated = new OperatedPlatform()

it('lists the copies of a customer in operations that have not ended', async () => {
  await operated.start({})
  const registrant = { handle: 'AA1-NL', name: 'Ada Jansen', email: 'ada@example.com' }
  const insert = (reseller: number, state: string, handle: string) =>
    operated.platform.sql.query(
      `insert into operation (id, reseller_id, kind, account, object, intent, state, run_at, attempts, absences,
         correlation_id, submitted_at)
       values (gen_random_uuid(), $1, 'domain.create', 'elsewhere', 'private.com', $2, $3, '2999-01-01', 0, 0, '', now())`,
      [reseller, { registrant: { ...registrant, handle }, contacts: [] }, state],
    )
  await insert(1, 'waiting', 'AA1-NL')
  await insert(1, 'done', 'AA1-NL')
  await insert(1, 'waiting', 'AA2-NL')
  await insert(2, 'waiting', 'AA1-NL')
  const subject = { kind: 'customer' as const, resellerId: 1, handle: 'AA1-NL' }
  const { data } = await operated.platform.domains.rpc.call(personalDataOfRegistry, { subject }, operated.call())
  expect(data).toEqual({
    open_operations: [expect.objectContaining({ object: 'private.com', state: 'waiting', contacts: [registrant] })],
  })
})
