import { newSecrets } from './secrets'
import { isRun, settingsOf, type Place } from './settings'

const certificates = {
  authority: 'authority.pem',
  certificate: 'server.pem',
  key: 'server.key',
  registrarCertificate: 'registrar.pem',
  hosts: [],
  registrarKey: 'registrar.key',
}
const place: Place = {
  databaseUrl: 'postgres://127.0.0.1/nameyard',
  amqpUrl: 'amqp://127.0.0.1',
  ports: { https: 1, dns: 2, epp: 3, control: 4, rri: 5 },
  certificates,
  secrets: newSecrets(),
  mails: 'mail',
}

it('runs the sandbox registry and sets SANDBOX=true in every application, unless it is switched off', () => {
  const settings = settingsOf(place)
  for (const each of Object.values(settings)) expect(each.SANDBOX).toBe('true')
  expect(settings['registry-worker'].REGISTRY_SANDBOX_PORT).toBe('3')
  expect(settings['sandbox-registry'].SANDBOX_RRI_PORT).toBe('5')
  expect(settings['registry-worker'].REGISTRY_SANDBOX_RRI_PORT).toBe('5')
  expect(isRun('sandbox-registry', place)).toBe(true)
})

it('starts only the applications that are asked for', () => {
  expect(isRun('orders', { ...place, only: ['orders'] })).toBe(true)
  expect(isRun('domains', { ...place, only: ['orders'] })).toBe(false)
})

it('without the sandbox gives no application the address or a password of the sandbox registry', () => {
  const production = { ...place, hasSandbox: false }
  const settings = settingsOf(production)
  expect(isRun('sandbox-registry', production)).toBe(false)
  for (const name of ['registry-worker', 'dns', 'domains'] as const) {
    expect(settings[name].SANDBOX).toBe('false')
    expect(Object.keys(settings[name]).filter((each) => /_SANDBOX_/.test(each))).toEqual([])
  }
})
