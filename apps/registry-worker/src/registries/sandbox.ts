import { readFileSync } from 'node:fs'
import { CONTACT, DOMAIN, HOST } from '@nameyard/epp/namespaces'
import type { RegistryWorkerConfig } from '../config'
import type { Registry, RegistryTld } from './registry'

const generic: RegistryTld = { nameserverForm: 'hostObj' }
const country: RegistryTld = { nameserverForm: 'hostAttr' }

/** The sandbox registry: every extension routes to it until an operator signs with a real one. */
export function sandbox(config: RegistryWorkerConfig): Registry {
  return {
    account: 'sandbox',
    tlds: new Map([
      ...['com', 'net', 'org', 'info', 'sandbox'].map((tld) => [tld, generic] as const),
      ...['nl', 'be', 'eu', 'de', 'uk', 'fr'].map((tld) => [tld, country] as const),
    ]),
    connection: {
      host: config.REGISTRY_SANDBOX_HOST,
      port: config.REGISTRY_SANDBOX_PORT,
      tls: {
        ca: readFileSync(config.REGISTRY_SANDBOX_CA_FILE, 'utf8'),
        ...(config.REGISTRY_SANDBOX_SERVERNAME !== undefined && { servername: config.REGISTRY_SANDBOX_SERVERNAME }),
      },
      clientId: config.REGISTRY_SANDBOX_CLIENT_ID,
      password: config.REGISTRY_SANDBOX_PASSWORD,
      objURIs: [DOMAIN, CONTACT, HOST],
      extURIs: [],
      timeouts: { connectMs: config.REGISTRY_CONNECT_MS, answerMs: config.REGISTRY_ANSWER_MS },
    },
    sessions: config.REGISTRY_SANDBOX_SESSIONS,
    keepaliveMs: config.REGISTRY_KEEPALIVE_MS,
    checkBatch: 20,
  }
}
