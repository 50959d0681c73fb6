import { settingsGiven } from './settings'

it('passes to every application the settings that it reads', () => {
  const powerdns = { DNS_PUBLISHER: 'powerdns', POWERDNS_URL: 'http://127.0.0.1:8081', POWERDNS_API_KEY: 'key' }
  const { dns, customers, domains } = settingsGiven({ ...powerdns, MAIL_FROM: 'a@b.example', PATH: '/bin' })
  expect(dns).toEqual(powerdns)
  expect(customers).toEqual({ MAIL_FROM: 'a@b.example' })
  expect(domains).toEqual({})
})

it('ignores settings that the start derives itself', () => {
  expect(settingsGiven({ DATABASE_URL: 'postgres://h/d', DNS_PORT: '5301' }).dns).toEqual({})
})

it.each([
  ['DNS_PUBLISHR', 'DNS_PUBLISHER'],
  ['POWERDNS_APIKEY', 'POWERDNS_API_KEY'],
  ['GATEWAY_HTTP_PROT', 'GATEWAY_HTTP_PORT'],
  ['DATABASE_URI', 'DATABASE_URL'],
])('refuses %s and names %s', (unknown, nearest) => {
  expect(() => settingsGiven({ [unknown]: 'x' })).toThrow(
    `${unknown} is not a setting; the nearest one is ${nearest}: correct it or unset it.`,
  )
})

it('ignores empty settings and the settings of other programs', () => {
  expect(() => settingsGiven({ DNS_PUBLISHR: '', NAMEYARD_TOKEN: 't', DNSX: '1' })).not.toThrow()
})
