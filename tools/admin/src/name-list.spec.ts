import { journalIn, namesAlone, namesIn } from './name-list'

const columns = { name: 'name', reseller: 'reseller', owner: 'owner' }

it('reads names with the account of their line, or the common one', () => {
  const csv = 'name,reseller\nOne.com,7\n"two.com",\n\n'
  expect(namesIn(csv, columns, 5)).toEqual([
    { name: 'one.com', resellerId: 7, owner: '' },
    { name: 'two.com', resellerId: 5, owner: '' },
  ])
})

it('reads other columns by their names, and semicolons', () => {
  const csv = '\uFEFFdomein;klant;houder\r\none.com;7;AB1-NL\r\n'
  expect(namesIn(csv, { name: 'domein', reseller: 'klant', owner: 'houder' }, undefined)).toEqual([
    { name: 'one.com', resellerId: 7, owner: 'AB1-NL' },
  ])
})

it.each([
  ['a missing column', 'domain\none.com', 'The first line has no column name.'],
  ['a name without an account', 'name\none.com', 'line 2: no reseller is given.'],
  ['an account that is no number', 'name,reseller\none.com,north', 'line 2: the reseller is not a number.'],
  ['a name that is listed twice', 'name,reseller\none.com,7\nONE.com,8', 'line 3: one.com is listed twice.'],
  ['a file without names', 'name\n', 'The file has no names.'],
])('refuses %s', (_, csv, problem) => {
  expect(() => namesIn(csv, columns, undefined)).toThrow(problem)
})

it('reads names without accounts', () => {
  expect(namesAlone('name\nOne.com', columns)).toEqual([{ name: 'one.com', owner: '' }])
})

it('reads the operations of an archived journal by their names', () => {
  const csv =
    'name,operation,at,years,reseller\none.com,create,2027-01-01T00:00:00Z,2,7\none.com,renew,2027-01-02 10:00Z,,'
  expect(journalIn(csv, 'sandbox')).toEqual([
    {
      name: 'one.com',
      resellerId: 7,
      owner: '',
      journal: [
        { operation: 'create', at: '2027-01-01T00:00:00.000Z', years: 2 },
        { operation: 'renew', at: '2027-01-02T10:00:00.000Z', years: 1 },
      ],
    },
  ])
})

it.each([
  [
    'another operation',
    'one.com,delete,2027-01-01T00:00:00Z,1',
    'line 2: the operation is none of create, renew, transfer.',
  ],
  ['an instant that is none', 'one.com,create,today,1', 'line 2: the instant is not in ISO 8601.'],
  [
    'years that are no number',
    'one.com,create,2027-01-01T00:00:00Z,x',
    'line 2: the years or the reseller are not numbers.',
  ],
])('refuses a journal with %s', (_, line, problem) => {
  expect(() => journalIn(`name,operation,at,years\n${line}`, 'sandbox')).toThrow(problem)
})

it('reads the archives of several days, each operation once, of one account', () => {
  const head = 'id,account,name,operation,at,years,reseller'
  const line = '1,sandbox,one.com,create,2027-01-01T00:00:00Z,1,7'
  const other = '2,other,two.com,create,2027-01-02T00:00:00Z,1,7'
  const names = journalIn([head, line, line, '', head, other].join('\n'), 'sandbox')
  expect(names.map(({ name, journal }) => [name, journal.length])).toEqual([['one.com', 1]])
})
