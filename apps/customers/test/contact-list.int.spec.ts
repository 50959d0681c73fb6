import { createContact } from '@nameyard/contracts/contacts/create-contact'
import { deleteContact } from '@nameyard/contracts/contacts/delete-contact'
import { getContact } from '@nameyard/contracts/contacts/get-contact'
import { listContacts } from '@nameyard/contracts/contacts/list-contacts'
import type { Call, InputGiven } from '@nameyard/contracts/operation'
import { newUsername, person } from './people'
import { runningService, type Account, type RunningService } from './running-service'

let running: RunningService
beforeAll(async () => void (running = await runningService()))
afterAll(() => running?.close())

const create = (call: Call, change: Partial<InputGiven<typeof createContact>> = {}) =>
  running.rpc.call(createContact, { ...person, username: newUsername(), ...change }, call)

describe('the list of contacts', () => {
  let own: Account
  const list = (query: InputGiven<typeof listContacts>) => running.rpc.call(listContacts, query, own.call())
  const usernames = async (query: InputGiven<typeof listContacts>) =>
    (await list(query)).results.map(({ username }) => username)

  beforeAll(async () => {
    own = await running.account({ username: 'zoe', email: 'zoe@example.com' })
    const others = [
      ['ann_a', 'Zed', 'Example\\Works', 'a%b@example.com', 'tech'],
      ['annxa', 'Xu', 'example ltd', 'x@example.org', 'billing'],
    ] as const
    for (const [username, last_name, company_name, email, role] of others) {
      await create(own.call(), { username, name: { first_name: 'Ann', last_name }, company_name, email, role })
    }
    await create((await running.account()).call())
    const { id } = await create(own.call())
    await running.rpc.call(deleteContact, { id }, own.call())
  })

  it('contains the contacts of the account that are not deleted, each as `contacts.get` returns it', async () => {
    const { results, total } = await list({})
    expect(total).toBe(3)
    for (const each of results)
      await expect(running.rpc.call(getContact, { id: each.id }, own.call())).resolves.toEqual(each)
    expect(results[1]).not.toHaveProperty('additional_data')
    expect((await list({ with_additional_data: true })).results[1]).toHaveProperty('additional_data')
  })

  it('is empty without matches, and has the total on every page', async () => {
    await expect(list({ email_pattern: 'nobody' })).resolves.toEqual({ results: [], total: 0 })
    await expect(list({ offset: 3 })).resolves.toEqual({ results: [], total: 3 })
    await expect(list({ limit: 1, offset: 1 })).resolves.toMatchObject({ results: [{ username: 'ann_a' }], total: 3 })
  })

  it.each([
    [{}, ['zoe', 'ann_a', 'annxa']],
    [{ username_pattern: 'ann_a' }, ['ann_a']],
    [{ username_pattern: 'ANN*' }, ['ann_a', 'annxa']],
    [{ username_pattern: 'ann' }, []],
    [{ email_pattern: 'A%B@*' }, ['ann_a']],
    [{ last_name_pattern: '*e*' }, ['ann_a']],
    [{ company_name_pattern: 'example\\*' }, ['ann_a']],
    [{ company_name_pattern: 'example*' }, ['ann_a', 'annxa']],
    [{ role: 'admin' }, ['zoe']],
    [{ role: 'Tech' }, ['ann_a']],
    [{ role: 'billing', username_pattern: 'ann*' }, ['annxa']],
    [{ order: 'DESC' as const }, ['annxa', 'ann_a', 'zoe']],
    [{ order_by: 'username' }, ['ann_a', 'annxa', 'zoe']],
    [{ order_by: 'last_name', order: 'desc' as const }, ['ann_a', 'annxa', 'zoe']],
    [{ order_by: 'role' }, ['zoe', 'annxa', 'ann_a']],
  ])('is filtered and sorted by %j', async (query, expected) => expect(await usernames(query)).toEqual(expected))

  it('refuses a role that no contact can have', async () => {
    await expect(list({ role: 'owner' })).rejects.toMatchObject({ refusal: 'contact_role_unknown' })
  })

  it('refuses an unknown sort field', async () => {
    await expect(list({ order_by: 'password_hash' })).rejects.toMatchObject({ details: { field: 'order_by' } })
  })
})
