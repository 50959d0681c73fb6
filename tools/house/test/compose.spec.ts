import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { services as owners } from '@nameyard/contracts/operation'
import { service as customers } from '@nameyard/customers/service'
import { service as dns } from '@nameyard/dns/service'
import { service as domains } from '@nameyard/domains/service'
import { service as events } from '@nameyard/events/service'
import { service as gateway } from '@nameyard/gateway/service'
import { loadConfig as loadToolServer } from '@nameyard/mcp/config'
import { service as orders } from '@nameyard/orders/service'
import { service as registryWorker } from '@nameyard/registry-worker/service'
import { loadConfig, settingNames } from '@nameyard/runtime/load-config'
import type { Service } from '@nameyard/runtime/service'
import { service as sandboxRegistry } from '@nameyard/sandbox-registry/service'
import { faultsOfPrometheus } from '@nameyard/testing/promtool'
import { compose, environmentOf, madeSecrets, networksOf, root, secretsFolder, secretsOf } from './compose-file'

/** Rules are those of the Compose specification (compose-spec, "Services top-level elements"). */

const ours: readonly Service[] = [customers, dns, domains, events, gateway, orders, registryWorker, sandboxRegistry]
const services = Object.entries(compose.services)
const running = ours.map((service) => [service.name, service] as const)

const SERVICE_KEYS =
  'image build entrypoint command environment ports volumes depends_on healthcheck restart stop_grace_period profiles ' +
  'stdin_open network_mode networks hostname user secrets configs deploy read_only cap_drop cap_add security_opt tmpfs pids_limit mem_limit cpus'

/** Settings with an address or port on which a service listens inside the container. */
const isListener = (name: string) => /(^|_)PORT$/.test(name)

describe('the whole file', () => {
  it('has only elements that Compose knows', () => {
    const topLevel = Object.keys(compose).filter((key) => !key.startsWith('x-'))
    expect(topLevel.sort()).toEqual(['configs', 'name', 'networks', 'secrets', 'services', 'volumes'])
    for (const [name, service] of services)
      expect({ name, unknown: Object.keys(service).filter((key) => !SERVICE_KEYS.split(' ').includes(key)) }).toEqual({
        name,
        unknown: [],
      })
  })

  it('runs every service, PostgreSQL, RabbitMQ and PowerDNS', () => {
    const names = services.map(([name]) => name)
    for (const { name } of ours) expect(names).toContain(name)
    expect(names).toEqual(expect.arrayContaining(['postgres', 'rabbitmq', 'powerdns']))
  })

  it('uses exactly the secrets that docker/secrets.mjs makes, each of them random', () => {
    expect([...new Set(services.flatMap(([, service]) => secretsOf(service)))].sort()).toEqual(madeSecrets.sort())
    for (const name of madeSecrets) expect(compose.secrets[name]).toEqual({ file: `secrets/${name}` })
    const values = madeSecrets.map((name) => readFileSync(join(secretsFolder, name), 'utf8'))
    expect(new Set(values).size).toBe(values.length)
    for (const value of values) expect(value.length).toBeGreaterThanOrEqual(16)
  })

  it('has passwords, keys and secrets in files only', () => {
    for (const [name, { environment = {} }] of services) {
      const inline = Object.keys(environment).filter((variable) => /(PASSWORD|SECRET|API_KEY|TOKEN)$/.test(variable))
      // The login of an assistant is that of its user, who gives it when it starts.
      expect({ name, inline }).toEqual({ name, inline: name === 'mcp' ? ['NAMEYARD_PASSWORD'] : [] })
      const urls = Object.values(environment)
        .map(String)
        .filter((value) => value.includes('://'))
      for (const url of urls) expect(new URL(url).password).toBe('')
    }
  })

  it('connects to the database and the broker over TLS, with a certificate that is checked', () => {
    const settings = services.flatMap(([, { environment = {} }]) => Object.entries(environment))
    const urls = settings.flatMap(([name, value]) =>
      /^(DATABASE|AMQP)_URL$/.test(name) ? [new URL(String(value))] : [],
    )
    expect(urls.length).toBeGreaterThan(10)
    const authority = '/certificates/authority/authority.pem'
    for (const { protocol, search, searchParams } of urls) {
      if (protocol === 'amqps:') expect(searchParams.get('cacertfile')).toBe(authority)
      else
        expect({ protocol, search }).toEqual({
          protocol: 'postgres:',
          search: `?sslmode=verify-full&sslrootcert=${authority}`,
        })
    }
  })

  it('gives each password to one program, beside those that set it', () => {
    const setters = ['prepare', 'broker', 'powerdns']
    for (const secret of madeSecrets) {
      const holders = services.filter(
        ([name, service]) => !setters.includes(name) && secretsOf(service).includes(secret),
      )
      // The password at the registry and the secrets of auth codes and of assistants have two sides.
      const sides =
        { registry_password: 2, auth_code_secret: 2, mcp_secret: 2, powerdns_conf: 0, actor_keys: owners.length }[
          secret
        ] ?? 1
      expect({ secret, holders: holders.length }).toEqual({ secret, holders: sides })
    }
  })

  it('has a volume for each key, which one program fills and one reads', () => {
    const mounts = services.flatMap(([name, { volumes = [] }]) => volumes.map((volume) => [name, ...volume.split(':')]))
    for (const volume of Object.keys(compose.volumes)) {
      const of = mounts.filter(([, source]) => source === volume)
      const writers = of.filter(([, , , mode]) => mode !== 'ro')
      expect({ volume, writers: writers.length }).toEqual({ volume, writers: 1 })
      if (volume === 'authority') continue
      expect(of.length - writers.length).toBeLessThanOrEqual(1)
    }
  })

  it('separates networks: only the balancer and the name server are reached from outside, and pages of operators from here', () => {
    const on = (network: string) =>
      services.filter(([, service]) => networksOf(service).includes(network)).map(([name]) => name)
    for (const internal of ['database', 'broker', 'registry', 'gateways', 'mail', 'monitoring', 'sandbox-metrics'])
      expect(compose.networks[internal]).toMatchObject({ internal: true })
    const published = services.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port] as const))
    const isLocal = (port: string) => port.startsWith('127.0.0.1:')
    expect([...new Set(published.flatMap(([name, port]) => (isLocal(port) ? [] : [name])))]).toEqual([
      'powerdns',
      'balancer',
    ])
    expect(published.flatMap(([name, port]) => (isLocal(port) ? [name] : []))).toEqual(['mail', 'grafana'])
    // Prometheus reads the metrics of all services, and reaches no port of the sandbox registry but through its own network.
    expect(on('broker').filter((name) => compose.services[name]!.profiles?.includes('observability'))).toEqual([
      'prometheus',
    ])
    expect(on('sandbox-metrics')).toEqual(['sandbox-registry', 'prometheus'])
    for (const apart of ['gateway', 'admin', 'powerdns', 'rabbitmq']) expect(on('database')).not.toContain(apart)
    for (const apart of ['postgres', 'powerdns', 'prepare', 'sandbox-registry'])
      expect(on('broker')).not.toContain(apart)
    expect(networksOf(compose.services['postgres']!)).toEqual(['database'])
    expect(networksOf(compose.services['rabbitmq']!)).toEqual(['broker'])
    for (const network of services.flatMap(([, service]) => networksOf(service)))
      expect(Object.keys(compose.networks)).toContain(network)
  })

  it('declares every volume it mounts, and mounts every volume it declares', () => {
    const mounted = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0]!))
    const named = mounted.filter((source) => !/^[./]/.test(source))
    expect([...new Set(named)].sort()).toEqual(Object.keys(compose.volumes).sort())
    for (const path of mounted.filter((source) => source.startsWith('.')))
      expect({ path, exists: existsSync(join(root, 'docker', path)) }).toEqual({ path, exists: true })
  })

  it('mounts every configuration file that it declares, and each of them exists', () => {
    const mounted = services.flatMap(([, { configs = [] }]) => configs.map(({ source }) => source))
    expect([...new Set(mounted)].toSorted()).toEqual(Object.keys(compose.configs).toSorted())
    for (const { file } of Object.values(compose.configs))
      expect({ file, exists: existsSync(join(root, 'docker', file)) }).toEqual({ file, exists: true })
  })

  it('can run several gateways and workers', () => {
    expect(compose.services['gateway']!.deploy!.replicas).toBeGreaterThan(1)
    for (const name of ['gateway', 'registry-worker']) {
      const { ports, container_name, hostname, networks } = compose.services[name]!
      // Each of these exists once.
      expect({ ports, container_name, hostname }).toEqual({})
      expect(Array.isArray(networks)).toBe(true)
    }
    // All are reached through the balancer, which the gateways trust.
    const { ipv4_address: balancer } = (
      compose.services['balancer']!.networks as Record<string, { ipv4_address?: string }>
    )['gateways']!
    expect(environmentOf(compose.services['gateway']!).GATEWAY_TRUSTED_PROXIES).toBe(balancer)
  })

  it('scrapes every service, with rules and without faults of syntax', () => {
    const text = readFileSync(join(root, 'docker/prometheus.yml'), 'utf8')
    for (const { name } of ours) expect(text).toMatch(new RegExp(`[\\['\\s]${name}(:8080'|[,\\]])`))
    expect(faultsOfPrometheus(text)).toBe('')
  })

  it('publishes each port only once', () => {
    const published = services.flatMap(([, { ports = [] }]) => ports.map((port) => port.replace(/^127\.0\.0\.1:/, '')))
    for (const port of published) expect(port).toMatch(/^\d{1,5}:\d{1,5}(\/(tcp|udp))?$/)
    const listeners = published.map((port) => `${port.split(':')[0]}/${port.split('/')[1] ?? 'tcp'}`)
    expect(new Set(listeners).size).toBe(listeners.length)
  })
})

describe.each(services)('%s', (name, service) => {
  it('cannot change its image, gain rights or use more than its share', () => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      pids_limit: expect.any(Number),
      mem_limit: expect.any(String),
      cpus: expect.any(Number),
    })
    // Only images that start as root and then become another user.
    const added = ['postgres', 'rabbitmq'].includes(name)
      ? ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID']
      : undefined
    expect(service.cap_add).toEqual(added)
  })

  it('has a pinned image', () => {
    expect(service.image).toMatch(/^[a-z0-9./-]+:v?\d+\.\d+\.?\d*(-[a-z0-9.]+)?$/)
  })

  it('depends on services that can reach the state it waits for', () => {
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      const needed = compose.services[other]
      expect({ other, exists: needed !== undefined }).toEqual({ other, exists: true })
      if (condition === 'service_completed_successfully') expect(needed!.command).toBeDefined()
      else expect({ other, condition }).toEqual({ other, condition: 'service_healthy' })
      // Our image contains a health check. For another image, the compose file must declare one.
      if (condition === 'service_healthy' && !needed!.build) expect(needed!.healthcheck?.test?.[0]).toBe('CMD')
      if (condition === 'service_healthy') expect(needed!.healthcheck?.disable).not.toBe(true)
    }
  })

  it('starts an existing program', () => {
    if (!service.build) return
    const { context, dockerfile } = service.build
    expect(existsSync(join(root, 'docker', context, dockerfile))).toBe(true)
    const [command, program] = service.entrypoint ?? service.command!
    expect(command).toBe('node')
    if (ours.some((each) => each.name === name)) expect(program).toBe(`apps/${name}/dist/main.js`)
    const script = program!.replace(/\/dist\/(.*)\.js$/, '/src/$1.ts')
    expect({ name, script, exists: existsSync(join(root, script)) }).toEqual({ name, script, exists: true })
  })
})

describe('the tool server', () => {
  const { NAMEYARD_CA, ...settings } = environmentOf(compose.services['mcp-http']!)
  const gateways = environmentOf(compose.services['gateway']!)

  it('has valid settings, and shares its secret and addresses with the gateways', () => {
    expect(NAMEYARD_CA).toMatch(/^\/certificates\/authority\//)
    const { MCP_PUBLIC_URL, MCP_SECRET_FILE, PUBLIC_URL } = gateways
    // The image has the port of its health check.
    expect(loadToolServer({ ...settings, HEALTH_PORT: '8080' })).toMatchObject({
      transport: 'http',
      oauth: { issuer: PUBLIC_URL, publicUrl: MCP_PUBLIC_URL, secret: readFileSync(MCP_SECRET_FILE!, 'utf8') },
      health: { host: '127.0.0.1' },
    })
  })

  it('is reached through the balancer only, which sends it what assistants ask', () => {
    expect(compose.services['mcp-http']).toMatchObject({ network_mode: 'service:balancer' })
    const balancer = readFileSync(join(root, 'docker/haproxy.cfg'), 'utf8')
    expect(balancer).toContain(`server mcp 127.0.0.1:${settings.MCP_HTTP_PORT} `)
    expect(balancer).toContain('path_beg /mcp/ /.well-known/oauth-protected-resource')
  })
})

describe.each(running)('settings of %s', (name, service) => {
  const composed = compose.services[name]!
  const environment = environmentOf(composed)

  it('are known to the service', () => {
    const known = settingNames(service.config).flatMap((setting) => [setting, `${setting}_FILE`])
    expect(Object.keys(environment).filter((variable) => !known.includes(variable))).toEqual([])
  })

  it('are complete and valid', () => {
    expect(() => loadConfig(service.config, environment)).not.toThrow()
  })

  it('name hosts of this file, or localhost in addresses for users', () => {
    const published = services.flatMap(([, { ports = [] }]) => ports.map((port) => `localhost:${port.split(':')[0]}`))
    for (const text of Object.values(environment)) {
      if (!URL.canParse(text) || !/^(amqp|postgres|http)/.test(text)) continue
      const { hostname, host } = new URL(text)
      expect([...Object.keys(compose.services), ...published]).toContain(hostname === 'localhost' ? host : hostname)
    }
  })

  it('name published addresses', () => {
    const given = services.flatMap(([, { networks = [] }]) =>
      Object.values(networks).map((network: string | { ipv4_address?: string }) =>
        typeof network === 'string' ? undefined : network.ipv4_address,
      ),
    )
    for (const value of Object.values(environment)) {
      const address = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(value)?.[1]
      if (address) expect(given).toContain(address)
    }
  })

  it('log in to database and broker as the user of this service alone', () => {
    const config = loadConfig(service.config, environment) as { DATABASE_URL?: string; AMQP_URL?: string }
    const role = `nameyard_${name.replaceAll('-', '_')}`
    const password = (secret: string) => readFileSync(join(secretsFolder, secret), 'utf8')
    if (config.DATABASE_URL)
      expect(new URL(config.DATABASE_URL)).toMatchObject({ username: role, password: password(role) })
    if (config.AMQP_URL)
      expect(new URL(config.AMQP_URL)).toMatchObject({
        username: `nameyard-${name}`,
        password: password(`nameyard-${name}`),
      })
  })

  it('place files only in volumes', () => {
    const secrets = secretsOf(composed).map((secret) => join(secretsFolder, secret))
    const mounted = (composed.volumes ?? []).map((volume) => volume.split(':')[1]!)
    const folders = Object.values(environment).filter((value) => value.startsWith('/') && !secrets.includes(value))
    for (const folder of folders) expect(mounted.some((path) => folder.startsWith(path))).toBe(true)
  })

  it('listen on the published ports', () => {
    const listening = Object.entries(environment).flatMap(([variable, value]) => (isListener(variable) ? [value] : []))
    for (const port of composed.ports ?? []) {
      const inside = port.split(':')[1]!.split('/')[0]!
      expect(listening).toContain(inside)
    }
    const hosts = Object.entries(environment).filter(([variable]) => /^(GATEWAY|DNS)_HOST$/.test(variable))
    if (composed.ports || name === 'gateway') expect(hosts.map(([, host]) => host)).toEqual(['0.0.0.0'])
  })
})
