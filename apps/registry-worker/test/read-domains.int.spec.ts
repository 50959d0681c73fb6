import { listRegisteredNames } from '@nameyard/contracts/registry/list-registered-names'
import { readDomains } from '@nameyard/contracts/registry/read-domains'
import { OperatedPlatform } from './operated-platform'

const operated = new OperatedPlatform()

it('reads domains with their contacts, and says why a name is not ours', async () => {
  await operated.start({})
  await operated.platform.ended(await operated.platform.submit('read.org'))
  const names = ['read.org', 'taken.org', 'nobody-has-it.org', 'read.invalid']
  const { domains, contacts } = await operated.platform.domains.rpc.call(
    readDomains,
    { account: 'sandbox', names },
    operated.call(),
  )
  expect(domains.map(({ name, presence }) => [name, presence])).toEqual([
    ['read.org', 'ours'],
    ['taken.org', 'foreign'],
    ['nobody-has-it.org', 'missing'],
    ['read.invalid', 'elsewhere'],
  ])
  const { registrant, expiresAt, authInfo = '' } = domains[0]!.domain!
  expect(contacts.map(({ id }) => id)).toContain(registrant)
  expect(expiresAt).toMatch(/^\d{4}-/)
  expect(authInfo).toMatch(/^(sealed\.|$)/)
  const unknown = operated.platform.domains.rpc.call(readDomains, { account: 'none', names }, operated.call())
  await expect(unknown).rejects.toMatchObject({ refusal: 'registry_account_not_found' })
})

it('lists the names of the journal, and those that the sandbox registry has', async () => {
  await operated.start({ REGISTRY_SANDBOX_CONTROL_URL: operated.platform.controlUrl() })
  await operated.platform.ended(await operated.platform.submit('listed-1.org'))
  await operated.platform.ended(await operated.platform.submit('listed-2.org'))
  const list = async (source: 'journal' | 'registry', after: string, account = 'sandbox') =>
    (
      await operated.platform.domains.rpc.call(
        listRegisteredNames,
        { account, source, after, limit: 2 },
        operated.call(),
      )
    ).names
  expect(await list('journal', 'listed-0')).toEqual(['listed-1.org', 'listed-2.org'])
  expect((await list('registry', 'listed-1.org'))[0]).toBe('listed-2.org')
  await expect(list('journal', '', 'none')).rejects.toMatchObject({ refusal: 'registry_account_not_found' })
})
