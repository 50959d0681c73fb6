import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hasPowerdns, startPowerdns } from '@nameyard/testing/powerdns'
import { testCertificate, tlsBefore } from '@nameyard/testing/tls'

const run = promisify(execFile)

/** Lists the zones of a PowerDNS in a process of its own: Node reads the setting for authorities when it starts. */
async function listed(url: string, environment: Record<string, string>): Promise<string> {
  const script = `
    const { PowerdnsApi } = require(${JSON.stringify(join(__dirname, '../dist/publishing/powerdns-api.js'))})
    const api = new PowerdnsApi({ url: ${JSON.stringify(url)}, apiKey: 'test-key', timeoutMs: 5000 })
    api.list().then((zones) => console.log(zones.length + ' zones'), (error) => console.log(error.message))`
  const { stdout } = await run(process.execPath, ['-e', script], { env: { PATH: process.env.PATH, ...environment } })
  return stdout.trim()
}

if (!hasPowerdns) it('tests TLS to PowerDNS only where pdns_server is installed', () => expect(hasPowerdns).toBe(false))

const where = hasPowerdns ? it : () => undefined

where(
  'reaches PowerDNS behind TLS with the authority of NODE_EXTRA_CA_CERTS, and refuses another certificate',
  async () => {
    const powerdns = await startPowerdns()
    const certificate = await testCertificate()
    const port = Number(new URL(powerdns.url).port)
    const listener = await tlsBefore({ host: '127.0.0.1', port }, certificate)
    try {
      const url = `https://localhost:${listener.port}`
      expect(await listed(url, { NODE_EXTRA_CA_CERTS: certificate.authority })).toBe('0 zones')
      expect(await listed(url, {})).toContain('UNABLE_TO_VERIFY')
    } finally {
      await listener.close()
      await powerdns.close()
      certificate.remove()
    }
  },
  60_000,
)
