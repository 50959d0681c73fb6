import { z } from 'zod'
import { serviceConfig } from '@nameyard/runtime/load-config'
import { originsIn } from './http/cross-origin'
import { trustedProxies } from './http/trusted-proxies'

const entriesOf = (list: string): string[] => list.split(',').flatMap((entry) => entry.trim() || [])
const port = z.coerce.number().int().min(0).max(65535)

/** Settings of the edge. */
export const configSchema = serviceConfig
  .omit({ DATABASE_URL: true, DATABASE_POOL: true, DATABASE_STATEMENT_MS: true, DATABASE_SILENCE_MS: true })
  .extend({
    /** Address both listeners bind. */
    GATEWAY_HOST: z.string().default('127.0.0.1'),
    /** Port of the HTTPS listener; 0 takes a free one. */
    GATEWAY_HTTPS_PORT: port.default(8443),
    /** PEM files of the certificate (with its chain) and its key. */
    GATEWAY_TLS_CERTIFICATE: z.string().min(1).optional(),
    GATEWAY_TLS_KEY: z.string().min(1).optional(),
    /** Seconds between two looks at these files, where the file system does not tell of a change. */
    GATEWAY_TLS_RELOAD_SECONDS: z.coerce.number().min(0.01).max(86_400).default(60),
    /** Port of a plain listener for a proxy that ends TLS before us; absent in general, 0 takes a free one. */
    GATEWAY_HTTP_PORT: port.optional(),
    /**
     * Addresses and CIDR ranges of proxies whose `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Request-Id` are
     * believed, separated by commas.
     */
    GATEWAY_TRUSTED_PROXIES: z
      .string()
      .default('')
      .transform((list, context) => {
        const isTrusted = trustedProxies(entriesOf(list))
        if (isTrusted) return isTrusted
        context.addIssue({ code: 'custom', message: 'must be addresses and CIDR ranges' })
        return z.NEVER
      }),
    /** Origins of web pages that may ask, separated by commas: `https://shop.example`. */
    GATEWAY_ORIGINS: z
      .string()
      .default('')
      .transform((list, context) => {
        const origins = originsIn(entriesOf(list))
        if (origins) return origins
        context.addIssue({ code: 'custom', message: 'must be origins such as https://shop.example' })
        return z.NEVER
      }),
    /** Bytes of a request body at most; operations that carry files declare a higher bound of their own. */
    GATEWAY_BODY_LIMIT: z.coerce
      .number()
      .int()
      .min(1024)
      .default(1024 * 1024),
    /** Requests in flight at most; one more is told to come back. */
    GATEWAY_IN_FLIGHT: z.coerce.number().int().min(1).default(2000),
    /** Milliseconds within which equal orders of an account without an Idempotency-Key are one order. */
    GATEWAY_REPEAT_MS: z.coerce.number().int().min(0).max(3_600_000).default(10_000),
    /**
     * Keys of the hashes by which requests that come twice are recognized, separated by commas, the newest first; 32
     * characters each at least. The same in every gateway. An older one stays for a day after a change, as long as an
     * Idempotency-Key counts.
     */
    GATEWAY_REPEAT_SECRET: z
      .string()
      .transform((given) => given.split(',').map((secret) => secret.trim()))
      .pipe(z.array(z.string().min(32)).min(1)),
    /** What a refusal for lack of credit (310) adds, for example how to top up in a sandbox; nothing when empty. */
    GATEWAY_TOP_UP_HINT: z.string().max(40).default(''),
    /** Requests that wait for one service at most; those of other services go on. */
    GATEWAY_IN_FLIGHT_PER_SERVICE: z.coerce.number().int().min(1).default(1000),
    /**
     * Milliseconds a request may take before the client is told to come back; operations that carry files declare a
     * longer time of their own.
     */
    GATEWAY_REQUEST_MS: z.coerce.number().int().min(100).default(15_000),
  })
  .refine((config) => !config.GATEWAY_TLS_CERTIFICATE === !config.GATEWAY_TLS_KEY, {
    path: ['GATEWAY_TLS_KEY'],
    message: 'certificate and key come together',
  })
  .refine((config) => config.GATEWAY_TLS_CERTIFICATE !== undefined || config.GATEWAY_HTTP_PORT !== undefined, {
    path: ['GATEWAY_TLS_CERTIFICATE'],
    message: 'give a certificate, or a plain port behind a proxy',
  })

export type GatewayConfig = z.output<typeof configSchema>
