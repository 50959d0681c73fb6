import { z } from 'zod'
import { serviceConfig } from '@nameyard/runtime/load-config'
import { originsIn } from './http/cross-origin'
import { trustedProxies } from './http/trusted-proxies'

const entriesOf = (list: string): string[] => list.split(',').flatMap((entry) => entry.trim() || [])
const port = z.coerce.number().int().min(0).max(65535)

/** Injection token of the settings. */
export const GATEWAY_CONFIG = Symbol('GatewayConfig')

/** Injection token of the signal that the gateway ends. */
export const GATEWAY_ENDING = Symbol('GatewayEnding')

/** Settings of the gateway. */
export const configSchema = serviceConfig
  .omit({
    DATABASE_URL: true,
    DATABASE_POOL: true,
    DATABASE_STATEMENT_MS: true,
    DATABASE_SILENCE_MS: true,
    ACTOR_KEYS: true,
  })
  .extend({
    /** Address both listeners bind. */
    GATEWAY_HOST: z.string().default('127.0.0.1'),
    /** Port of the HTTPS listener; 0 for any free port. */
    GATEWAY_HTTPS_PORT: port.default(8443),
    /** PEM files of the certificate (with its chain) and its key. */
    GATEWAY_TLS_CERTIFICATE: z.string().min(1).optional(),
    GATEWAY_TLS_KEY: z.string().min(1).optional(),
    /** Seconds between two checks of these files, if the file system does not report changes. */
    GATEWAY_TLS_RELOAD_SECONDS: z.coerce.number().min(0.01).max(86_400).default(60),
    /** Port of a plain listener behind a proxy that terminates TLS; usually absent, 0 for any free port. */
    GATEWAY_HTTP_PORT: port.optional(),
    /**
     * Addresses and CIDR ranges of proxies whose `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Request-Id` are
     * trusted, separated by commas.
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
    /** Origins of web pages that may send requests, separated by commas: `https://shop.example`. */
    GATEWAY_ORIGINS: z
      .string()
      .default('')
      .transform((list, context) => {
        const origins = originsIn(entriesOf(list))
        if (origins) return origins
        context.addIssue({ code: 'custom', message: 'must be origins such as https://shop.example' })
        return z.NEVER
      }),
    /**
     * Where the access log is written, one line for each request: `stdout`, the path of a file, or `off`. The lines contain
     * the addresses of clients, so some operators store them apart and for a shorter time.
     */
    GATEWAY_ACCESS_LOG: z.string().min(1).default('stdout'),
    /**
     * Whether browsers use only TLS for the hosts below that of the gateway, too (`includeSubDomains`, RFC 6797). Off by
     * default, because a host of an operator may have services without TLS below it.
     */
    GATEWAY_HSTS_SUBDOMAINS: z.stringbool().default(false),
    /** Maximum size of a request body in bytes; operations that carry files declare a higher limit. */
    GATEWAY_BODY_LIMIT: z.coerce
      .number()
      .int()
      .min(1024)
      .default(1024 * 1024),
    /** Maximum number of requests in progress; further ones are told to retry. */
    GATEWAY_IN_FLIGHT: z.coerce.number().int().min(1).default(2000),
    /** Maximum number of open connections of one address (IPv6: of one /64). Trusted proxies have no limit. */
    GATEWAY_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(1).default(1000),
    /** Requests without a token that one address (IPv6: one /64) may send per second, and at once. */
    GATEWAY_ANONYMOUS_PER_SECOND: z.coerce.number().min(0.01).max(1_000_000).default(10),
    GATEWAY_ANONYMOUS_BURST: z.coerce.number().int().min(1).max(1_000_000).default(300),
    /** Milliseconds in which equal orders of an account without an Idempotency-Key count as one. */
    GATEWAY_REPEAT_MS: z.coerce.number().int().min(0).max(3_600_000).default(10_000),
    /**
     * Keys of the hashes that recognize repeated requests, separated by commas, newest first; at least 32 characters each.
     * The same in every gateway. After a change keep the old one for a day, as long as an Idempotency-Key is valid.
     */
    GATEWAY_REPEAT_SECRET: z
      .string()
      .transform((given) => given.split(',').map((secret) => secret.trim()))
      .pipe(z.array(z.string().min(32)).min(1)),
    /** Public URL of the gateway. It is the issuer of the access tokens of assistants. */
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** URL by which assistants reach the tool server, without `/mcp`: access tokens are for it and nothing else. */
    MCP_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    /**
     * Secrets that the tool server and all gateways share, separated by commas, the newest first; at least 32 characters
     * each. Assistants sign in by OAuth only where it is set.
     */
    MCP_SECRET: z
      .string()
      .default('')
      .transform(entriesOf)
      .pipe(z.array(z.string().min(32))),
    /** Text added to the refusal for too little credit (310), for example how to top up in a sandbox. */
    GATEWAY_TOP_UP_HINT: z.string().max(40).default(''),
    /** Maximum number of requests that wait for one service; requests to other services continue. */
    GATEWAY_IN_FLIGHT_PER_SERVICE: z.coerce.number().int().min(1).default(1000),
    /**
     * Milliseconds that a request may take before the client is told to retry; operations that carry files declare a
     * longer time.
     */
    GATEWAY_REQUEST_MS: z.coerce.number().int().min(100).default(15_000),
  })
  .refine((config) => !config.GATEWAY_TLS_CERTIFICATE === !config.GATEWAY_TLS_KEY, {
    path: ['GATEWAY_TLS_KEY'],
    message: 'give certificate and key together',
  })
  .refine(({ MCP_SECRET, MCP_PUBLIC_URL, PUBLIC_URL }) => MCP_SECRET.length === 0 || (MCP_PUBLIC_URL && PUBLIC_URL), {
    path: ['MCP_SECRET'],
    message: 'also give MCP_PUBLIC_URL and PUBLIC_URL',
  })
  .refine((config) => config.GATEWAY_TLS_CERTIFICATE !== undefined || config.GATEWAY_HTTP_PORT !== undefined, {
    path: ['GATEWAY_TLS_CERTIFICATE'],
    message: 'give a certificate, or a plain port behind a proxy',
  })

export type GatewayConfig = z.output<typeof configSchema>
