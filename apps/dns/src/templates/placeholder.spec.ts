import { filledFor } from './placeholder'

const record = { type: 'TXT', name: '', value: '', ttl: 600 }

it.each([
  ['', 'v=spf1 a:%domain% include:%DOMAIN%', '', 'v=spf1 a:example.com include:example.com'],
  ['%domain%', '$& 100%domain', 'example.com', '$& 100%domain'],
  ['www.%domain%', '%%domain%%', 'www.example.com', '%example.com%'],
])('puts the name of the zone into %s and %s', (name, value, filledName, filledValue) => {
  expect(filledFor('example.com', [{ ...record, name, value }])).toEqual([
    { ...record, name: filledName, value: filledValue },
  ])
})
