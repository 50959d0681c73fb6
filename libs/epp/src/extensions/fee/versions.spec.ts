import { answerFrom } from '../../../test/golden'
import { encodeCommand } from '../../command'
import { checkDomain } from '../../domain/check'
import { createDomain } from '../../domain/create'
import { extended } from '../../extension'
import { acceptFees } from './accept'
import { checkFees } from './check'
import { feeVersions } from './versions'

const of = (version: string) => `urn:ietf:params:xml:ns:fee-${version}`
const names = ['one.example', 'two.example']
const year = { value: 1, unit: 'y' } as const
const checkIn = (version: string) =>
  extended(checkDomain(names), checkFees([{ command: 'create', period: year }], { names, version }))
const body = (command: Parameters<typeof encodeCommand>[0]) =>
  /<fee:check[^>]*>([^]*)<\/fee:check>/.exec(encodeCommand(command, 'op-1'))![1]!.replace(/\s+/g, '')
const period = '<fee:periodunit="y">1</fee:period>'

it('are spoken from RFC 8748 down to 0.5, in that order', () => {
  expect(feeVersions.map((each) => each.split('-').at(-1))).toEqual([
    '1.0',
    '0.23',
    '0.21',
    '0.12',
    '0.11',
    '0.9',
    '0.8',
    '0.7',
    '0.6',
    '0.5',
  ])
})

it.each(['0.12', '0.21', '0.23'])('%s asks with a list of commands', (version) => {
  expect(body(checkIn(of(version)))).toBe(`<fee:commandname="create">${period}</fee:command>`)
})

it('0.11 asks for one command, and for no second one', () => {
  expect(body(checkIn(of('0.11')))).toBe(`<fee:command>create</fee:command>${period}`)
  const two = [{ command: 'create' }, { command: 'renew' }] as const
  expect(() => checkFees(two, { names, version: of('0.11') })).toThrow('command')
})

it.each([
  ['0.5', 'domain', 'name'],
  ['0.6', 'domain', 'name'],
  ['0.7', 'domain', 'name'],
  ['0.8', 'domain', 'name'],
  ['0.9', 'object', 'objID'],
])('%s asks for each name', (version, container, id) => {
  const asked = names.map(
    (name) =>
      `<fee:${container}><fee:${id}>${name}</fee:${id}><fee:command>create</fee:command>${period}</fee:${container}>`,
  )
  expect(body(checkIn(of(version)))).toBe(asked.join(''))
})

const price = '<f:period unit="y">1</f:period><f:fee>100.00</f:fee>'
const named = '<f:object><d:name xmlns:d="urn:ietf:params:xml:ns:domain-1.0">one.example</d:name></f:object>'

it.each([
  [
    '0.23',
    `<f:currency>USD</f:currency><f:cd><f:objID>one.example</f:objID><f:command name="create">${price}<f:class>premium</f:class></f:command></f:cd>`,
  ],
  [
    '0.12',
    `<f:currency>USD</f:currency><f:cd>${named}<f:command name="create">${price}<f:class>premium</f:class></f:command></f:cd>`,
  ],
  [
    '0.11',
    `<f:cd>${named}<f:command>create</f:command><f:currency>USD</f:currency>${price}<f:class>premium</f:class></f:cd>`,
  ],
  [
    '0.9',
    `<f:cd><f:objID>one.example</f:objID><f:currency>USD</f:currency><f:command>create</f:command>${price}<f:class>premium</f:class></f:cd>`,
  ],
  [
    '0.5',
    `<f:cd><f:name>one.example</f:name><f:currency>USD</f:currency><f:command>create</f:command>${price}<f:class>premium</f:class></f:cd>`,
  ],
])('%s answers the same price', (version, content) => {
  const extension = `<f:chkData xmlns:f="${of(version)}">${content}</f:chkData>`
  const { fees } = answerFrom(checkIn(of(version)), { resData: availability, extension })
  expect(fees).toMatchObject({
    currency: 'USD',
    objects: [
      {
        id: 'one.example',
        available: true,
        class: 'premium',
        commands: [{ command: 'create', period: year, fees: [{ amount: '100.00' }] }],
      },
    ],
  })
})

const availability = `<d:chkData xmlns:d="urn:ietf:params:xml:ns:domain-1.0">
  <d:cd><d:name avail="1">one.example</d:name></d:cd></d:chkData>`

it('several commands about one name are one object', () => {
  const cd = (command: string) =>
    `<f:cd><f:name>one.example</f:name><f:currency>USD</f:currency><f:command>${command}</f:command>${price}</f:cd>`
  const extension = `<f:chkData xmlns:f="${of('0.7')}">${cd('create')}${cd('renew')}</f:chkData>`
  const { fees } = answerFrom(checkIn(of('0.7')), { resData: availability, extension })
  expect(fees!.objects.map(({ commands }) => commands.map(({ command }) => command))).toEqual([['create', 'renew']])
})

it('agree to a fee and read the charge in the namespace of the version', () => {
  const version = of('0.9')
  const accepted = acceptFees('create', { currency: 'USD', fees: ['5.00'] }, version)
  const create = extended(createDomain({ name: 'one.example', authInfo: { pw: '2fooBAR' } }), accepted)
  expect(encodeCommand(create, 'op-1')).toContain(`<fee:create xmlns:fee="${version}">`)
  const resData = `<d:creData xmlns:d="urn:ietf:params:xml:ns:domain-1.0"><d:name>one.example</d:name>
    <d:crDate>2026-11-20T00:00:00Z</d:crDate></d:creData>`
  const extension = `<f:creData xmlns:f="${version}"><f:currency>USD</f:currency><f:fee>5.00</f:fee></f:creData>`
  expect(answerFrom(create, { resData, extension }).charge).toMatchObject({
    currency: 'USD',
    fees: [{ amount: '5.00' }],
  })
})
