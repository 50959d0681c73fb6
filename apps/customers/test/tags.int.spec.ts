import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { createTag } from '@nameyard/contracts/customers/create-tag'
import { deleteTag } from '@nameyard/contracts/customers/delete-tag'
import { getCustomer } from '@nameyard/contracts/customers/get-customer'
import { listTags } from '@nameyard/contracts/customers/list-tags'
import type { InputGiven } from '@nameyard/contracts/operation'
import { runningService, type Account, type RunningService } from './running-service'

let running: RunningService
let own: Account
let other: Account

beforeAll(async () => {
  running = await runningService()
})
afterAll(() => running?.close())
beforeEach(async () => {
  ;[own, other] = [await running.account(), await running.account()]
})

const create = (value: string, by = own) => running.rpc.call(createTag, { key: 'customer', value }, by.call())
const remove = (value: string, by = own) => running.rpc.call(deleteTag, { key: 'customer', value }, by.call())
const list = (query: InputGiven<typeof listTags> = {}, by = own) => running.rpc.call(listTags, query, by.call())
const values = async (query: InputGiven<typeof listTags> = {}, by = own) =>
  (await list(query, by)).results.map(({ value }) => value)

describe('tags.create', () => {
  it('adds a tag to the list of its account only', async () => {
    expect(await create('wholesale')).toEqual({ success: true })
    expect(await values()).toEqual(['wholesale'])
    expect(await values({}, other)).toEqual([])
  })

  it('keeps one tag when the same tag is created by several requests at once', async () => {
    const answers = await Promise.all([create('same'), create('same'), create('same')])
    expect(answers).toEqual(Array(3).fill({ success: true }))
    expect(await list()).toMatchObject({ total: 1 })
  })

  it.each([
    ['a blank value with tag_value_missing', ' ', { refusal: 'tag_value_missing' }],
    ['a value of 256 characters with tag_value_invalid', 'x'.repeat(256), { refusal: 'tag_value_invalid' }],
  ])('refuses %s and stores nothing', async (_, value, refused) => {
    await expect(create(value)).rejects.toMatchObject(refused)
    expect(await values()).toEqual([])
  })
})

describe('tags.list', () => {
  beforeEach(async () => {
    for (const value of ['silver', 'gold', 'bronze']) await create(value)
    await create('gold', other)
  })

  it('returns the tags of the account in the order of their values, with the total', async () => {
    expect(await list()).toEqual({
      results: ['bronze', 'gold', 'silver'].map((value) => ({ key: 'customer', value })),
      total: 3,
    })
  })

  it('returns one page, and the total of all pages', async () => {
    expect(await list({ limit: 1, offset: 1 })).toEqual({ results: [{ key: 'customer', value: 'gold' }], total: 3 })
    expect(await list({ offset: 3 })).toEqual({ results: [], total: 3 })
  })

  it('finds a tag by its whole value, not by a part of it', async () => {
    expect(await values({ value: 'gold' })).toEqual(['gold'])
    expect(await values({ value: 'gol' })).toEqual([])
  })
})

describe('tags.delete', () => {
  it('removes the tag from the list and from the customers that have it', async () => {
    const person: InputGiven<typeof createCustomer> = {
      name: { first_name: 'Anna', last_name: 'Tester' },
      address: { street: 'Main Street', number: '1', zipcode: '1000 AA', city: 'Amsterdam', country: 'NL' },
      phone: { country_code: '+31', area_code: '20', subscriber_number: '1234567' },
      email: 'anna@example.com',
      tags: [
        { key: 'customer', value: 'gone' },
        { key: 'customer', value: 'kept' },
      ],
    }
    const { handle } = await running.rpc.call(createCustomer, person, own.call())
    expect(await remove('gone')).toEqual({ success: true })
    expect(await values()).toEqual(['kept'])
    const { tags } = await running.rpc.call(getCustomer, { handle: handle! }, own.call())
    expect(tags).toEqual([{ key: 'customer', value: 'kept' }])
  })

  it('refuses an unknown tag with tag_not_found', async () => {
    await create('gold')
    await expect(remove('gol')).rejects.toMatchObject({ refusal: 'tag_not_found', details: { value: 'gol' } })
    expect(await values()).toEqual(['gold'])
  })

  it('refuses the tag of another account and keeps it there', async () => {
    await create('theirs', other)
    await expect(remove('theirs')).rejects.toMatchObject({ refusal: 'tag_not_found' })
    expect(await values({}, other)).toEqual(['theirs'])
  })
})
