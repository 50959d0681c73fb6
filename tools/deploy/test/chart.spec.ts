import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Ajv from 'ajv'
import { service as customers } from '@nameyard/customers/service'
import { service as dns } from '@nameyard/dns/service'
import { service as domains } from '@nameyard/domains/service'
import { service as events } from '@nameyard/events/service'
import { service as gateway } from '@nameyard/gateway/service'
import { service as orders } from '@nameyard/orders/service'
import { service as registryWorker } from '@nameyard/registry-worker/service'
import { loadConfig, settingNames } from '@nameyard/runtime/load-config'
import type { Service } from '@nameyard/runtime/service'
import { service as sandboxRegistry } from '@nameyard/sandbox-registry/service'
import { canRender, renderChart } from '../src/render-chart'
import { componentOf, faultsOf, goldenFile, manifestsOf, root, sizes, valuesOf, type Manifest } from './manifests'

/** The chart deploy/helm/nameyard, by the manifests that it prints: tools/deploy/golden. */

const services: readonly Service[] = [customers, dns, domains, events, gateway, orders, registryWorker, sandboxRegistry]

const secrets = mkdtempSync(join(tmpdir(), 'nameyard-secrets-'))
execFileSync(process.execPath, [join(root, 'docker/secrets.mjs'), secrets])
writeFileSync(join(secrets, 'mail_smtp_url'), 'smtps://nameyard:of-the-mail-server@mail.example.com')
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
writeFileSync(join(secrets, 'mail_dkim_key'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
writeFileSync(join(secrets, 'keda_host'), 'https://nameyard-keda:of-the-broker@rabbitmq.example.net:15671')

interface SecretList {
  readonly items: readonly {
    readonly metadata: { readonly name: string }
    readonly data: Readonly<Record<string, string>>
  }[]
}
const printSecrets = (folder: string) =>
  JSON.parse(
    execFileSync(process.execPath, [join(root, 'deploy/secrets.mjs'), 'kubernetes', folder, 'nameyard'], {
      encoding: 'utf8',
    }),
  ) as SecretList

const deploymentsOf = (size: string) => manifestsOf(size).filter(({ kind }) => kind === 'Deployment')
const containerOf = ({ spec }: Manifest) => spec.template.spec.containers[0]!

/** The environment of a container, as its program sees it here. */
const environmentOf = (manifest: Manifest): Record<string, string> =>
  Object.fromEntries(
    containerOf(manifest).env.map(({ name, value = '' }) => [name, value.replace(/^\/run\/secrets(?=\/|$)/, secrets)]),
  )

describe('the manifests', () => {
  const small = readFileSync(goldenFile('small'), 'utf8')
  const available = readFileSync(goldenFile('high-availability'), 'utf8')

  /** A fault that is planted in a golden, and what the validator says about it. */
  const plants: Record<string, { readonly text: string; readonly fault: RegExp }> = {
    'a number as text': {
      text: small.replace('failureThreshold: 60', "failureThreshold: '60'"),
      fault: /Deployment .*failureThreshold must be integer/,
    },
    'an unknown field of a container': {
      text: small.replace(
        'readOnlyRootFilesystem: true',
        'readOnlyRootFilesytem: true\n            readOnlyRootFilesystem: true',
      ),
      fault: /readOnlyRootFilesytem/,
    },
    'an unknown field of a disruption budget': {
      text: small.replace('maxUnavailable: 1\n  selector', 'maxUnavailabel: 1\n  selector'),
      fault: /PodDisruptionBudget .*maxUnavailabel/,
    },
    'an unknown kind': { text: small.replace('kind: HTTPRoute', 'kind: HTTPRuote'), fault: /there is no HTTPRuote/ },
    'a route without a service': {
      text: small.replace('- name: nameyard-mcp\n', '- name: nameyard-mpc\n'),
      fault: /there is no service nameyard-mpc/,
    },
    'a policy for no pod': {
      text: small.replace(
        /(kind: NetworkPolicy[\s\S]*?podSelector:[\s\S]*?component: )gateway/,
        (_, before: string) => `${before}gatewya`,
      ),
      fault: /NetworkPolicy .*selects no pod/,
    },
    'a probe without time': {
      text: small.replace('timeoutSeconds: 3', 'timeoutSeconds: 2'),
      fault: /Probe ends before/,
    },
    'a drain that is cut': {
      text: small.replace('terminationGracePeriodSeconds: 45', 'terminationGracePeriodSeconds: 30'),
      fault: /killed before it has drained/,
    },
    'a container that may write': {
      text: small.replace('readOnlyRootFilesystem: true', 'readOnlyRootFilesystem: false'),
      fault: /not hardened/,
    },
    'a deployment that two things scale': {
      text: available.replace(
        /(name: nameyard-gateway\n[\s\S]*?spec:\n)( {2}revisionHistoryLimit)/,
        '$1  replicas: 3\n$2',
      ),
      fault: /either replicas or what scales it/,
    },
    'a trigger with a number': {
      text: available.replace('value: "50"', 'value: 50'),
      fault: /value is not a text: quote it/,
    },
    'a trigger that counts only what waits': {
      text: available.replace('protocol: http', 'protocol: amqp'),
      fault: /protocol cannot be amqp/,
    },
    'a trigger with an unknown field': {
      text: available.replace('vhostName: /', 'vhostName: /\n        queueLenght: "5"'),
      fault: /KEDA has no field queueLenght/,
    },
    'no worker at all': {
      text: available.replace('minReplicaCount: 2', 'minReplicaCount: 0'),
      fault: /needs? a worker/,
    },
  }

  let faults: Record<string, string[]>
  beforeAll(() => {
    const texts = Object.fromEntries(Object.entries(plants).map(([name, { text }]) => [name, text]))
    faults = faultsOf(sizes.map(goldenFile), texts)
  })

  it.each(sizes)('are valid: %s', (size) => {
    expect(faults[goldenFile(size)]).toEqual([])
  })

  it.each(Object.keys(plants))('are reported with a planted fault: %s', (name) => {
    expect(faults[name]!.join('\n')).toMatch(plants[name]!.fault)
  })
})

describe.each(sizes)('the services of %s', (size) => {
  const deployments = deploymentsOf(size)

  it('are all there', () => {
    const wanted = services.map(({ name }) => name).filter((name) => size === 'small' || name !== 'sandbox-registry')
    const optional = size === '300-registries' ? ['admin'] : ['admin', 'mcp']
    expect(new Set(deployments.map(componentOf))).toEqual(new Set([...wanted, ...optional]))
  })

  const withSettings = deployments.filter((deployment) => !['admin', 'mcp'].includes(componentOf(deployment)))
  it.each(withSettings.map((deployment) => [deployment.metadata.name, deployment] as const))(
    '%s has settings that its program knows and accepts',
    (_, deployment) => {
      const { config } = services.find(({ name }) => name === componentOf(deployment))!
      const environment = environmentOf(deployment)
      const known = [...settingNames(config).flatMap((name) => [name, `${name}_FILE`]), 'NODE_EXTRA_CA_CERTS']
      expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([])
      expect(() => loadConfig(config, environment)).not.toThrow()
    },
  )

  it('mount exactly the secrets that deploy/secrets.mjs prints', () => {
    const printed = new Map(printSecrets(secrets).items.map(({ metadata, data }) => [metadata.name, Object.keys(data)]))
    const withSecrets = deployments.filter((deployment) => componentOf(deployment) !== 'admin')
    for (const deployment of withSecrets) {
      const { env } = containerOf(deployment)
      const read = env.flatMap(({ value = '' }) => /^\/run\/secrets\/(.+)$/.exec(value)?.[1] ?? [])
      const given = printed.get(`nameyard-${componentOf(deployment)}`)!
      // A secret of an optional part is there also where the part is not.
      const optional = ['registry_password', 'mcp_secret', 'mail_dkim_key']
      const unused = given.filter((name) => !read.includes(name) && !optional.includes(name))
      expect({ unused, missing: read.filter((name) => !given.includes(name)) }).toEqual({ unused: [], missing: [] })
    }
  })

  it('open fewer connections to the database than it has', () => {
    const { database } = valuesOf(size) as { database: { maxConnections: number; reservedConnections: number } }
    expect(connectionsOf(manifestsOf(size)) * 1.2).toBeLessThanOrEqual(
      database.maxConnections - database.reservedConnections,
    )
  })
})

/** The connections of all services while each is rolled out: replicas and one more, with pool and watch. */
function connectionsOf(manifests: readonly Manifest[]): number {
  const sums = manifests.map((manifest) => {
    if (manifest.kind !== 'Deployment') return 0
    const pool = Number(environmentOf(manifest).DATABASE_POOL ?? Number.NaN)
    const scaler = manifests.find(
      ({ kind, spec }) => kind === 'ScaledObject' && spec.scaleTargetRef!.name === manifest.metadata.name,
    )
    const most = manifest.spec.replicas ?? scaler?.spec.maxReplicaCount
    return Number.isNaN(pool) ? 0 : (most! + 1) * (pool + 1)
  })
  return sums.reduce((sum, each) => sum + each, 0)
}

describe('the assistants of an installation', () => {
  const deployments = deploymentsOf('small')
  const settings = (component: string) =>
    environmentOf(deployments.find((deployment) => componentOf(deployment) === component)!)

  it('sign in at the gateway of the host name, with a secret that it shares with the tool server', () => {
    const url = 'https://api.example.com'
    const shared = { PUBLIC_URL: url, MCP_PUBLIC_URL: url, MCP_SECRET_FILE: join(secrets, 'mcp_secret') }
    expect(settings('gateway')).toMatchObject(shared)
    expect(settings('mcp')).toMatchObject(shared)
  })

  it('find the metadata of the tool server at the host name', () => {
    const route = manifestsOf('small').find(({ kind }) => kind === 'HTTPRoute')!
    const [tools] = (route.spec as unknown as { rules: { matches: object[]; backendRefs: { name: string }[] }[] }).rules
    expect(tools!.backendRefs).toEqual([{ name: 'nameyard-mcp', port: 80 }])
    expect(tools!.matches).toContainEqual({
      path: { type: 'PathPrefix', value: '/.well-known/oauth-protected-resource' },
    })
  })

  it('are unknown to a gateway without a tool server', () => {
    const gateway = deploymentsOf('300-registries').find((deployment) => componentOf(deployment) === 'gateway')!
    expect(Object.keys(environmentOf(gateway)).filter((name) => name.startsWith('MCP_'))).toEqual([])
  })
})

describe('the listener for reports about mails', () => {
  interface Listener {
    readonly type: string
    readonly externalTrafficPolicy: string
    readonly ports: readonly { readonly port: number; readonly targetPort: string }[]
    readonly ingress: readonly { readonly ports: readonly { readonly port: string }[] }[]
  }
  const specOf = (size: string, kind: string, name: string) =>
    manifestsOf(size).find((each) => each.kind === kind && each.metadata.name === name)?.spec as unknown as
      Listener | undefined

  it('is reached at port 25, by clients with their own addresses', () => {
    const { type, externalTrafficPolicy, ports } = specOf('high-availability', 'Service', 'nameyard-incoming-mail')!
    expect({ type, externalTrafficPolicy }).toEqual({ type: 'LoadBalancer', externalTrafficPolicy: 'Local' })
    expect(ports).toEqual([{ name: 'smtp', port: 25, targetPort: 'smtp' }])
    const customers = deploymentsOf('high-availability').find((each) => componentOf(each) === 'customers')!
    const { MAIL_INCOMING_PORT: port } = environmentOf(customers)
    expect(containerOf(customers).ports).toContainEqual({ name: 'smtp', containerPort: Number(port) })
    expect(containerOf(customers).volumeMounts).toContainEqual(
      expect.objectContaining({ name: 'mail-certificate', readOnly: true }),
    )
  })

  it('is open in the network policy of customers only where it is enabled', () => {
    const openPorts = (size: string) =>
      specOf(size, 'NetworkPolicy', 'nameyard-customers')!.ingress.flatMap(({ ports }) => ports.map(({ port }) => port))
    expect(openPorts('high-availability')).toContain('smtp')
    expect(openPorts('small')).not.toContain('smtp')
    expect(specOf('small', 'Service', 'nameyard-incoming-mail')).toBeUndefined()
  })
})

it('serves each of 300 accounts with one group and one trigger', () => {
  const manifests = manifestsOf('300-registries')
  const served = manifests.flatMap((manifest) =>
    manifest.kind === 'Deployment' ? (environmentOf(manifest).REGISTRY_ACCOUNTS?.split(',') ?? []) : [],
  )
  const queues = manifests.flatMap(({ spec }) => spec.triggers?.map(({ metadata }) => metadata.queueName!) ?? [])
  expect(new Set(served).size).toBe(300)
  expect(queues.toSorted()).toEqual(served.map((account) => `registry-worker.work.${account}`).toSorted())
})

describe('the schema of the values', () => {
  const schema = JSON.parse(readFileSync(join(root, 'deploy/helm/nameyard/values.schema.json'), 'utf8')) as object
  const validate = new Ajv({ allErrors: true, strictTypes: false, strictRequired: false }).compile(schema)
  const faultsWith = (values: object) => {
    validate(values)
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`).join('\n')
  }

  it.each(sizes)('accepts the values of %s', (size) => {
    expect(faultsWith(valuesOf(size))).toBe('')
  })

  it.each([
    ['an unknown value', { databse: {} }, /additional properties/],
    ['a number as setting', { orders: { ...(valuesOf().orders as object), settings: { TTL: 1 } } }, /must be string/],
    ['a group with neither replicas nor KEDA', { workers: [{ name: 'all', accounts: [] }] }, /exactly one schema/],
    [
      'a group that KEDA scales without accounts',
      { workers: [{ name: 'all', accounts: [], keda: { minReplicas: 1, maxReplicas: 2, messages: 5 } }] },
      /fewer than 1 items/,
    ],
    ['an address in place of a host name', { hostname: 'https://api.example.com' }, /pattern/],
  ])('refuses %s', (_, values, fault) => {
    expect(faultsWith({ ...valuesOf('small'), ...values })).toMatch(fault)
  })
})

it('prints no secrets while one is missing', () => {
  const empty = mkdtempSync(join(tmpdir(), 'nameyard-secrets-'))
  expect(() => printSecrets(empty)).toThrow(/nameyard-gateway is missing/)
})

it.each([
  ['more connections than the database has', 'database: { maxConnections: 50 }', /can open \d+ connections/],
  [
    'a listener for mails without a certificate',
    'customers: { incomingMail: { enabled: true, returnDomain: return.example.com } }',
    /Set customers.incomingMail.tlsSecret/,
  ],
  ['no host name', "hostname: ''", /Set hostname/],
  ['no database', "database: { host: '' }", /Set database.host/],
])('the chart refuses %s', (_, over, sentence) => {
  if (!canRender()) return void process.stderr.write('SKIPPED: no Go here; what the chart refuses is not seen\n')
  const file = join(mkdtempSync(join(tmpdir(), 'nameyard-values-')), 'values.yaml')
  writeFileSync(file, over)
  expect(() => renderChart([['deploy/helm/small.yaml', file]])).toThrow(sentence)
})
