import { z } from 'zod'

const port = z.coerce.number().int().min(0).max(65535)
const certificateSha256 = z
  .string()
  .transform((text) => text.replaceAll(':', '').toLowerCase())
  .pipe(z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256 in hex'))
/** RFC 5730 `pwType`. */
const password = z.string().min(6).max(16)

/** The environment of a sandbox registry. */
export const sandboxRegistryEnvironment = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  SANDBOX_EPP_HOST: z.string().default('127.0.0.1'),
  SANDBOX_EPP_PORT: port.default(7000),
  /** Paths of the certificate and the key in PEM. */
  SANDBOX_EPP_CERT_FILE: z.string(),
  SANDBOX_EPP_KEY_FILE: z.string(),
  SANDBOX_CONTROL_HOST: z.string().default('127.0.0.1'),
  SANDBOX_CONTROL_PORT: port.default(7001),
  SANDBOX_NAMEYARD_PASSWORD: password,
  SANDBOX_NAMEYARD_CERT_SHA256: certificateSha256.optional(),
  SANDBOX_RIVAL_PASSWORD: password,
})
