import { serviceConfig } from '@nameyard/runtime/load-config'
import { z } from 'zod'
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

/** Settings of the sandbox registry. It is no part of the platform and knows no broker. */
export const configSchema = serviceConfig.omit({ AMQP_URL: true }).extend({
  /** Address and port for EPP; port 0 takes a free one. 700 is the port of RFC 5734, which needs a privilege. */
  SANDBOX_EPP_HOST: z.string().default('127.0.0.1'),
  SANDBOX_EPP_PORT: port.default(7000),
  /**
   * Ports that serve one profile each, as its registry would: `thin:7011,strict:7012`. At the port above every TLD is
   * served, under ordinary rules for sessions.
   */
  SANDBOX_PROFILE_PORTS: z
    .string()
    .default('')
    .transform((list): unknown => Object.fromEntries(list.split(',').flatMap((e) => (e === '' ? [] : [e.split(':')]))))
    .pipe(z.record(z.string().refine(isProfile, 'no profile of that name'), port)),
  /** A folder where every frame is kept as a file, secrets masked; absent, none is. */
  SANDBOX_FRAMES_FOLDER: z.string().min(1).optional(),
  /** PEM files of the server's certificate and its key. */
  SANDBOX_TLS_CERTIFICATE: z.string().min(1),
  SANDBOX_TLS_KEY: z.string().min(1),
  /** Address and port of the control port, which asks for no password: loopback or a private network only. */
  SANDBOX_CONTROL_HOST: z.string().default('127.0.0.1'),
  SANDBOX_CONTROL_PORT: port.default(7001),
  /** Password of the account `nameyard`. */
  SANDBOX_NAMEYARD_PASSWORD: password,
  /** SHA-256 (hex) of the only client certificate that `nameyard` may log in with; absent, none is needed. */
  SANDBOX_NAMEYARD_CERTIFICATE_SHA256: certificate,
  /** PEM file of that certificate, in place of its SHA-256. */
  SANDBOX_NAMEYARD_CERTIFICATE_FILE: z.string().min(1).optional(),
  /** Password of the account `rival`, who has the names that are taken from the start. */
  SANDBOX_RIVAL_PASSWORD: password,
  /** As above, of `rival`. */
  SANDBOX_RIVAL_CERTIFICATE_SHA256: certificate,
})
export type SandboxRegistrySettings = z.output<typeof configSchema>
