import type { Database, Tx } from './database'
import {
  isCollectingCheaper,
  LIST_PLANNING,
  orderBy,
  readList,
  reversed,
  windowOf,
  type FilteredList,
} from './filtered-list'
import { isSelective, likePattern, matches, matchesAll } from './like-pattern'
import { queryOf, sql, type Sql } from './statement'

describe('the window of a page', () => {
  it('is counted from the beginning in the first half of a list', () => {
    expect(windowOf({ offset: 40, limit: 10 }, 100)).toEqual({ isFromEnd: false, skip: 40, size: 10 })
  })

  it('is counted from the end in the second half of a list', () => {
    expect(windowOf({ offset: 80, limit: 10 }, 100)).toEqual({ isFromEnd: true, skip: 10, size: 10 })
    expect(windowOf({ offset: 95, limit: 10 }, 100)).toEqual({ isFromEnd: true, skip: 0, size: 5 })
  })

  it('is empty beyond the end of a list', () => {
    expect(windowOf({ offset: 100, limit: 10 }, 100).size).toBe(0)
    expect(windowOf({ offset: 500, limit: 10 }, 100).size).toBe(0)
  })
})

describe('the order of a list', () => {
  it('names columns and directions, and can be reversed', () => {
    const orders = [[sql`name`, 'asc'] as const, [sql`id`, 'desc'] as const]
    expect(orderBy(orders).text).toBe('order by name asc, id desc')
    expect(orderBy(reversed(orders)).text).toBe('order by name desc, id asc')
  })
})

describe('the choice between collecting and walking', () => {
  it('collects where few rows match and walks where many do', () => {
    expect(isCollectingCheaper(100, 10, 1_000)).toBe(true)
    expect(isCollectingCheaper(101, 10, 1_000)).toBe(false)
  })

  it('collects fewer rows where a collected row costs more', () => {
    expect(isCollectingCheaper(100, 10, 1_000, 30)).toBe(false)
    expect(isCollectingCheaper(18, 10, 1_000, 30)).toBe(true)
  })
})

describe('a pattern', () => {
  it('has the star as its only wildcard', () => {
    expect(likePattern('50%_a\\*')).toBe('50\\%\\_a\\\\%')
  })

  it('becomes equality where it has no star', () => {
    const lower = (text: string) => sql`lower(${text})`
    expect(queryOf(matches(sql`name`, 'A_b', lower))).toEqual({ text: 'name = lower($1)', values: ['A_b'] })
    expect(queryOf(matches(sql`name`, 'A_b*', lower))).toEqual({ text: 'name like lower($1)', values: ['A\\_b%'] })
  })

  it('matches all rows where it consists of stars', () => {
    expect(['*', '***', '', '*a'].map(matchesAll)).toEqual([true, true, false, false])
  })

  it('is selective with three letters in a row or two at the edge of a word', () => {
    expect(['*abc*', 'ab*', '*ab', 'a*', '*ab*', '*a-b*'].map(isSelective)).toEqual([
      ...[true, true, true],
      ...[false, false, false],
    ])
  })
})

describe('reading a list', () => {
  const asked: string[] = []
  const answer = async (query: Sql | { readonly name: string }) => {
    asked.push('name' in query ? query.name : query.text)
    return 'text' in query && query.text === 'count' ? [{ total: 3 }] : [{ id: 1 }]
  }
  const database = {
    read: answer,
    unitOfWork: async (_: unknown, work: (tx: Tx) => Promise<unknown>) => {
      asked.push('begin')
      return work({ query: answer } as unknown as Tx)
    },
  } as unknown as Database
  const list = (over: Partial<FilteredList<{ total: number }, { id: number }>> = {}) => ({
    planning: () => undefined,
    counting: () => sql`count`,
    total: ([row]: readonly { total: number }[]) => row?.total ?? 0,
    page: () => sql`page`,
    ...over,
  })
  const call = { correlationId: 'c' } as never
  beforeEach(() => void asked.splice(0))

  it('counts first and reads the page after', async () => {
    expect(await readList(database, call, list())).toEqual({ rows: [{ id: 1 }], total: 3 })
    expect(asked).toEqual(['count', 'page'])
  })

  it('reads no page beyond the end of the list', async () => {
    expect(await readList(database, call, list({ page: () => undefined }))).toEqual({ rows: [], total: 3 })
    expect(asked).toEqual(['count'])
  })

  it('sets the planner in the transaction that counts and reads', async () => {
    await readList(database, call, list({ planning: () => LIST_PLANNING.withBitmaps }))
    expect(asked).toEqual(['begin', 'list.planning-bitmaps-on', 'count', 'page'])
  })
})
