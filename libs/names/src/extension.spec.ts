import { splitExtension } from './extension'

const extensions = new Set(['com', 'uk', 'co.uk', 'xn--p1ai'])

it.each([
  ['example.com', { name: 'example', extension: 'com' }],
  ['example.co.uk', { name: 'example', extension: 'co.uk' }],
  ['example.uk', { name: 'example', extension: 'uk' }],
  ['www.example.co.uk', { name: 'www.example', extension: 'co.uk' }],
  ['a.xn--p1ai', { name: 'a', extension: 'xn--p1ai' }],
  ['co.uk', undefined],
  ['com', undefined],
  ['example.org', undefined],
  ['examplecom', undefined],
])('splits %s', (name, split) => {
  expect(splitExtension(name, extensions)).toEqual(split)
})
