import { hidden, join, prepared, queryOf, raw, sql, statement, type Placeholders } from './statement'

interface Owner {
  readonly id: number
  readonly resellerId: number
}

describe('a statement', () => {
  it('numbers its parameters in the order in which they first appear', () => {
    const find = statement<Owner>(
      'test.find',
      (given) => sql`select from t where a = ${given.resellerId} and b = ${given.id}`,
    )
    expect(find).toEqual({
      name: 'test.find',
      text: 'select from t where a = $1 and b = $2',
      parameters: ['resellerId', 'id'],
    })
  })

  it('gives a property that is used twice one number', () => {
    const find = statement<Owner>('test.twice', ({ id, resellerId }) => sql`${id} ${resellerId} ${id}`)
    expect(find.text).toBe('$1 $2 $1')
    expect(find.parameters).toEqual(['id', 'resellerId'])
  })

  it('takes its values from the object of the call, and ignores other properties', () => {
    const find = statement<Owner>('test.values', ({ id, resellerId }) => sql`${id} ${resellerId} ${id}`)
    const given = { resellerId: 2, other: 3, id: 1 }
    expect(queryOf(find, given)).toEqual({ name: 'test.values', text: '$1 $2 $1', values: [1, 2] })
  })

  it('has no parameters where nothing is given', () => {
    expect(queryOf(statement('test.none', () => sql`select 1`))).toEqual({
      name: 'test.none',
      text: 'select 1',
      values: [],
    })
  })

  it('builds its text once, when it is declared', () => {
    const build = jest.fn(({ id }: Placeholders<{ id: number }>) => sql`${id}`)
    const once = statement<{ id: number }>('test.once', build)
    queryOf(once, { id: 1 })
    queryOf(once, { id: 2 })
    expect(build).toHaveBeenCalledTimes(1)
  })

  it('is composed of fragments, joins and constant texts', () => {
    const columns = join([sql`id`, sql`label`], ', ')
    const owned = ({ id, resellerId }: Placeholders<Owner>) => sql`id = ${id} and reseller_id = ${resellerId}`
    const find = statement<Owner & { since: Date }>(
      'test.composed',
      (given) => sql`select ${columns} from ${raw('domain')} where at > ${given.since} and ${owned(given)}`,
    )
    expect(find.text).toBe('select id, label from domain where at > $1 and id = $2 and reseller_id = $3')
    expect(find.parameters).toEqual(['since', 'id', 'resellerId'])
  })

  it.each([
    ['a text', 'domain'],
    ['a number', 7],
    ['undefined', undefined],
    ['an array', [1]],
  ])('refuses %s in place of a parameter', (_, value) => {
    expect(() => statement('test.bad', () => sql`select a from t where b = ${value}`)).toThrow(
      'statement test.bad: the value after "select a from t where b = " is not a property of the parameters',
    )
  })

  it('refuses a parameter that becomes part of a text', () => {
    const write = (given: Placeholders<Owner>) => sql`select ${raw(`id = ${String(given.id)}`)}`
    expect(() => statement<Owner>('test.text', write)).toThrow(
      'parameter id is used as a text: write it in an sql template',
    )
  })

  it('refuses to read all parameters at once', () => {
    expect(() => statement<Owner>('test.spread', (given) => sql`${join(Object.values(given))}`)).toThrow(
      'statement test.spread: read the parameters by name',
    )
  })

  it('refuses a text with numbered parameters of its own', () => {
    expect(() => statement<Owner>('test.mixed', ({ id }) => sql`select ${id}, $1`)).toThrow(
      'statement test.mixed: "$1" is written by hand',
    )
  })

  it('refuses the name of another statement', () => {
    statement('test.same', () => sql`select 1`)
    expect(() => statement('test.same', () => sql`select 2`)).toThrow('statement test.same is declared twice')
  })
})

describe('a text that is composed at run time', () => {
  it('has no name and contains its own values', () => {
    const filters = [sql`label = ${'a'}`, sql`id = any(${[1, 2]})`]
    expect(queryOf(sql`select from t where ${join(filters, ' and ')} limit ${10}`)).toEqual({
      text: 'select from t where label = $1 and id = any($2) limit $3',
      values: ['a', [1, 2], 10],
    })
  })

  it('refuses the parameter of a statement', () => {
    let leaked: unknown
    statement<{ id: number }>('test.leak', ({ id }) => sql`${(leaked = id)}`)
    expect(() => queryOf(sql`select ${leaked}`)).toThrow('parameter id belongs to a statement')
  })
})

describe('a prepared text of run time', () => {
  const text = (form: string, size = 1) => prepared('test.form', sql`select ${raw(form)} limit ${hidden(size)}`)

  it('has a name for each of its forms, whatever its values are', () => {
    const [one, again, other] = [queryOf(text('1', 10)), queryOf(text('1', 20)), queryOf(text('2', 10))]
    expect(one.name).toMatch(/^test\.form\.[\da-f]{16}$/)
    expect(again).toEqual({ name: one.name, text: 'select 1 limit (select $1::integer)', values: [20] })
    expect(other.name).not.toBe(one.name)
  })

  it('has no name once there are too many forms', () => {
    const names = Array.from({ length: 200 }, (_, form) => queryOf(text(`${form}`)).name)
    const given = names.filter((name) => name !== undefined)
    expect(new Set(given).size).toBe(given.length)
    expect(given.length).toBeLessThanOrEqual(100)
    expect(queryOf(text('0')).name).toBe(names[0])
    expect(queryOf(text('500')).name).toBeUndefined()
  })
})
