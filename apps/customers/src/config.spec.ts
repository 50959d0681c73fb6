import { actorSettings } from '@nameyard/testing/actors'
import { configSchema } from './config'

const read = (settings: Record<string, string>) =>
  configSchema.safeParse({
    DATABASE_URL: 'postgres://127.0.0.1/nameyard',
    AMQP_URL: 'amqp://127.0.0.1',
    ...actorSettings,
    ...settings,
  })
const faultsOf = (settings: Record<string, string>) => read(settings).error?.issues.map(({ path }) => path.join('.'))

it('has no passkeys by default, and those of a page at the domain when a domain is set', () => {
  expect(read({}).data?.PASSKEY_RP_ID).toBeUndefined()
  expect(read({ PASSKEY_RP_ID: 'example.com' }).data?.PASSKEY_ORIGINS).toEqual(['https://example.com'])
})

it.each([
  ['example.com', 'https://example.com, https://panel.example.com:8443'],
  ['localhost', 'http://localhost:5173,https://localhost:8443'],
])('accepts the domain %s with the origins %s', (domain, origins) => {
  expect(faultsOf({ PASSKEY_RP_ID: domain, PASSKEY_ORIGINS: origins })).toBeUndefined()
})

it.each(['https://example.com', 'Example.com', 'example.com.', '127.0.0.1', '-a.example', 'a b', ''])(
  'refuses the domain %p',
  (domain) => expect(faultsOf({ PASSKEY_RP_ID: domain })).toContain('PASSKEY_RP_ID'),
)

it.each([
  'https://example.net',
  'https://notexample.com',
  'http://example.com',
  'https://example.com/',
  'https://example.com/login',
  'example.com',
  '',
])('refuses the origin %p for the domain example.com', (origins) => {
  expect(faultsOf({ PASSKEY_RP_ID: 'example.com', PASSKEY_ORIGINS: origins })).toEqual(['PASSKEY_ORIGINS'])
})

it('refuses origins without a domain', () => {
  expect(faultsOf({ PASSKEY_ORIGINS: 'https://example.com' })).toEqual(['PASSKEY_ORIGINS'])
})
