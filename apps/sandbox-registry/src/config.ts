import { z } from 'zod'
import { serviceConfig } from '@nameyard/runtime/load-config'
import { profiles } from './seed/catalogue'

const port = z.coerce.number().int().min(0).max(65535)
/** RFC 5730 `pwType`. */
const password = z.string().min(6).max(16)

const certificate = z
  .string()
  .transform((text) => text.replaceAll(':', '').toLowerCase())
  .pipe(z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256 in hex'))
  .optional()
const isProfile = (name: string) => profiles.some((profile) => profile.name === name)

/** Settings of the sandbox registry. It is not part of the platform and has no broker. */
export const configSchema = serviceConfig.omit({ AMQP_URL: true, AMQP_FIXED_TOPOLOGY: true, ACTOR_KEYS: true }).extend({
  /** Address and port for EPP; port 0 means any free port. 700 is the port of RFC 5734, which needs a privilege. */
  SANDBOX_EPP_HOST: z.string().default('127.0.0.1'),
  SANDBOX_EPP_PORT: port.default(7000),
  /**
   * Ports that serve one profile each, as its registry would: `thin:7011,strict:7012`. The port above serves every TLD,
   * with ordinary session rules.
   */
  SANDBOX_PROFILE_PORTS: z
    .string()
    .default('')
    .transform((list): unknown => Object.fromEntries(list.split(',').flatMap((e) => (e === '' ? [] : [e.split(':')]))))
    .pipe(z.record(z.string().refine(isProfile, 'not a profile'), port)),
  /**
   * Port for RRI, DENIC's protocol, at the address of EPP. The account `nameyard` is DENIC-1000001 there, `rival` is
   * DENIC-1000002. Unset: the registry does not speak RRI.
   */
  SANDBOX_RRI_PORT: port.optional(),
  /** Port for EPP over HTTPS at the address of EPP, with any path. Unset: there is none. */
  SANDBOX_HTTPS_PORT: port.optional(),
  /** A folder that keeps every frame as a file, secrets masked. Unset: no frames are kept. */
  SANDBOX_FRAMES_FOLDER: z.string().min(1).optional(),
  /** PEM files of the server's certificate and its key. */
  SANDBOX_TLS_CERTIFICATE: z.string().min(1),
  SANDBOX_TLS_KEY: z.string().min(1),
  /** Address and port of the control port. It has no password: loopback or a private network only. */
  SANDBOX_CONTROL_HOST: z.string().default('127.0.0.1'),
  SANDBOX_CONTROL_PORT: port.default(7001),
  /** Password of the account `nameyard`. */
  SANDBOX_NAMEYARD_PASSWORD: password,
  /** SHA-256 (hex) of the only client certificate that `nameyard` may log in with. Unset: no certificate is needed. */
  SANDBOX_NAMEYARD_CERTIFICATE_SHA256: certificate,
  /** PEM file of that certificate, instead of its SHA-256. */
  SANDBOX_NAMEYARD_CERTIFICATE_FILE: z.string().min(1).optional(),
  /** Password of the account `rival`, which sponsors the names that are taken from the start. */
  SANDBOX_RIVAL_PASSWORD: password,
  /** As above, of `rival`. */
  SANDBOX_RIVAL_CERTIFICATE_SHA256: certificate,
})
export type SandboxRegistrySettings = z.output<typeof configSchema>
