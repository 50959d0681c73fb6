import { listDomains } from '@nameyard/contracts/domains/list-domains'
import type { Input, InputGiven } from '@nameyard/contracts/operation'
import { queryOf } from '@nameyard/persistence/statement'
import { DomainList } from './domain-list'

type Query = InputGiven<typeof listDomains>

describe('the statements of a list', () => {
  const counts = [{ value: 'active', domains: 500, account: 500 }]
  const namesOf = (account: number, query: Query) => {
    const list = new DomainList(account, listDomains.input.parse(query) as Input<typeof listDomains>)
    return [queryOf(list.counting()).name, queryOf(list.page(counts)!).name]
  }

  it('are prepared once for all accounts, pages and sizes of all domains', () => {
    const names = namesOf(1, {})
    expect(new Set(names).size).toBe(2)
    expect(names).not.toContain(undefined)
    expect(namesOf(2, { limit: 7, offset: 20 })).toEqual(names)
    expect(namesOf(1, { order_by: { id: 'desc' } })).not.toContain(names[1])
  })

  it.each<[Query, number]>([
    [{ status: 'ACT' }, 2],
    [{ domain_name_pattern: 'a*' }, 2],
    [{ order_by: { expiration_date: 'asc' } }, 1],
  ])('are not prepared where their plan depends on values: %j', (query, without) => {
    expect(namesOf(1, query).filter((name) => name === undefined)).toHaveLength(without)
  })
})
